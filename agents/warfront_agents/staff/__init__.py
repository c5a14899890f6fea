"""Staff: good hand-written players, one module a game, frozen by version for figures' sake."""

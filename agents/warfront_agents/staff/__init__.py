"""Staff: good hand-written players, one module a game; frozen by version, since figures lean on them."""

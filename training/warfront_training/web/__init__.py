"""The page to play and watch both games in a browser: `warfront web`."""

"""Spring 1942: the five-power map game."""

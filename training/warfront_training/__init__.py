"""Training, matches, reports and the command line of warfront."""

"""What the scripted players of Spring 1942 are made of."""

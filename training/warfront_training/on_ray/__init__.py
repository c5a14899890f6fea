"""Training and matches on a Ray cluster: an optional extra that nothing else needs."""

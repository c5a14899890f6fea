"""Exact odds of battles of Spring 1942, by dynamic programming over both casualty orders."""

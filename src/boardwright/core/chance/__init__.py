"""Chance that anyone can check: distributions, deals, and where a match has its outcomes from."""

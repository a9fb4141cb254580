"""Matches as files: written, checked, compared, and read in the notations of others."""

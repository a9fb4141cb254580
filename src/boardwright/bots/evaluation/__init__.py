"""Judgment of positions and moves by compiled kernels and by random games."""

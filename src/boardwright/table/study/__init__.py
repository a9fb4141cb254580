"""Studying matches and games: analyses, the free board, lessons, results in words."""

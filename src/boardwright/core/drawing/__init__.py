"""Drawings before they have a place: shapes, symbols, colors of terminals, files and translations of games."""

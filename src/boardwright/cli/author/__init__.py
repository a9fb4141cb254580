"""Commands for who writes a game."""

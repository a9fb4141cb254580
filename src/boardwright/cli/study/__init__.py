"""Commands for who studies a game with bots."""

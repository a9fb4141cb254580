"""Bots of the server: claims of their turns, the processes that think, and what they may cost."""

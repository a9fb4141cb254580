"""The feed of a match: what clients are told while it runs, as states, offers and messages."""

"""What clients are told of a match while it runs: states, offers and messages."""

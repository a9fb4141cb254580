"""Use cases around a match: creating, joining, starting, talking, and the acts of admins."""

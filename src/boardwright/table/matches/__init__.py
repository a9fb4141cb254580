"""Open matches: what is kept of them in memory, who may see and do what, and every change."""

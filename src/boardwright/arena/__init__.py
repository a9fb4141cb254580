"""Tournaments and self-play: whole games between bots, on one core, many cores or a Ray cluster."""

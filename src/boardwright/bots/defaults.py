"""Bots used where the user names none."""

from __future__ import annotations

from typing import Final

OPPONENT: Final = "random"
"""On the free seats of `boardwright play`."""
TABLE: Final = "level3"
"""On the free seats of a match on the server, where the player names none."""
STUDY: Final = "level3"
"""On every seat of `boardwright study`."""
SELFPLAY: Final = "mcts"
"""On every seat of `boardwright selfplay`."""

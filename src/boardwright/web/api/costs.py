"""The costs of requests, taken from the rate limits: about the milliseconds of work they cause, at least 1."""

from __future__ import annotations

STATE = 3
"""A complete state, position, table or picture of a match."""
LIST = 2
"""A page of a list or log."""
EXPLORE = 5
"""A position of the free board: its steps, its table and all its moves."""
MATCH = 10
"""A new match, or a seat in one, which may start it."""
GUEST = 4
PASSWORD = 200
"""Hashing a password, which takes more than most requests of an account may together: it is taken from the address."""
INVALID_TOKEN = 5
RULES_TIMEOUT = 1000
"""Rules of a game that did not end, and were interrupted."""
BYTES = 2048
"""Bytes of a body that cost 1: texts are parsed, cards compiled and records replayed."""
CHARACTERS = 100_000
"""Characters of long texts in the matches of a list that cost 1 besides."""
DELAY = 0.5
"""Seconds for which the refusal of a request beyond the limits is held back, so that refusals are rare, too."""

"""The use cases: accounts, lobby, seating, playing, clocks that run out, consent, branches, ratings.

The only layer that changes a match.
"""

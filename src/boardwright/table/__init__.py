"""The use cases: accounts, lobby, seating, playing, deadlines, consent, branches, ratings.

On a server this is the only layer that changes a match.
"""

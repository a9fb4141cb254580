"""Limits on what accounts and addresses cost: rates, shares of the workers, matches at a time."""

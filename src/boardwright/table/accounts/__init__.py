"""Accounts: their names, their passwords, and the tokens that authenticate them."""

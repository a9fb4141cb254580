"""A match: a header, a log, and what follows from them."""

"""The shared store: one PostgreSQL, any number of server processes that hear of each other."""

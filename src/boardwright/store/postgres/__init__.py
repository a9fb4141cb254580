"""The shared store: one PostgreSQL database for any number of server processes, which notify each other."""

"""The code that SQLite and PostgreSQL share."""

"""Storage of logs: one port, `Store`, with SQLite, PostgreSQL and in-memory backends."""

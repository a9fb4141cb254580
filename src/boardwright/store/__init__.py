"""Where logs live: one port, `Store`, and behind it SQLite, PostgreSQL and plain memory."""

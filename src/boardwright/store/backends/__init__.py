"""The databases: SQLite, memory, and how one is opened by its URL."""

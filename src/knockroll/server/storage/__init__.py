"""The storage: tables and their logs in SQLite or PostgreSQL."""

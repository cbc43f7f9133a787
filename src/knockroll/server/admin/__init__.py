"""Maintenance: what ``knockroll admin`` does with a database, whether or not a server runs on it."""

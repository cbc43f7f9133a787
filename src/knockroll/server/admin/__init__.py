"""Keeping house: what ``knockroll admin`` does with a database, whether a server runs on it or not."""

"""Chaos: people play on several servers with one PostgreSQL and one Redis, and any process may die or stand still.

``cast`` has the processes and what can be done to them, ``players`` the people, ``run`` the course of events.
"""

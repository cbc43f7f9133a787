"""Chaos: several processes on one PostgreSQL and one Redis, of which any may die or stand still, and people who play.

``cast`` has the members and what can be done to them, ``players`` the people, ``run`` the course of it.
"""

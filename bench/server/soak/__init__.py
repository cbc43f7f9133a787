"""A soak: many tables in play while everything is done to the server that a hostile world may do.

``python -m bench soak --minutes 30``: half the time on SQLite, half on PostgreSQL. Afterwards the log of every table is
compared with what its players were told: no acknowledged move may be lost or doubled, no table stuck, memory level,
and while nothing but an attack goes on, players wait no longer than a second.
"""

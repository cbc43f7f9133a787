"""A soak: many tables in play while the server suffers everything that a hostile world may do.

``python -m bench soak --minutes 30``: half the time on SQLite, half on PostgreSQL. Afterwards the log of every table is
compared with what its players received. No acknowledged move may be lost or doubled and no table may be stuck, memory
must be level, and during attacks players must wait no longer than a second.
"""

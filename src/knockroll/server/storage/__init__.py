"""The storage: tables and their logs in SQLite or PostgreSQL.

``store``       collects the entries of all rooms and commits them together
``backends``    one interface; ``sqlite`` and ``postgresql`` implement it
``database``    how a database is reached, with timeouts and a lock
``queries``     what is read; ``statements`` what is written
``schema``      the database tables; ``migrations`` how they came to be
"""

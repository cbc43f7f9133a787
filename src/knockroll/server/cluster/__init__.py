"""Any number of processes that serve the same tables: ``knockroll serve --database postgresql://… --bus redis://…``.

No process owns a table. The log in the database is the source of truth, and its key, (table, number), decides which of
two processes was first (:mod:`knockroll.server.tables.live_room`). The loser reads what has happened and tries again,
or tells its client that the move is stale. Everything here only makes that fast:

``members``       the peers of this process: what they commit, and who is there
``bus``           messages between processes over Redis: hints, which may be lost or arrive twice
``presence``      which seats are connected where, as entries in Redis that expire
``due``           tables where something is due and that no process has in memory, found in the database
``limits``        rate limits for a client at all processes together
``notes``         what each process reports about itself: connections, open tables, waiting bots
``workers``       background jobs, as a server sees them
``worker``        ``knockroll worker --bus redis://…``
``queue``         the queue between the two, in Redis

After a commit a process sends its entries to the peers where someone listens to the table. A lost message shows as a
gap in the numbers, or when the log is read every two seconds; a repeated one is ignored. Every process redacts for its
own listeners. If Redis is away (a process does not receive its messages to itself for three seconds), the log is read
four times a second, ``/api/ready`` says ``"bus": "away"``, and play continues.

Any process that has a table may do what is due there without a request. The one that made the last entry goes first,
others wait a quarter to half a second longer, and the key refuses what is done twice. No one counts as away while it is
unknown whether they are. ``knockroll.server.tables.peers`` is the same interface for a server without peers.
"""

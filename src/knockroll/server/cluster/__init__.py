"""Any number of processes that serve the same tables: ``knockroll serve --database postgresql://… --bus redis://…``.

No process owns a table. The log in the database is the truth, and its key, the number of an entry, is the only judge of
who was first (:mod:`knockroll.server.tables.live_room`). All that is here only makes it quick:

``alone``     what the rest of the server knows of other processes, for a server that has none: nothing
``members``   the same for a process among others: what they commit, and who is there
``bus``       what processes tell each other, over Redis: hints, which may be lost or come twice
``presence``  who listens where, as entries in Redis that expire
``due``       tables where something is due, and that nobody looks after: found by any process in the database
``workers``   slow work that others do: what a server knows of it
``worker``    the others: ``knockroll worker --bus redis://…``
``queue``     what is between the two, in Redis
``limits``    what one visitor may ask for of all processes together
"""

"""A deterministic simulation of the cluster, in the manner of FoundationDB and TigerBeetle.

The real hall, rooms, scheduler, store, bus, presence and WebSocket code of several members runs on one event loop with
virtual time. Behind the same interfaces are models of PostgreSQL and of Redis. Faults are drawn from a seed: members
are killed, paused and restarted; clocks differ; messages are lost, doubled, late, out of order or forged; commits are
lost, late, or made without an answer; connections break, sometimes unnoticed for a while. People play legal moves from
the views they were sent, reconnect and try again; spectators follow.

``loop``        the event loop; a process that is killed is never heard of again
``stand_ins``   what replaces clocks, randomness and SQL
``postgresql``  the model of the database; ``redis_model`` that of Redis
``cluster``     the members, and the connections to their clients
``people``      the clients
``faults``      what goes wrong
``judge``       what must always be true, checked at every commit and with every message that a client gets
``run``         one run

Always true: the log has no hole, and each entry follows from those before. A client is told nothing that is not
committed, each entry once and in order, exactly what the log leads to for that receiver, and no hidden card. A move
happens once, however often it is sent. When the faults have ended every table moves again; when nobody plays any
longer, everyone has heard everything. The server logs no traceback.

``python -m tests.server.simulation SEED`` prints all that happens in a run, ``FIRST LAST`` tries many seeds. The same
seed takes the same steps on every machine and in every process. What a thread of the store does is one step here, so
two threads do not take turns within a transaction; frames of WebSockets, libpq and real sockets are left to the tests
with real processes (``tests/server/cluster/test_real_processes.py``).
"""

"""The tables: what people and computer players do there, and what each of them is sent.

A table on the server is a *room*: seats, and one game after another, each a ``Table`` of the engine. A room is the
replay of an append-only log.

``entries``           every kind of entry in the log, and what it does to a room
``requests``          what a person may ask for, and whether it is allowed now; ``hosting`` for hosts
``room``              a room: the replay of its log
``live_room``         a room in memory: one request at a time, applied to a copy, committed, then shown
``hall``              all rooms in memory: loads them, lets idle ones leave, closes abandoned ones
``loading``           makes a room from its stored log; ``snapshots`` make that fast, however long the log is
``scheduler``         what happens without a request: computer players, clocks, substitutes
``computer_players``  players that run outside the server's process: slow ones and programs of the owner
``attendance``        who is online, and reactions
``audience``          the connections that listen to a room; ``payloads`` has what each is sent
``retention``         deletes old tables

No one is sent a move that could still be lost, and rooms share commits. Times come from the log: a turn begins at the
time of its entry, and timeouts in a row are counted in entries.

Every 128 entries a snapshot is written beside the log, in the transaction of an entry: a few kilobytes of JSON with the
seats, the votes and the position of the game. The last two are kept. A room is loaded from the last one that leaves
enough entries to replay for clients that resume. The log remains the source of truth: a snapshot from another version
of the rules or of the format, or a damaged one (each is sealed by an HMAC under the room's secret), is ignored, and the
whole log is replayed in a thread.

With each entry that changes the position, the log keeps a fingerprint of the result (``Table.fingerprint``). Replaying
an entry must lead to the same one. So a table that was played by another version of the rules continues if every entry
proves that it still means the same; otherwise the table is set aside, and the server's log and ``knockroll admin
check`` name the entry and the reason.
"""

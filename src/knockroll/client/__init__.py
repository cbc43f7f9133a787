"""A client for the table server. With it, a bot over the network takes ten lines.

.. code:: python

    with Client("http://127.0.0.1:8000") as server:
        table = server.create("thirty_one", seats=["person", "computer"])
        seat = table.sit("Randy")
        for view in seat.turns():
            seat.play(random.choice(view["legal"]))
        print(table.record()["result"])

:class:`AsyncClient` is the same with ``await`` and ``async for``, over a WebSocket. docs/api.md describes the protocol.

Inside: ``requests`` says what to send and how to read the answer, ``senders`` sends it, ``stream`` reconnects;
``blocking`` and ``asynchronous`` are the two clients, ``bot`` the network bot.
"""

from knockroll.client.asynchronous import AsyncClient, AsyncRemoteSeat, AsyncRemoteTable
from knockroll.client.blocking import Client, RemoteSeat, RemoteTable
from knockroll.client.requests import Document, ServerError

__all__ = [
    "AsyncClient",
    "AsyncRemoteSeat",
    "AsyncRemoteTable",
    "Client",
    "Document",
    "RemoteSeat",
    "RemoteTable",
    "ServerError",
]

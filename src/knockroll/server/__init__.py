"""The table server: tables for people and computer players, over HTTP and WebSocket.

From the outside in:

``edge``      connections, limits and host names
``api``       requests over HTTP, live connections over WebSocket, and the documents that describe both
``pages``     the front end's files
``tables``    rooms: who sits where, what may be asked, what is sent to whom
``cluster``   any number of processes that serve the same tables
``storage``   the log of every room in SQLite or PostgreSQL
``admin``     what ``knockroll admin`` does with a database

Inside ``tables``, a ``Room`` is the replay of its log, a ``LiveRoom`` is one in memory, and the ``Hall`` has them all.
The protocol is described in docs/api.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from knockroll.server import logs
from knockroll.server.api.app import App, create_app
from knockroll.server.cluster.bus import check_bus
from knockroll.server.edge.protocol import EdgeProtocol
from knockroll.server.edge.reach import reach_of
from knockroll.server.edge.slots import ConnectionSlots
from knockroll.server.edge.transport import WebSocketProtocol
from knockroll.server.failures import CannotServe
from knockroll.server.settings import NO_LIMITS, Limits, Settings
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.migrations import upgrade

__all__ = ["NO_LIMITS", "App", "Limits", "Settings", "TableServer", "create_app", "serve"]


class TableServer(uvicorn.Server):
    """uvicorn with suitable settings. On shutdown it ends live connections, then waits for them."""

    def __init__(self, settings: Settings, host: str, port: int) -> None:
        self.tables = create_app(replace(settings, hosts=(*settings.hosts, host), bound=host))
        self.slots = ConnectionSlots(settings.limits, settings.proxies)
        self._watchdog: threading.Timer | None = None
        super().__init__(
            uvicorn.Config(
                self.tables,
                host=host,
                port=port,
                http=cast("type[asyncio.Protocol]", partial(EdgeProtocol, self.slots)),
                ws=WebSocketProtocol,
                ws_max_size=settings.limits.message_bytes * 4,
                ws_per_message_deflate=False,  # messages are small, and compressing secrets next to known text leaks
                log_config=None,
                access_log=False,  # table addresses are invitations
                server_header=False,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=list(settings.proxies),
                timeout_graceful_shutdown=5,
            )
        )

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until stopped."""
        # some players run in threads; with Python's usual switch interval of 5 ms they would hold up everyone
        sys.setswitchinterval(0.0005)
        # most objects of a move are freed soon and without cycles, but with hundreds of tables many of them wait for a
        # commit: with Python's usual thresholds, collecting garbage costs a tenth of all moves a second (at 500 tables)
        gc.freeze()
        gc.set_threshold(100_000, 10, 10)
        try:
            super().run(sockets)
        finally:
            if self._watchdog is not None:
                self._watchdog.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop. If anything hangs, such as a database, a timer ends the process."""
        if self._watchdog is None:
            self._watchdog = threading.Timer(self.tables.settings.stop_seconds, _end_at_once)
            self._watchdog.daemon = True
            self._watchdog.start()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        self.slots.open()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        if self.tables.hall is not None:
            self.tables.hall.send_home()
        self.tables.invitations.send_home()
        await super().shutdown(sockets)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = True,
    settings: Settings | None = None,
) -> None:
    """Run a server until it is stopped.

    :param database: the path of an SQLite file or a URL (``postgresql://…``); by default a file in the user's data
        folder
    :param open_browser: open the front end when the server is ready
    :param settings: everything else
    """
    chosen = settings or Settings()
    if database is not None:
        chosen = replace(chosen, database=database)
    logs.set_up(chosen.log_level, chosen.log_format)
    _check_port(host, port)
    if chosen.bus is not None:
        check_bus(chosen.bus, chosen.database_url)
    _check_database(chosen.database_url, chosen.bus is not None)
    server = TableServer(chosen, host, port)
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{'127.0.0.1' if host == '0.0.0.0' else shown}:{port}/"  # noqa: S104  only to print it
    print(f"Knock & Roll is at {url} (stop with Ctrl+C)", flush=True)
    if others := reach_of(host, port, "http").urls:
        print(f"Others on your network can use {' or '.join(others)}", flush=True)
    if open_browser:
        opener = threading.Timer(1.0, webbrowser.open, (url,))
        opener.daemon = True
        opener.start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run()


def _end_at_once() -> None:
    logging.getLogger("knockroll.server").error("the server did not stop in time and is being ended")
    os._exit(1)


def _check_port(host: str, port: int) -> None:
    """Fail now if the port cannot be used, not in the middle of starting."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        if isinstance(error, socket.gaierror):
            advice = "Give an address or name of this machine: --host 127.0.0.1"
        elif isinstance(error, OverflowError):
            advice = "Give a port from 1 to 65535"
        else:
            advice = "Try another port: --port 8001"
        raise CannotServe(f"cannot serve at port {port} of {host}: {str(reason).rstrip('.')}. {advice}") from None


def _check_database(url: str, shared: bool) -> None:
    """Open the database once and bring its schema up to date; fail if another server is using it."""
    try:
        database = database_at(url)
        database.lock(shared).release()
        upgrade(database)
        database.dispose()
    except (SQLAlchemyError, OSError) as error:
        first = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise CannotServe(f"cannot use the database: {first}") from None

"""What can be set about a server. Everything has a default that suits one person on one machine."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from knockroll.folders import data_folder
from knockroll.players.processes.local import usual_processes
from knockroll.server.failures import CannotServe


@dataclass(frozen=True)
class Limits:
    """How much one client, and all together, may ask for. A client is an IPv4 address, or a /64 of IPv6."""

    body_bytes: int = 64 * 1024
    record_bytes: int = 1024 * 1024  # of a record to be replayed
    replay_seconds: float = 10.0
    """A record may take the processor for so long."""
    message_bytes: int = 8 * 1024
    header_bytes: int = 32 * 1024  # of a request, its address included
    header_seconds: float = 10.0
    """A connection has so long to bring the headers of a request."""
    unread_seconds: float = 30.0
    """Who does not read for so long what was sent is cut off."""
    requests_per_second: float = 100.0
    requests_burst: int = 400
    creations_per_minute: float = 60.0
    creations_burst: int = 30
    messages_per_second: float = 200.0
    messages_burst: int = 400
    invitations_per_second: float = 0.5
    invitations_burst: int = 20
    reactions_per_second: float = 0.5  # of one seat
    reactions_burst: int = 4
    connections_per_client: int = 100  # live ones: WebSockets and streams
    connections: int = 5_000
    sockets_per_client: int = 200  # connections of any kind, with or without a request
    sockets: int = 6_000
    open_tables_per_client: int = 50
    open_tables: int = 20_000
    computer_moves: int = 5_000
    """A game that only computers play is closed after so many moves."""
    unsent_bytes: int = 256 * 1024
    """A listener that has more than this unread is cut off; it can resume where it was."""
    clients_remembered: int = 50_000


NO_LIMITS = Limits(
    requests_per_second=1e9,
    requests_burst=1_000_000_000,
    creations_per_minute=1e9,
    creations_burst=1_000_000_000,
    messages_per_second=1e9,
    messages_burst=1_000_000_000,
    invitations_per_second=1e9,
    invitations_burst=1_000_000_000,
    reactions_per_second=1e9,
    reactions_burst=1_000_000_000,
    connections_per_client=1_000_000,
    connections=1_000_000,
    sockets_per_client=1_000_000,
    sockets=100_000,
    open_tables_per_client=1_000_000,
    open_tables=1_000_000,
    computer_moves=1_000_000_000,
)
"""For benchmarks, where a thousand players share one address."""


@dataclass(frozen=True)
class AllowedBot:
    """A program of the server's owner that may sit at its tables: at those of one game, or at all."""

    name: str
    command: str
    game: str | None = None


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str | None = None
    """An SQLAlchemy address, or a path of an SQLite file; None is a file in the user's data folder."""
    bus: str | None = None
    """The address of a Redis, for several processes that serve the same tables; None is one process alone."""
    public_url: str | None = None
    """Where people reach the server, for links and QR codes; None is the address that they used themselves."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may talk to this server, such as ``https://example.org``."""
    hosts: tuple[str, ...] = ()
    """Other names of this server; it knows localhost, addresses, the machine's name and that of ``public_url``."""
    bound: str | None = None
    """The address that it listens at, if that is known."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that say whom they ask for, and whether by HTTPS (``X-Forwarded-…``)."""
    metrics: bool = True
    """Whether ``/api/metrics`` answers."""
    log_level: str = "warning"
    log_format: Literal["text", "json"] = "text"
    limits: Limits = field(default_factory=Limits)
    idle_close_seconds: float = 900.0
    """A table where nobody sits, and that nobody has looked at for so long, is closed and kept as a record."""
    listed_seconds: float = 86_400.0
    """A public table where nothing has happened for so long is not listed any more."""
    stop_seconds: float = 15.0
    """A server that was told to stop ends after so long in any case."""
    idle_unload_seconds: float = 120.0
    """A table that nobody has looked at for so long leaves memory; it is replayed when somebody asks for it."""
    sweep_seconds: float = 15.0
    """How often idle tables are looked for."""
    keep_finished_days: float | None = None
    """Tables whose last game is over are deleted when nothing has happened there for so long; None keeps them."""
    keep_abandoned_days: float | None = None
    """The same for tables where people sat, and that could go on."""
    keep_unused_days: float | None = 30.0
    """The same for tables where nobody ever sat."""
    bots: tuple[AllowedBot, ...] = ()
    """Programs that may sit at the tables as computer players."""
    bot_processes: int = 4
    """So many of them run at a time."""
    bot_seconds: float = 5.0
    """Each has so long for a move."""
    work_processes: int = field(default_factory=usual_processes)
    """So many processes of this server do slow work, such as thinking for slow players; with workers they do it."""
    think_seconds: float = 1.5
    """Time that a player which searches has for a move: then it plays the best move found so far."""
    work_seconds: float = 10.0
    """Time after which a process that does not answer is stopped."""
    work_waiting: int = 64
    """Questions to slow players that may wait or be under way; above that, a substitute moves for them."""
    prepare: bool = False
    """Whether to prepare the players that search from the start. It takes a minute or two once on a machine."""
    frames_kept: int = 64
    """How many of a table's last events stay in memory for clients that resume; older ones are replayed."""

    @property
    def database_url(self) -> str:
        """The address as SQLAlchemy wants it."""
        address = self.database or str(default_database())
        for plain in ("postgresql://", "postgres://"):
            if address.startswith(plain):
                return _checked("postgresql+psycopg://" + address.removeprefix(plain))
        if "://" not in address:
            if Path(address).is_dir():
                raise CannotServe(f"cannot use the database {address}: it is a folder; give a file in it")
            return f"sqlite:///{Path(address).absolute()}"
        kind = address.partition("://")[0]
        if kind.partition("+")[0] not in ("sqlite", "postgresql"):
            raise CannotServe(
                f"cannot use a database of the kind {kind!r}: give a path of an SQLite file, or postgresql://…"
            )
        return _checked(address)


def _checked(url: str) -> str:
    """Return an address of a database if it can be read as one."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        make_url(url)
    except (ArgumentError, ValueError):
        raise CannotServe(
            "cannot read the address of the database: give one such as postgresql://user@host/name"
        ) from None
    return url


def default_database() -> Path:
    """Where games are kept when nothing else is said."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(f"cannot keep tables in {folder}: {error.strerror}") from None
    return folder / "tables.sqlite3"

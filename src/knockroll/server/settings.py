"""The settings of a server. The defaults suit one person on one machine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from knockroll.folders import data_folder
from knockroll.players.processes.local import usual_processes
from knockroll.server.failures import CannotServe


@dataclass(frozen=True)
class Limits:
    """Limits for one client and for all clients together. A client is an IPv4 address, or a /64 of IPv6."""

    body_bytes: int = 64 * 1024
    record_bytes: int = 1024 * 1024  # of a record to replay
    bodies_bytes: int = 64 * 1024 * 1024  # of all large requests being received, together
    bodies_bytes_per_client: int = 4 * 1024 * 1024
    replay_seconds: float = 10.0
    """CPU seconds for replaying a record."""
    review_seconds: float = 120.0
    """Seconds after which the review of a record starts no further work."""
    message_bytes: int = 8 * 1024
    header_bytes: int = 32 * 1024  # of a request, including its address
    header_seconds: float = 10.0
    """Seconds a client has to send the headers of a request."""
    unread_seconds: float = 30.0
    """Seconds after which a client that does not read is cut off."""
    requests_per_second: float = 100.0
    requests_burst: int = 400
    creations_per_minute: float = 60.0
    creations_burst: int = 30
    creations_per_day: int = 2_000
    computer_tables_per_minute: int = 60  # tables where only computers play
    computer_tables_per_day: int = 200
    moves_per_minute: int = 3_000
    moves_per_day: int = 200_000
    changes_per_minute: int = 600  # sitting down, leaving, voting, handing over, and what hosts do
    changes_per_day: int = 20_000
    hints_per_minute: int = 120
    hints_per_day: int = 10_000
    resets_per_hour: int = 6  # of a game by its host without a vote, if others play too
    messages_per_second: float = 200.0
    messages_burst: int = 400
    invitations_per_second: float = 0.5
    invitations_burst: int = 20
    reactions_per_second: float = 0.5  # per seat
    reactions_burst: int = 4
    connections_per_client: int = 100  # live: WebSockets and streams
    connections: int = 5_000
    sockets_per_client: int = 200  # connections of any kind, with or without a request
    sockets: int = 6_000
    open_tables_per_client: int = 50
    open_tables: int = 20_000
    computer_moves: int = 5_000
    """Moves after which a game that only computers play is closed."""
    unsent_bytes: int = 256 * 1024
    """Unread bytes after which a listener is cut off. The listener can resume where it was."""
    clients_remembered: int = 50_000


NO_LIMITS = Limits(
    requests_per_second=1e9,
    requests_burst=1_000_000_000,
    creations_per_minute=1e9,
    creations_burst=1_000_000_000,
    creations_per_day=1_000_000_000,
    computer_tables_per_minute=1_000_000_000,
    computer_tables_per_day=1_000_000_000,
    moves_per_minute=1_000_000_000,
    moves_per_day=1_000_000_000,
    changes_per_minute=1_000_000_000,
    changes_per_day=1_000_000_000,
    hints_per_minute=1_000_000_000,
    hints_per_day=1_000_000_000,
    resets_per_hour=1_000_000_000,
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
"""For benchmarks, in which a thousand players share one address."""


def read_limits(arguments: Iterable[str], base: Limits) -> Limits:
    """Return the limits with some of them changed; each argument is ``NAME=NUMBER``."""
    numbers = {field.name: type(getattr(base, field.name)) for field in fields(base)}
    changed: dict[str, Any] = {}
    for argument in arguments:
        name, _, number = argument.partition("=")
        name = name.strip().replace("-", "_")
        if name not in numbers:
            raise CannotServe(f"there is no limit {name!r}; the limits are {', '.join(numbers)}")
        try:
            changed[name] = numbers[name](number)
        except ValueError:
            kind = "whole number" if numbers[name] is int else "number"
            raise CannotServe(f"the limit {name} has to be a {kind}, such as {name}={getattr(base, name)}") from None
        if not 0 < changed[name] < 1e12:
            raise CannotServe(f"the limit {name} has to be greater than 0")
    return replace(base, **changed)


@dataclass(frozen=True)
class AllowedBot:
    """A program that the server's owner allows as a computer player, in one game or in all."""

    name: str
    command: str
    game: str | None = None


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str | None = None
    """An SQLAlchemy URL or the path of an SQLite file; None: a file in the user's data folder."""
    bus: str | None = None
    """The URL of a Redis server, for several processes that serve the same tables; None: a single process."""
    public_url: str | None = None
    """The server's public address, for links and QR codes; None: the address each client used."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as ``https://example.org``."""
    hosts: tuple[str, ...] = ()
    """More host names of this server, besides localhost, IP addresses, and those of the machine and ``public_url``."""
    bound: str | None = None
    """The address that the server listens on, if known."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of trusted proxies, which send ``X-Forwarded-…`` headers."""
    metrics: bool = True
    """Whether ``/api/metrics`` is available."""
    log_level: str = "warning"
    log_format: Literal["text", "json"] = "text"
    limits: Limits = field(default_factory=Limits)
    idle_close_seconds: float = 900.0
    """Seconds after which an empty table that no one looks at is closed and kept as a record."""
    listed_seconds: float = 86_400.0
    """Seconds after which a public table where nothing happens is no longer listed."""
    stop_seconds: float = 15.0
    """Seconds after which a stopping server ends, even if something hangs."""
    idle_unload_seconds: float = 120.0
    """Seconds after which a table that no one looks at leaves memory. It is loaded again when needed."""
    sweep_seconds: float = 15.0
    """Seconds between sweeps for idle tables."""
    keep_finished_days: float | None = None
    """Days without activity after which tables whose last game is over are deleted; None: never."""
    keep_abandoned_days: float | None = None
    """Days without activity after which unfinished tables where people sat are deleted; None: never."""
    keep_unused_days: float | None = 30.0
    """Days without activity after which tables where no one ever sat are deleted; None: never."""
    bots: tuple[AllowedBot, ...] = ()
    """Programs that are allowed as computer players."""
    bot_processes: int = 4
    """Most allowed programs running at a time."""
    bot_seconds: float = 5.0
    """Seconds an allowed program has for a move."""
    work_processes: int = field(default_factory=usual_processes)
    """Processes for background jobs, such as moves of players that search. Workers, if any, are used instead."""
    think_seconds: float = 1.5
    """Seconds a searching player has for a move; then it plays the best move found so far."""
    work_seconds: float = 10.0
    """Seconds after which a background process that does not answer is stopped."""
    work_waiting: int = 64
    """Most questions to slow players waiting or under way; beyond that, a substitute moves for them."""
    prepare: bool = False
    """Whether to prepare the searching players at startup, which takes a minute or two once on a machine."""
    frames_kept: int = 64
    """Number of latest events of a table kept in memory for clients that resume. Older ones come from the log."""

    @property
    def database_url(self) -> str:
        """The database's URL, for SQLAlchemy."""
        address = self.database or str(default_database())
        for plain in ("postgresql://", "postgres://"):
            if address.startswith(plain):
                return _checked("postgresql+psycopg://" + address.removeprefix(plain))
        if "://" not in address:
            if Path(address).is_dir():
                raise CannotServe(f"cannot use the database {address}: it is a folder; give a file")
            return f"sqlite:///{Path(address).absolute()}"
        kind = address.partition("://")[0]
        if kind.partition("+")[0] not in ("sqlite", "postgresql"):
            raise CannotServe(
                f"cannot use a database of the kind {kind!r}: give a path of an SQLite file, or postgresql://…"
            )
        return _checked(address)


def _checked(url: str) -> str:
    """Return the URL of a database, or refuse one that cannot be parsed."""
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
    """The database file that is used by default."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(f"cannot store tables in {folder}: {error.strerror}") from None
    return folder / "tables.sqlite3"

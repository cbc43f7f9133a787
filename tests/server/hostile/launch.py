"""What runs in the process of a server under attack."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from typing import Any

import knockroll
from knockroll.commands import main
from knockroll.server import Limits, Settings, serve
from knockroll.server.tables import hall
from tests.seeded import deal_from, next_secret_of

NO_RATES = {
    "requests_per_second": 1e9,
    "requests_burst": 10**9,
    "creations_per_minute": 1e9,
    "creations_burst": 10**9,
    "messages_per_second": 1e9,
    "messages_burst": 10**9,
    "creations_per_day": 10**9,
    "computer_tables_per_minute": 10**9,
    "computer_tables_per_day": 10**9,
    "moves_per_minute": 10**9,
    "moves_per_day": 10**9,
    "changes_per_minute": 10**9,
    "changes_per_day": 10**9,
    "connections_per_client": 10**6,
    "open_tables_per_client": 10**6,
}
"""All attackers of a test share one address; a test of a limit sets it."""


def run_command(arguments: list[str], output: Connection) -> None:
    """Run the command line as people do."""
    _write_to(output)
    raise SystemExit(main(arguments))


def run_server(
    test: str,
    port: int,
    database: str,
    limits: dict[str, Any],
    settings: dict[str, Any],
    defaults: dict[str, dict[str, Any]],
    output: Connection,
) -> None:
    """Run a server with settings that have no switch, which deals from the name of its test."""
    _write_to(output)
    vars(hall)["secrets"] = deal_from(next_secret_of(lambda: test))
    for game, changed in defaults.items():
        for option in knockroll.get_game(game).options:
            if option.name in changed:
                object.__setattr__(option, "default", changed[option.name])
    chosen = Settings(limits=Limits(**(NO_RATES | limits)), **settings)
    serve("127.0.0.1", port, database, open_browser=False, settings=chosen)


def _write_to(output: Connection) -> None:
    for stream in (1, 2):
        os.dup2(output.fileno(), stream)
    output.close()

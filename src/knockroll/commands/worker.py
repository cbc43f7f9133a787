"""The command ``knockroll worker``."""

from __future__ import annotations

import argparse
import os
from typing import Any

from knockroll.commands.arguments import add_logs, count, seconds


def add_command(commands: Any) -> None:
    """Add ``worker`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "worker",
        help="run background jobs for table servers that share a bus",
        description="Run background jobs, such as the moves of slow players, for the servers on the same bus."
        " Start any number of workers, on any machines; without one, each server runs its own jobs.",
    )
    parser.add_argument("--bus", metavar="URL", required=True, help="redis://…, the same as the servers'")
    parser.add_argument("--processes", metavar="N", type=count, help="jobs at a time (default: one per core)")
    parser.add_argument("--seconds", metavar="S", type=seconds, default=10.0, help="time limit of a job (default: 10)")
    parser.add_argument(
        "--no-prepare", action="store_true", help="prepare searching players only when someone asks for one"
    )
    add_logs(parser)
    parser.set_defaults(run=_work)


def _work(arguments: argparse.Namespace) -> int:
    from knockroll.server.cluster.bus import connect

    connect(arguments.bus)  # raises if something is missing
    from knockroll.server.cluster.worker import run

    processes = arguments.processes or os.cpu_count() or 1
    prepare = not arguments.no_prepare
    run(arguments.bus, processes, arguments.seconds, prepare, arguments.log_level, arguments.log_format)
    return 0

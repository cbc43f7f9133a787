"""The command ``knockroll worker``; what it does is loaded when it is wanted."""

from __future__ import annotations

import argparse
import os
from typing import Any

from knockroll.commands.arguments import add_logs, whole_number


def add_command(commands: Any) -> None:
    """Add ``worker`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "worker",
        help="run background jobs for table servers that share a bus",
        description="Take background jobs, such as the moves of slow players, from the servers at the same bus, and do"
        " them. Any number of workers can run, on any machines; without one, each server does its own.",
    )
    parser.add_argument("--bus", metavar="URL", required=True, help="redis://…, as the servers have it")
    parser.add_argument(
        "--processes", metavar="N", type=whole_number, help="jobs at a time (default: the number of cores)"
    )
    parser.add_argument(
        "--seconds", metavar="S", type=float, default=10.0, help="stop a job that takes longer (default: 10)"
    )
    parser.add_argument(
        "--no-prepare", action="store_true", help="do not prepare the players that search before someone asks for one"
    )
    add_logs(parser)
    parser.set_defaults(run=_work)


def _work(arguments: argparse.Namespace) -> int:
    from knockroll.server.cluster.bus import connect

    connect(arguments.bus)  # says what is missing
    from knockroll.server.cluster.worker import run

    processes = arguments.processes or os.cpu_count() or 1
    prepare = not arguments.no_prepare
    run(arguments.bus, processes, arguments.seconds, prepare, arguments.log_level, arguments.log_format)
    return 0

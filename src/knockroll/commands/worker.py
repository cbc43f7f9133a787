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
        help="do slow work for table servers that share a bus",
        description="Take slow work, such as thinking for slow players, from the servers at the same bus, and do it."
        " Any number of workers, on any machines; without one, each server does its own.",
    )
    parser.add_argument("--bus", metavar="URL", required=True, help="redis://…, as the servers have it")
    parser.add_argument(
        "--processes", metavar="N", type=whole_number, help="do so many jobs at a time (default: one a core)"
    )
    parser.add_argument("--seconds", metavar="S", type=float, default=10.0, help="a job may take so long (default: 10)")
    add_logs(parser)
    parser.set_defaults(run=_work)


def _work(arguments: argparse.Namespace) -> int:
    from knockroll.server.cluster.bus import connect

    connect(arguments.bus)  # says what is missing
    from knockroll.server.cluster.worker import run

    processes = arguments.processes or os.cpu_count() or 1
    run(arguments.bus, processes, arguments.seconds, arguments.log_level, arguments.log_format)
    return 0

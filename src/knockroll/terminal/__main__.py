"""``python -m knockroll.terminal play tonk``: the terminal's commands by themselves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from knockroll.errors import KnockrollError
from knockroll.terminal.command import add_commands


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of the terminal; the exit status is 0 if it went well, 1 if not, 2 if it was not understood."""
    parser = argparse.ArgumentParser(prog="knockroll")
    add_commands(parser.add_subparsers(title="commands", metavar="COMMAND", required=True))
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except KnockrollError as error:
        print(f"knockroll: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())

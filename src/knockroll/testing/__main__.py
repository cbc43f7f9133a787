"""``python -m knockroll.testing GAME``: run the conformance kit over a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

USAGE = "usage: python -m knockroll.testing GAME [options of pytest]; GAME is a name or module:ATTRIBUTE"
NEEDS = "the conformance kit needs pytest, hypothesis and the lab: pip install 'knockroll[testing]'"


def main(arguments: Sequence[str]) -> int:
    """Run all tests over the game in the first argument; the other arguments go to pytest."""
    if not arguments or arguments[0].startswith("-"):
        print(USAGE)
        return 0 if arguments and arguments[0] in ("-h", "--help") else 2
    if not all(map(find_spec, ("pytest", "hypothesis", "numba"))):
        print(f"knockroll: {NEEDS}", file=sys.stderr)
        return 1
    import pytest

    game, *rest = arguments
    kit = ["-p", "knockroll.testing.plugin", "--pyargs", "knockroll.testing", "--game", game]
    return int(pytest.main([*kit, *rest]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

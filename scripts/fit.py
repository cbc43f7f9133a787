"""Fits constants of a computer player that is a rule: ``python -m scripts.fit tonk "The Bookmaker" A_CARD A_GIFT``.

The constants are numbers that the module of the player names. They are changed one after the other, up and down, in
ever smaller steps. Each change plays mirrored games against the present player, and against others if they are named;
it stays if it wins clearly more than the best values so far. At the end the result is compared with the present player
in deals that the fit has not seen, and that is what counts. Ctrl-C ends the fit early and measures what it has found.
Nothing is written: put better values into the module yourself.

All changes run in one compilation: in a copy of the module, the constants are read from memory.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import os
import sys
import tempfile
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy

from knockroll import arena
from knockroll.commands.arguments import progress_bar, telling_progress
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game, find_game
from knockroll.lab import compiled
from knockroll.lab.arena.result import MatchResult
from knockroll.lab.compiled import teach_memory
from knockroll.players import find_bot, find_player
from knockroll.players.player import Bot

CLEAR = 1.5
"""A change has to beat the best values so far by this many standard errors."""
FITTED = "as fitted"


class Tunable:
    """A copy of a player whose constants can be changed without compiling it again."""

    def __init__(self, bot: Bot, names: Sequence[str]) -> None:
        module = sys.modules[bot.choose.__module__]
        for name in names:
            if type(getattr(module, name, None)) is not int:
                raise InvalidOption(
                    f"{module.__name__} has no whole number {name!r}; it has {', '.join(numbers_of(module))}"
                )
        self.names = tuple(names)
        self.values = numpy.array([getattr(module, name) for name in names], numpy.int64)
        copy = types.ModuleType(f"{module.__name__} to fit")
        copy.__file__ = module.__file__
        copy.__dict__["_constant"] = read_from(self.values)
        tree = _Reads(self.names).visit(ast.parse(inspect.getsource(module)))
        exec(compile(ast.fix_missing_locations(tree), str(module.__file__), "exec"), copy.__dict__)  # noqa: S102
        choose = getattr(copy, bot.choose.__name__)
        self.bot = replace(bot, name=FITTED, choose=choose, compiled_as=f"fit {os.getpid()} {id(self)}")


def numbers_of(module: types.ModuleType) -> list[str]:
    """Return the names of the whole numbers in a module."""
    return [name for name, value in vars(module).items() if name.isupper() and type(value) is int]


class _Reads(ast.NodeTransformer):
    """Makes functions read constants from memory."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = list(names)
        self._in_function = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._in_function = True
        self.generic_visit(node)
        self._in_function = False
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not self._in_function or node.id not in self._names:
            return node
        place = ast.Constant(self._names.index(node.id))
        return ast.Call(ast.Name("_constant", ast.Load()), [place], [])


def read_from(values: Any) -> Callable[[int], int]:
    """Return a function that reads one of the values at the time of the call, compiled or interpreted."""

    def read(place: int) -> int:
        return int(values[place])

    teach_memory(read, values)
    return read


@dataclass
class Fit:
    """A fit in progress."""

    game: Game
    tunable: Tunable
    opponents: Sequence[Bot]
    seats: int
    games: int
    seed: int
    tell: Callable[[int, int], None] | None = None

    def match(self, opponent: Bot, games: int, seed: int) -> MatchResult:
        """Play the fitted player against another."""
        return arena.run(self.game, [self.tunable.bot, opponent], self.seats, games, seed, compiled=True)

    def share(self) -> tuple[float, float]:
        """Return the share of games won against all opponents, and its standard error."""
        found = [self.match(opponent, self.games, self.seed)[FITTED] for opponent in self.opponents]
        errors = [(one.share_high - one.share_low) / (2 * 1.96) for one in found]
        return sum(one.share for one in found) / len(found), sum(e * e for e in errors) ** 0.5 / len(found)

    def run(self, rounds: int) -> None:
        """Change the constants as long as that wins more; after Ctrl-C, the best values so far stay."""
        values = self.tunable.values
        best, _ = self.share()
        steps = [max(1, abs(int(value)) // 3) for value in values]
        tries = rounds * len(values) * 2
        done = 0
        for _ in range(rounds):
            for place, name in enumerate(self.tunable.names):
                for step in (steps[place], -steps[place]):
                    kept = int(values[place])
                    values[place] = kept + step
                    try:
                        found, error = self.share()
                    except BaseException:
                        values[place] = kept
                        raise
                    if found > best + CLEAR * error:
                        print(f"{name} {kept} -> {kept + step}: {found:.2%} after {best:.2%}", flush=True)
                        best = found
                    else:
                        values[place] = kept
                    done += 1
                    if self.tell is not None:
                        self.tell(done, tries)
            steps = [max(1, step // 2) for step in steps]


def main() -> None:
    """Fit, then measure."""
    parser = argparse.ArgumentParser(prog="python -m scripts.fit", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("player", metavar="PLAYER")
    parser.add_argument("constants", nargs="+", metavar="CONSTANT")
    parser.add_argument(
        "--against", action="append", default=[], metavar="PLAYER", help="another player it has to beat"
    )
    parser.add_argument("--seats", type=int, default=2, metavar="N", help="default: 2")
    parser.add_argument("--games", type=int, default=4000, metavar="N", help="for each try (default: 4000)")
    parser.add_argument("--held-out", type=int, default=40_000, metavar="N", help="games in the end (default: 40000)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="times that all are changed (default: 3)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the deals to fit to (default: 1)")
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    bots = [find_bot(game, find_player(game, name)) for name in (arguments.player, *arguments.against)]
    opponents = [bot for bot in bots if bot is not None]
    if len(opponents) < len(bots):
        raise SystemExit("only players that are rules can be fitted, or fitted against")
    fit = Fit(
        game, Tunable(opponents[0], arguments.constants), opponents, arguments.seats, arguments.games, arguments.seed
    )
    # The compiled code reads the memory of this process: no other process may find it in the cache.
    with tempfile.TemporaryDirectory() as folder, patch.object(compiled, "cache_folder", lambda loop: Path(folder)):
        _fit_and_measure(fit, arguments.rounds, arguments.held_out)


def _fit_and_measure(fit: Fit, rounds: int, games: int) -> None:
    from rich.console import Console

    tunable, player = fit.tunable, fit.opponents[0]
    first = tunable.values.copy()
    with telling_progress(progress_bar(Console(stderr=True)), f"{fit.game.title}: {player.name}") as fit.tell:
        try:
            fit.run(rounds)
        except KeyboardInterrupt:
            print("interrupted: this is what was found so far")
    for name, before, after in zip(tunable.names, first, tunable.values, strict=True):
        print(f"{name} = {after}" + ("" if before == after else f"  # was {before}"))
    if (tunable.values != first).any():
        seed = fit.seed + (1 << 40)
        found = fit.match(player, games, seed)[FITTED]
        print(
            f"against {player.name} as it is, in {games:,} games with deals that were held out (seed {seed}):"
            f" {found.share:.2%} ({found.share_low:.2%} to {found.share_high:.2%})"
        )


if __name__ == "__main__":
    main()

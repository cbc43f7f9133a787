"""The learned player: a trained network in whole numbers.

The file of a learned player (``.npz``, which numpy can read) holds the weights of the network as whole numbers, in
units of ``1 / (1 << BITS)``. So the player makes the same move interpreted and compiled, on every machine, and needs
neither torch nor numpy. Like every player it gets a view, writes what it may know into a row
(:mod:`knockroll.lab.environments.arrays`), and makes the legal move that the network rates highest.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import zipfile
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from knockroll.engine.errors import UnknownPlayer
from knockroll.engine.game import Game
from knockroll.engine.rule import TABLES, rule
from knockroll.engine.state import NOBODY
from knockroll.engine.stream import Stream
from knockroll.lab.environments.arrays import Layout, spell_out
from knockroll.players import RANDOM, find_bot
from knockroll.players.code import LEARNED
from knockroll.players.player import Bot

FORMAT = "knockroll/learned/1"
BITS = 10
"""A weight of 1 is stored as ``1 << BITS``."""
ARRAYS = ("inputs", "weights_0", "biases_0", "weights_1", "biases_1", "weights_2", "biases_2", "told", "trust")
"""The positions of inputs in a row; then the weights and biases of each layer. Weights have a row per input, in the
last layer a row per move. If it asks a teacher, ``told`` has a row for each possible answer, added in the first layer,
and ``trust`` is the bonus of that move. Biases and trust are in the units of what they are added to."""


@dataclass(frozen=True)
class Learned:
    """The content of a learned player's file."""

    game: str
    seats: int
    variant: str | None
    options: dict[str, Any]
    teacher: str | None
    """The name of the bot that it asks before it chooses; empty if it asks none."""
    row: int
    """The size of an observation in training."""
    training: dict[str, Any]
    """How it was trained."""
    arrays: dict[str, Sequence[int]]

    def size(self, name: str) -> int:
        """Return the size of an array."""
        return len(self.arrays[name])

    @property
    def width(self) -> int:
        """The number of units in each of its two layers."""
        return self.size("biases_0")


def read_learned(name: str, data: bytes) -> Learned:
    """Read the file of a learned player; raise :class:`UnknownPlayer` if it is not one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            about = json.loads(bytes(_read_array(archive, "about")))
            if about.pop("format") != FORMAT:
                raise ValueError
            learned = Learned(**about, arrays={name: _read_array(archive, name) for name in ARRAYS})
    except (KeyError, SyntaxError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise UnknownPlayer(f"{name!r} is not a learned player: make one with 'knockroll train'") from error
    inputs, width, moves = learned.size("inputs"), learned.width, learned.size("biases_2")
    if [learned.size(f"weights_{layer}") for layer in range(3)] != [inputs * width, width * width, moves * width]:
        raise UnknownPlayer(f"{name!r} is not a learned player: its layers do not fit together")
    if learned.teacher is not None and (learned.size("told"), learned.size("trust")) != (moves * width, moves):
        raise UnknownPlayer(f"{name!r} is not a learned player: its layers do not fit together")
    return learned


def _read_array(archive: zipfile.ZipFile, name: str) -> Sequence[int]:
    """Read an array of whole numbers in the format of numpy: a header, then the numbers."""
    data = archive.read(f"{name}.npy")
    end = 10 + int.from_bytes(data[8:10], "little")
    kind = ast.literal_eval(data[10:end].decode("latin-1"))["descr"]
    return array({"|u1": "B", "<i2": "h", "<i4": "i"}[kind], data[end:])


def load(game: Game, file: str | Path) -> Bot:
    """Return the learned player of a file, as a bot."""
    path = Path(file)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnknownPlayer(f"the learned player {str(file)!r} cannot be read: {error.strerror}") from error
    return replace(_bot(game, path.stem, data), name=f"{LEARNED}{file}")


@lru_cache(16)
def _bot(game: Game, name: str, data: bytes) -> Bot:
    """Return the player of a file, made once, so that it is compiled only once."""
    learned = read_learned(name, data)
    if learned.game != game.name:
        raise UnknownPlayer(f"{name!r} has learned {learned.game}, not {game.name}")
    if Layout.of(game, learned.seats).size != learned.row or learned.size("biases_2") != len(game.moves.texts):
        raise UnknownPlayer(f"{name!r} was trained for another version of {game.title}: train it again")
    with suppress(ModuleNotFoundError):
        import knockroll.lab.learning.compiled  # noqa: F401  # for numba, if it is installed
    digest = hashlib.sha256(data).hexdigest()[:16]
    character = f"A network that has learned from {learned.training['hands']:,} hands."
    return Bot(name, character, choosing(game, learned), compiled_as=f"learned {digest}", seats=learned.seats)


# --- The network ----------------------------------------------------------------------------------------------------


def blank_row(length: int) -> list[int]:
    """Return zeros."""
    return [0] * length


def words_of(v: Any) -> list[int]:
    """Return all numbers of a view."""
    words: list[int] = []
    spell_out(v, words)
    return words


def _reading(values: Sequence[int]) -> Callable[[int], int]:
    """Return a function that reads one of some numbers: a lookup that numba can cache on disk."""

    def read(index: int) -> int:
        return values[index]

    TABLES[read] = lambda: values
    return read


def choosing(game: Game, learned: Learned) -> Callable[[Any, list[int], int, Stream], int]:
    """Return the rule that chooses the network's favourite move, the first one if several are equal."""
    layout = Layout.of(game, learned.seats)
    write_row = layout.write
    inputs, weights_0, biases_0, weights_1, biases_1, weights_2, biases_2, told, trust = (
        _reading(learned.arrays[name] or [0]) for name in ARRAYS
    )
    places, size, width = learned.size("inputs"), layout.size, learned.width
    asks = learned.teacher is not None
    teacher = RANDOM if learned.teacher is None else find_bot(game, learned.teacher)
    if teacher is None:
        raise UnknownPlayer(f"{learned.teacher} is not a bot, so it cannot be asked")
    ask = teacher.choose

    @rule
    def choose(v: Any, moves: list[int], n: int, r: Stream) -> int:
        """Makes the legal move that the network rates highest."""
        row = blank_row(size)
        write_row(words_of(v), v.turn, row)
        first = blank_row(width)
        for unit in range(width):
            first[unit] = biases_0(unit)
        advice = NOBODY
        if asks:
            advice = ask(v, moves, n, r)
            for unit in range(width):
                first[unit] += told(advice * width + unit)
        for i in range(places):
            seen = row[inputs(i)]
            if seen:
                for unit in range(width):
                    first[unit] += seen * weights_0(i * width + unit)
        second = blank_row(width)
        for unit in range(width):
            second[unit] = biases_1(unit)
        for i in range(width):
            if first[i] > 0:
                for unit in range(width):
                    second[unit] += first[i] * weights_1(i * width + unit)
        choice = moves[0]
        most = 0
        for k in range(n):
            liking = biases_2(moves[k])
            if moves[k] == advice:
                liking += trust(advice)
            for unit in range(width):
                if second[unit] > 0:
                    liking += (second[unit] >> BITS) * weights_2(moves[k] * width + unit)
            if k == 0 or liking > most:
                choice = moves[k]
                most = liking
        return choice

    return choose

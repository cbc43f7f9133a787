"""Where chance comes from: a seed, a script, or a fair commitment.

Rules never draw random numbers. They ask for a seat, a deck or some dice, and one of these classes answers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NotRequired, Protocol, Self, TypedDict

from knockroll.engine.cards import DECK_SIZE, parse_cards
from knockroll.engine.errors import ChanceExhausted, InvalidCards, InvalidChance
from knockroll.engine.rule import rule
from knockroll.engine.state import A_DECK, A_SEAT
from knockroll.engine.stream import below, open_stream, shuffle_deck, shuffling

SEED_BITS = 256
SECRET_BYTES = 32
MOST_ENTROPY = 1024
"""The most bytes of entropy that one seat may add."""
DECK_TEXT = "52 different cards in dealing order"


class ChanceDocument(TypedDict):
    """A game's chance as a record holds it: a seed, a script, or a commitment with its secret."""

    kind: Literal["seeded", "scripted", "fair"]
    """The kind of chance."""
    seed: NotRequired[str]
    """The seed of a seeded game, as 64 hexadecimal digits."""
    game: NotRequired[int]
    """The number of the game under its seed."""
    script: NotRequired[list[Any]]
    """The script of a scripted game."""
    commitment: NotRequired[str]
    """The SHA-256 of the secret of a fair game, in hexadecimal."""
    entropy: NotRequired[dict[str, str]]
    """The entropy that each seat added to a fair game, in hexadecimal, by seat."""
    secret: NotRequired[str | None]
    """The secret of a fair game, in hexadecimal; null until the game is over."""


class Chance(Protocol):
    """A source of chance: answers what the rules ask for."""

    def give(self, wants: int, count: int) -> list[int]:
        """Return one seat below ``count``, a deck, or the faces of ``count`` dice, depending on ``wants``."""

    def mark(self) -> Any:
        """Return the current point, for :meth:`rewind`."""

    def rewind(self, mark: Any) -> None:
        """Go back to a mark: the answers since then are given again."""

    def copy(self) -> Self:
        """Return an independent copy that gives the same answers from here on. It is made often: keep it cheap."""

    def to_dict(self, over: bool) -> ChanceDocument:
        """Return what a record holds; a secret only when the game is over."""


class _Copied(Chance):
    """Chance that never changes its parts in place, so that copies can share them."""

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


def _giving(
    draw: Callable[[Any, int], int], shuffle: Callable[[Any, list[int]], None]
) -> Callable[[int, int, Any, list[int]], int]:
    """Return a rule that answers requests with the numbers of ``draw(source, n)``, from 0 to n - 1."""

    @rule
    def give(wants: int, count: int, source: Any, given: list[int]) -> int:
        """Write a seat, a deck or the faces of dice into ``given``, and return how many numbers were written."""
        if wants == A_SEAT:
            given[0] = draw(source, count)
            return 1
        if wants == A_DECK:
            shuffle(source, given)
            return DECK_SIZE
        for i in range(count):
            given[i] = draw(source, 6) + 1
        return count

    return give


give_chance = _giving(below, shuffle_deck)
"""Answers from a :class:`knockroll.engine.stream.Stream`: at a table (``Seeded``), and compiled in the lab."""


class Seeded(_Copied):
    """Chance from a 256-bit seed: the same seed gives the same game on every machine.

    ``game`` numbers independent games under one seed: game 7 of a simulation with seed 3 is ``Seeded(3, 7)``.

    >>> from knockroll.engine.state import DICE
    >>> chance = Seeded(3)
    >>> before = chance.mark()
    >>> dice = chance.give(DICE, 2)
    >>> chance.rewind(before)
    >>> chance.copy().give(DICE, 2) == dice, chance.to_dict(over=False)["game"]
    (True, 0)
    """

    def __init__(self, seed: int | None = None, game: int = 0) -> None:
        if seed is None:
            seed = int.from_bytes(os.urandom(SEED_BITS // 8), "big")
        if type(seed) is not int or not 0 <= seed < 1 << SEED_BITS:
            raise InvalidChance(f"a seed is a whole number from 0 to 2**{SEED_BITS} - 1, not {seed!r}")
        if type(game) is not int or not 0 <= game < 1 << 63:
            raise InvalidChance(
                f"the number of a game under a seed is a whole number from 0 to 2**63 - 1, not {game!r}"
            )
        self.seed = seed
        self.game = game
        self._stream = open_stream(seed, game)

    def give(self, wants: int, count: int) -> list[int]:
        given = [0] * DECK_SIZE
        stream = self._stream.copy()
        n = give_chance(wants, count, stream, given)
        self._stream = stream
        return given[:n]

    def mark(self) -> Any:
        return self._stream

    def rewind(self, mark: Any) -> None:
        self._stream = mark

    def to_dict(self, over: bool) -> ChanceDocument:
        return {"kind": "seeded", "seed": f"{self.seed:064x}", "game": self.game}


class Fair(_Copied):
    """Chance that no one could choose and everyone can check afterwards.

    Before the game the table publishes ``commitment``, the SHA-256 of a 32-byte secret. Every seat may then add
    its own entropy. The numbers follow from both, so neither the table nor a seat decides them alone. When the game
    is over, the secret is revealed, and ``knockroll verify`` recomputes every deal and throw.

    >>> from knockroll.engine.state import A_SEAT
    >>> fair = Fair(bytes(32))
    >>> fair.add_entropy(0, b"Ann's own")
    >>> fair.check_seats(2)
    >>> before = fair.mark()
    >>> fair.give(A_SEAT, 2) in ([0], [1])
    True
    >>> fair.rewind(before)
    >>> len(fair.key()), fair.to_dict(over=False)["secret"], fair.to_dict(over=True)["secret"][:8]
    (32, None, '00000000')
    """

    def __init__(self, secret: bytes | None = None, entropy: Mapping[int, bytes] | None = None) -> None:
        self.secret = os.urandom(SECRET_BYTES) if secret is None else secret
        if not isinstance(self.secret, bytes) or len(self.secret) != SECRET_BYTES:
            raise InvalidChance(f"the secret of a fair game is {SECRET_BYTES} bytes")
        from hashlib import sha256  # here, because only fair games need it and importing it takes longer than all rules

        self.commitment = sha256(self.secret).hexdigest()
        self.entropy: dict[int, bytes] = {}
        self._request = 0
        for seat, more in (entropy or {}).items():
            self._check_entropy(seat, more)
            self.entropy[seat] = more  # in place, because no copy shares it yet

    def add_entropy(self, seat: int, entropy: bytes) -> None:
        """Let a seat add its own entropy, once, before anything has been dealt."""
        if self._request:
            raise InvalidChance("entropy can only be added before the game begins")
        self._check_entropy(seat, entropy)
        self.entropy = {**self.entropy, seat: entropy}

    def _check_entropy(self, seat: int, entropy: bytes) -> None:
        if type(seat) is not int or not 0 <= seat < 1 << 32:
            raise InvalidChance(f"{seat!r} is not a seat: seats are numbered from 0")
        if seat in self.entropy:
            raise InvalidChance(f"seat {seat} has already added its entropy")
        if not isinstance(entropy, bytes) or not 1 <= len(entropy) <= MOST_ENTROPY:
            raise InvalidChance(f"entropy is 1 to {MOST_ENTROPY} bytes")

    def check_seats(self, seats: int) -> None:
        """Refuse entropy from a seat beyond the table: with it, the table alone could choose the deals."""
        if (last := max(self.entropy, default=-1)) >= seats:
            raise InvalidChance(f"seat {last} has added entropy, but the seats are 0 to {seats - 1}")

    def key(self) -> bytes:
        """Return the HMAC-SHA256 of the seats' entropy, in seat order, each preceded by its seat and length."""
        parts = [
            seat.to_bytes(4, "big") + len(more).to_bytes(4, "big") + more for seat, more in sorted(self.entropy.items())
        ]
        return _hmac(self.secret, b"".join(parts))

    def give(self, wants: int, count: int) -> list[int]:
        numbers = _numbers(self.key(), self._request)
        self._request += 1
        given = [0] * DECK_SIZE
        return given[: _give_fairly(wants, count, numbers, given)]

    def mark(self) -> Any:
        return self._request

    def rewind(self, mark: Any) -> None:
        self._request = mark

    def to_dict(self, over: bool) -> ChanceDocument:
        return {
            "kind": "fair",
            "commitment": self.commitment,
            "entropy": {str(seat): more.hex() for seat, more in sorted(self.entropy.items())},
            "secret": self.secret.hex() if over else None,
        }


def _hmac(key: bytes, message: bytes) -> bytes:
    import hmac

    return hmac.digest(key, message, "sha256")


def _numbers(key: bytes, request: int) -> Callable[[int], int]:
    """Return unbiased numbers for one request: HMAC-SHA256 in counter mode, with rejection of 32-bit words."""
    words: list[int] = []
    block = 0

    def draw(n: int) -> int:
        nonlocal block
        while True:
            if not words:
                message = request.to_bytes(8, "big") + block.to_bytes(8, "big")
                digest = _hmac(key, message)
                words.extend(int.from_bytes(digest[i : i + 4], "big") for i in range(28, -1, -4))
                block += 1
            word = words.pop()
            if word < (1 << 32) - (1 << 32) % n:
                return word % n

    return draw


def _draw_fairly(numbers: Callable[[int], int], n: int) -> int:
    return numbers(n)


_give_fairly = _giving(_draw_fairly, shuffling(_draw_fairly))


class Scripted(_Copied):
    """Chance written down beforehand, for tests and puzzles: the answers in order.

    A deck is 52 cards in dealing order, as a text or a list; so is a reshuffle. Dice are the faces of exactly the dice
    thrown. A first dealer is a seat number.

    >>> from knockroll.engine.state import DICE
    >>> chance = Scripted(["1 5", "6"])
    >>> before = chance.mark()
    >>> chance.give(DICE, 2), chance.give(DICE, 1)
    ([1, 5], [6])
    >>> chance.rewind(before)
    >>> chance.to_dict(over=False)
    {'kind': 'scripted', 'script': ['1 5', '6']}
    """

    def __init__(self, script: Iterable[str | int | Sequence[str] | Sequence[int]]) -> None:
        self.script = list(script)
        self._next = 0

    def give(self, wants: int, count: int) -> list[int]:
        asked = _ask(wants, count)
        if self._next == len(self.script):
            raise ChanceExhausted(f"the script has run out after {self._next} entries; the game asks for {asked}")
        entry = self.script[self._next]
        try:
            given = _deck(entry) if wants == A_DECK else _faces(entry)
        except (InvalidCards, TypeError, ValueError) as error:
            raise InvalidChance(f"entry {self._next} of the script should be {asked}: {error}") from None
        low, high = (0, count - 1) if wants == A_SEAT else (1, 6)
        if wants != A_DECK and (
            len(given) != (1 if wants == A_SEAT else count) or not all(low <= number <= high for number in given)
        ):
            raise InvalidChance(f"entry {self._next} of the script should be {asked}, not {entry!r}")
        self._next += 1
        return given

    def mark(self) -> Any:
        return self._next

    def rewind(self, mark: Any) -> None:
        self._next = mark

    def to_dict(self, over: bool) -> ChanceDocument:
        script = [list(entry) if isinstance(entry, list | tuple) else entry for entry in self.script]
        return {"kind": "scripted", "script": script}


def _ask(wants: int, count: int) -> str:
    if wants == A_SEAT:
        return f"the first dealer, a seat from 0 to {count - 1}"
    if wants == A_DECK:
        return DECK_TEXT
    return f"the faces, 1 to 6, of {count} {'dice' if count > 1 else 'die'}"


def _deck(entry: Any) -> list[int]:
    if isinstance(entry, int):
        raise InvalidCards(f"{entry!r} is a number")
    cards = parse_cards(entry)
    if len(cards) != DECK_SIZE:
        raise InvalidCards(f"there are {len(cards)} cards")
    return cards


def _faces(entry: Any) -> list[int]:
    faces = entry.split() if isinstance(entry, str) else [entry] if isinstance(entry, int) else list(entry)
    if not all(type(face) in (int, str) for face in faces):
        raise TypeError(f"{entry!r} is not made of whole numbers")
    return [int(face) for face in faces]

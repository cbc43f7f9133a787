"""Seats at a table, and the tokens, names and entropy of the people who sit there."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from knockroll.engine.names import LONGEST_NAME, clean
from knockroll.server.errors import Code, Refusal

TOKEN_BYTES = 16
MOST_ENTROPY = 64
"""Most bytes of entropy a person can add; twice the size of a SHA-256 key is plenty."""

SeatKind = Literal["person", "computer"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat. It is never changed, only replaced.

    A person's seat without a token is free; while a game runs, a substitute plays for it. People are identified by
    their tokens, wherever they sit.
    """

    kind: SeatKind
    player: str | None = None
    """The computer player that sits here."""
    name: str | None = None
    token: str | None = None
    """SHA-256 of the token of the person who sits here, in hex."""
    entropy: bytes | None = None
    since: int = 0
    """The number of the entry when the person sat down."""
    dealt_in: int = 0
    """The person plays once this many hands are over; a substitute finishes the hand that someone else began."""
    away: bool = False
    """Gone past the time limit: a substitute plays until the person is back."""
    handed_over: bool = False
    """Away on request: a substitute plays until the person takes the seat back."""
    gone: bool = False
    """Left for good: the seat is no longer dealt in."""
    unused: bool = False
    """Left before being dealt in: someone else may join here."""
    replaced_by: str | None = None
    """The player that made the last move in place of the computer player at this seat."""

    @property
    def free(self) -> bool:
        """Whether a person may sit down here."""
        return self.kind == "person" and self.token is None and not self.gone

    @property
    def is_taken(self) -> bool:
        """Whether a person sits here."""
        return self.kind == "person" and self.token is not None

    def emptied(self, gone: bool, unused: bool) -> Seat:
        """The seat after its person has left."""
        return Seat(self.kind, self.player, gone=self.gone or gone, unused=unused)


def new_token() -> str:
    """A new token for one seat: 128 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """The hash of a token, which is all that is stored. A plain hash of 128 random bits cannot be reversed."""
    return hashlib.sha256(token.encode()).hexdigest()


def short_token(token: str | None) -> str:
    """The start of a token's hash: enough to tell the people at one table apart."""
    return "" if token is None else token[:24]


def same_token(stored: str | None, hashed: str) -> bool:
    """Compare hashes of tokens in constant time."""
    return stored is not None and hmac.compare_digest(stored, hashed)


def clean_name(name: str) -> str:
    """A display name as it is shown: no control or invisible characters, single spaces."""
    cleaned = clean(name)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in cleaned):
        raise Refusal(Code.INVALID_NAME, "a display name needs at least one visible character")
    if len(cleaned) > LONGEST_NAME:
        raise Refusal(Code.INVALID_NAME, f"a display name can have at most {LONGEST_NAME} characters")
    return cleaned


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number after it if someone already has it, or one that looks the same."""
    shapes = set(map(skeleton, taken))
    if skeleton(name) not in shapes:
        return name
    number = 2
    while skeleton(f"{name} {number}") in shapes:
        number += 1
    return f"{name} {number}"


_LOOK_ALIKES = str.maketrans({"0": "O", "1": "l", "I": "l", "|": "l"})
"""The look-alikes among ASCII characters, according to Unicode."""


def skeleton(name: str) -> str:
    """What a name looks like: names that can be mistaken for each other have the same (Unicode's UTS 39)."""
    shape = unicodedata.normalize("NFD", name)
    if not shape.isascii():
        shape = "".join(map(_prototype, shape))
    return shape.translate(_LOOK_ALIKES).casefold()


@cache
def _prototype(letter: str) -> str:
    """The first of the characters that look like this one; an ASCII one if there is any."""
    from confusable_homoglyphs.confusables import confusables_data  # a megabyte, which few names need

    alike: list[str] = [one["c"] for one in confusables_data.get(letter, ())]
    return letter if letter.isascii() else min([letter, *alike], key=lambda one: (not one.isascii(), one))


def read_entropy(text: str | None) -> bytes | None:
    """A person's entropy, which is sent as hex."""
    if text is None:
        return None
    try:
        entropy = bytes.fromhex(text)
    except ValueError:
        raise Refusal(Code.INVALID_ENTROPY, "entropy has to be hexadecimal digits") from None
    if not 1 <= len(entropy) <= MOST_ENTROPY:
        raise Refusal(Code.INVALID_ENTROPY, f"entropy has to be 1 to {MOST_ENTROPY} bytes")
    return entropy

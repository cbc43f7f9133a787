"""Seats at a table, who sits there, and how they prove it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Literal

from knockroll.engine.names import LONGEST_NAME, clean
from knockroll.server.errors import Code, Refusal

TOKEN_BYTES = 16
MOST_ENTROPY = 64
"""Bytes of entropy that a person may add: twice what a SHA-256 key can hold is plenty."""

SeatKind = Literal["person", "computer"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat, as it is: whatever happens to it makes another in its place.

    A person's seat without a token is free; while a game runs, the substitute plays for it. People are known by their
    tokens, wherever they sit.
    """

    kind: SeatKind
    player: str | None = None
    """The computer player that sits here."""
    name: str | None = None
    token: str | None = None
    """SHA-256 of the token of the person who sits here, in hex."""
    entropy: bytes | None = None
    since: int = 0
    """The number of the entry with which the person sat down."""
    dealt_in: int = 0
    """The person plays when so many hands of the game are over; the substitute finishes what somebody else began."""
    away: bool = False
    """Gone past the time limit: the substitute plays until the person is back."""
    handed_over: bool = False
    """Away by their own wish: the substitute plays until the person takes the seat back."""
    gone: bool = False
    """Left a game that players may leave: never dealt in again."""
    unused: bool = False
    """Left before being dealt in: somebody else may join here."""
    replaced_by: str | None = None
    """Who made the last move in the place of the computer player that sits here."""

    @property
    def free(self) -> bool:
        """Whether a person may sit down here."""
        return self.kind == "person" and self.token is None and not self.gone

    @property
    def is_taken(self) -> bool:
        """Whether a person sits here."""
        return self.kind == "person" and self.token is not None

    def emptied(self, gone: bool, unused: bool) -> Seat:
        """The seat when nobody sits here any more."""
        return Seat(self.kind, self.player, gone=self.gone or gone, unused=unused)


def new_token() -> str:
    """A token that opens one seat: 128 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """What is kept of a token. It has 128 random bits, so a plain hash cannot be searched."""
    return hashlib.sha256(token.encode()).hexdigest()


def short_token(token: str | None) -> str:
    """Enough of the hash of a token to tell people at one table apart."""
    return "" if token is None else token[:24]


def same_token(stored: str | None, hashed: str) -> bool:
    """Compare hashes of tokens in constant time."""
    return stored is not None and hmac.compare_digest(stored, hashed)


def clean_name(name: str) -> str:
    """A display name as it is shown: no control characters, no invisible tricks, single spaces."""
    cleaned = clean(name)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in cleaned):
        raise Refusal(Code.INVALID_NAME, "a display name needs at least one visible character")
    if len(cleaned) > LONGEST_NAME:
        raise Refusal(Code.INVALID_NAME, f"a display name has at most {LONGEST_NAME} characters")
    return cleaned


def free_name(name: str, taken: set[str]) -> str:
    """The name, with a number behind it if somebody at the table already has it."""
    if name.casefold() not in taken:
        return name
    number = 2
    while f"{name} {number}".casefold() in taken:
        number += 1
    return f"{name} {number}"


def read_entropy(text: str | None) -> bytes | None:
    """A person's entropy, sent as hex."""
    if text is None:
        return None
    try:
        entropy = bytes.fromhex(text)
    except ValueError:
        raise Refusal(Code.INVALID_ENTROPY, "entropy is sent as hexadecimal digits") from None
    if not 1 <= len(entropy) <= MOST_ENTROPY:
        raise Refusal(Code.INVALID_ENTROPY, f"entropy is 1 to {MOST_ENTROPY} bytes")
    return entropy

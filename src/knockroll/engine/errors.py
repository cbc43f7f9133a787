"""The errors. Each message says what was wrong and what would work."""

from __future__ import annotations

import re
from typing import Any

_LONGEST_WORD = 200
_LONGEST_MESSAGE = 2000


def _shorten(message: str) -> str:
    """Shorten a message that quotes something very long, such as a number of 400 digits."""
    short = re.sub(rf"(\S{{60}})\S{{{_LONGEST_WORD - 60},}}?(\W*)(?=\s|$)", r"\1…\2", message)
    return short if len(short) <= _LONGEST_MESSAGE else f"{short[:300]} … {short[-300:]}"


class KnockrollError(Exception):
    """The base class of all errors that Knock & Roll raises on purpose."""

    def __init__(self, message: str = "", **more: Any) -> None:
        super().__init__(_shorten(message), **more)


class InvalidMove(KnockrollError, ValueError):
    """The text is not a move of this game."""


class IllegalMove(KnockrollError, ValueError):
    """The move is not allowed now.

    ``reason`` says why in a person's words, as a text with places for the players' names (see
    :mod:`knockroll.engine.words`): ``You need 10 or less to knock; you have 41.``
    """

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or f"{message[:1].upper()}{message[1:]}."


class InvalidCards(KnockrollError, ValueError):
    """Cards that do not exist or occur twice, or faces that no die has."""


class InvalidOption(KnockrollError, ValueError):
    """An option with a wrong name, type or range; an unknown variant; a wrong number of seats."""


class UnknownGame(KnockrollError, ValueError):
    """A game that is not registered."""


class UnknownPlayer(KnockrollError, ValueError):
    """A computer player that is not registered."""


class PlayerFailed(KnockrollError):
    """A player failed to make a move.

    ``kind`` is ``crash``, ``timeout`` or ``illegal``; or ``busy``, which is not the player's fault: no process was free
    to run it. ``chosen`` is the illegal move, if it was a move of the game.
    """

    def __init__(self, kind: str, message: str, chosen: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.chosen = chosen

    @property
    def in_public(self) -> str:
        """The message for others at the table, without cards or legal moves, which would reveal the hand."""
        if self.kind != "illegal":
            return str(self)
        if not self.chosen:
            return "it chose no legal move"
        has_cards = re.search(r" [A2-9TJQK][shdc]\b", self.chosen) is not None
        shown = f"{self.chosen.split()[0]} …" if has_cards else self.chosen
        return f"it chose {shown!r}, which is not legal now"


class InvalidChance(KnockrollError, ValueError):
    """The scripted chance does not fit what the game asked for."""


class ChanceExhausted(KnockrollError):
    """The script has run out, or the secret of a fair game is unknown."""


class HistoryForgotten(KnockrollError, LookupError):
    """The game was resumed from a :class:`~knockroll.engine.snapshot.TableSnapshot`, so its beginning is unknown."""


class InvalidPosition(KnockrollError, ValueError):
    """The position is damaged, impossible, or from other rules."""


class InvalidRecord(KnockrollError, ValueError):
    """The record is damaged, truncated or forged."""


class MissingPackage(KnockrollError, ImportError):
    """A package is not installed; the message says what to install."""

    @classmethod
    def of(cls, error: ModuleNotFoundError, extra: str) -> MissingPackage:
        """Return the error for a missing package that one of our extras installs."""
        return cls(f"this needs {error.name}. Install it: pip install 'knockroll[{extra}]'", name=error.name)

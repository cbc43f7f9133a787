"""What can go wrong, each with a message that says what was wrong and what would work."""

from __future__ import annotations

import re
from typing import Any

_LONGEST_WORD = 200
_LONGEST_MESSAGE = 2000


def _shorten(message: str) -> str:
    """A message without what nobody reads: it may quote a number of 400 digits, or a list of 500 entries."""
    short = re.sub(rf"(\S{{60}})\S{{{_LONGEST_WORD - 60},}}?(\W*)(?=\s|$)", r"\1…\2", message)
    return short if len(short) <= _LONGEST_MESSAGE else f"{short[:300]} … {short[-300:]}"


class KnockrollError(Exception):
    """Any error that Knock & Roll raises on purpose."""

    def __init__(self, message: str = "", **more: Any) -> None:
        super().__init__(_shorten(message), **more)


class InvalidMove(KnockrollError, ValueError):
    """A text that is not a move of this game at all."""


class IllegalMove(KnockrollError, ValueError):
    """A move of this game that is not allowed now.

    ``reason`` says why in a person's words, as a text with places for the players' names (see
    :mod:`knockroll.engine.words`): ``You need 10 or less to knock; you have 41.``
    """

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or f"{message[:1].upper()}{message[1:]}."


class InvalidCards(KnockrollError, ValueError):
    """Cards that do not exist or come twice, dice that do not have six sides."""


class InvalidOption(KnockrollError, ValueError):
    """An option with a wrong name, type or range; an unknown variant; a wrong number of seats."""


class UnknownGame(KnockrollError, ValueError):
    """A game that is not registered."""


class UnknownPlayer(KnockrollError, ValueError):
    """A computer player that is not registered."""


class PlayerFailed(KnockrollError):
    """A player that gave no move in time, or none at all.

    ``kind`` is ``crash``, ``timeout`` or ``illegal``; or ``busy``, which is no fault of the player: there was no place
    where it could have thought. ``chosen`` is the illegal move, if it was a move of the game.
    """

    def __init__(self, kind: str, message: str, chosen: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.chosen = chosen

    @property
    def in_public(self) -> str:
        """What may be told to others at the table: the cards of a move, and which were legal, tell those of a hand."""
        if self.kind != "illegal":
            return str(self)
        if not self.chosen:
            return "it chose no legal move"
        has_cards = re.search(r" [A2-9TJQK][shdc]\b", self.chosen) is not None
        shown = f"{self.chosen.split()[0]} …" if has_cards else self.chosen
        return f"it chose {shown!r}, which is not legal now"


class InvalidChance(KnockrollError, ValueError):
    """Scripted chance that does not fit what the game asked for."""


class ChanceExhausted(KnockrollError):
    """The script has run out (or the secret of a fair game is not known): chance cannot go on."""


class HistoryForgotten(KnockrollError, LookupError):
    """The beginning of a game that was resumed in its middle (see :class:`knockroll.engine.snapshot.TableSnapshot`)."""


class InvalidPosition(KnockrollError, ValueError):
    """A position that is damaged, or of other rules."""


class InvalidRecord(KnockrollError, ValueError):
    """A record that is damaged, truncated or forged."""


class MissingPackage(KnockrollError, ImportError):
    """A package that is not installed, and what to install."""

    @classmethod
    def of(cls, error: ModuleNotFoundError, extra: str) -> MissingPackage:
        """The error for what is missing, if an extra of ours has it."""
        return cls(f"this needs {error.name}. Install it: pip install 'knockroll[{extra}]'", name=error.name)

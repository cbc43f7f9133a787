"""What can go wrong, each with a message that says what was wrong and what would work."""

from __future__ import annotations


class KnockrollError(Exception):
    """Any error that Knock & Roll raises on purpose."""


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
    where it could have thought.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind

    @property
    def in_public(self) -> str:
        """What may be told to others at the table: which moves were legal tells the cards of a hand."""
        return "it chose no legal move" if self.kind == "illegal" else str(self)


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

"""Events: what happened, in enough detail for a front end to animate it without the state.

Every play returns a tuple of events. An event may carry cards that only some seats may see; :func:`redact` is the one
place that removes them for everyone else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from knockroll.engine.showing import Account


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happened at the table.

    ``kind`` is the first word of a move (``draw``, ``discard``, ``knock``, ``keep`` …) or one of ``dealer``, ``cut``,
    ``deal``, ``upcard``, ``reshuffle``, ``show``, ``add``, ``join``, ``leave``, ``hand over``, ``game over``, or a word
    of its game.

    >>> event = Event("draw", 1, "draw stock", ("7h",), 1, "stock", "hand", seen_by=(1,))
    >>> redact(event, 0).to_dict()
    {'kind': 'draw', 'seat': 1, 'text': 'draw stock', 'count': 1, 'source': 'stock', 'target': 'hand'}
    >>> event.without_readers().seen_by is None
    True
    """

    kind: str
    """What happened."""
    seat: int | None = None
    """The seat that acted or that the event is about; null if there is none."""
    text: str = ""
    """The move as text, if the event is a move."""
    cards: tuple[str, ...] = ()
    """The cards that moved, as far as the receiver may see them."""
    count: int = 0
    """How many cards moved, seen or not."""
    source: str = ""
    """Where the cards came from: ``stock``, ``discard``, ``hand``."""
    target: str = ""
    """Where the cards went: ``hand``, ``discard``, ``spread 2``, ``table``, ``stock``."""
    seen_by: tuple[int, ...] | None = None
    """The seats that may see the cards; None means everyone."""
    dice: tuple[int, ...] = ()
    """The dice that were thrown or kept."""
    points: tuple[int, ...] = ()
    """For ``hand over`` the change of each seat's score, for ``game over`` the final scores, else the one number that
    the event is about: what dice that were kept or banked are worth, the deadwood of a knock."""
    winners: tuple[int, ...] = ()
    """The seats that won the hand or the game."""
    ending: str = ""
    """For ``hand over``: one of ``Game.endings``."""
    melds: tuple[tuple[str, ...], ...] = ()
    """For ``show``: the melds as the table has arranged them."""
    changes: Mapping[str, Any] = {}
    """Fields of the view that change with this event, apart from the cards that moved. Everyone may know them. What is
    cleared at the end of a hand follows with the next view or deal."""
    account: Account | None = None
    """For ``hand over``: how the hand ended, in words."""

    def to_dict(self) -> dict[str, Any]:
        """Return the event as JSON, without empty fields. Redact it first for the seat that will read it."""
        document: dict[str, Any] = msgspec.to_builtins(self.without_readers())
        return document

    def without_readers(self) -> Event:
        """Return the event without ``seen_by``, as JSON has it. Redact it first: afterwards that is impossible."""
        return self if self.seen_by is None else msgspec.structs.replace(self, seen_by=None)


def redact(event: Event, seat: int | None) -> Event:
    """Return the event as a seat may see it (None: a spectator), without the cards that are hidden from it.

    >>> event = Event("draw", 1, cards=("7h",), count=1, seen_by=(1,))
    >>> redact(event, 1).cards, redact(event, 0).cards, redact(event, None).count
    (('7h',), (), 1)
    """
    if event.seen_by is None or (seat is not None and seat in event.seen_by):
        return event
    return msgspec.structs.replace(event, cards=())

"""What a review needs to know about a game beyond its rules: when a loss is a mistake, the kinds of error, reasons.

A game says so in its folder (``review.py``) and names it in ``Game.review``. Without, a review uses the defaults here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """Why one move is better than another: a sentence, and the data behind it."""

    key: str
    """What it is about: ``outs``, ``danger``."""
    text: str
    """One sentence that a player understands. ``{0}`` stands for the player on seat 0."""
    numbers: dict[str, float] = {}
    """The numbers in it, by name."""
    cards: tuple[str, ...] = ()
    """The cards it is about."""


class Peer(NamedTuple):
    """A player of the game, for comparison."""

    name: str
    loss: float
    """What it gives away per real decision, as reviews measure it."""
    rating: int
    """Its rating in the arena."""


Worlds = Sequence[Sequence[int]]
"""Hands of every seat, one set of cards each, in worlds that a seat believes in; the seat's own hand is 0."""


def no_kind(v: Any, played: int, best: int) -> str:
    """Return no kind of error."""
    return ""


def no_reasons(v: Any, played: int, best: int, worlds: Worlds) -> list[Reason]:
    """Give no reasons."""
    return []


@dataclass(frozen=True, kw_only=True)
class ReviewRules:
    """What a review needs to know about a game."""

    inaccurate: float = 0.02
    """The loss of a move, in chance to win the game, from which it is called inaccurate."""
    mistake: float = 0.05
    """The same for a mistake."""
    blunder: float = 0.10
    """The same for a blunder."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Kinds of error, each with the words that a list of them shows: ``{"discard": "Wrong discard"}``."""
    kind_of: Callable[[Any, int, int], str] = no_kind
    """``kind_of(v, played, best)``: the kind of error, one of ``kinds``, from the view of the seat and two moves."""
    why: Callable[[Any, int, int, Worlds], list[Reason]] = no_reasons
    """``why(v, played, best, worlds)``: why the best move is better, the most important reason first."""
    chances: Callable[[Any], tuple[float, ...] | None] | None = None
    """The exact chance of each seat to win from a state in which nothing is hidden: a seat is to move, chance is asked
    for, or the game is over. None for a state that the solution does not cover."""
    standing: Callable[[Any], tuple[float, ...]] | None = None
    """The chance of each seat to win from a state after a hand, roughly: used where nothing can be compiled, together
    with the solution of the game's player that searches."""
    levels: tuple[float, float, float, float] = (0.001, 0.003, 0.007, 0.015)
    """The loss per real decision up to which play is called ``world class``, ``expert``, ``strong`` or ``steady``."""
    peers: tuple[Peer, ...] = ()
    """Players to compare with, the strongest first: how reviews and the arena rate them in games of two."""
    peers_in: str | None = None
    """The variant in which they were rated."""


DEFAULT_RULES = ReviewRules()

"""Positions for tests, written as text; players that fail; what the command says of an error."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pytest

import knockroll
from knockroll.commands import main
from knockroll.engine.cards import TEXTS, parse_cards, texts_of
from knockroll.engine.views import GameView
from knockroll.engine.words import fill, tell_event


def deck(
    hands: Sequence[str], upcard: str = "", stock: str = "", dealer: int = 0, out: Sequence[int] = ()
) -> list[str]:
    """A deck that deals these hands (one text a seat), then this upcard, then this stock on top; the rest follows.

    An empty hand of a seat that is not out is filled up with cards that are named nowhere else.
    """
    seats = [(dealer + 1 + i) % len(hands) for i in range(len(hands))]
    named = [texts_of(parse_cards(hand)) for hand in hands]
    size = max(len(hand) for hand in named)
    used = {card for hand in named for card in hand} | set(texts_of(parse_cards(f"{upcard} {stock}")))
    rest = iter([card for card in reversed(TEXTS) if card not in used])
    for seat, hand in enumerate(named):
        if seat not in out:
            hand += [next(rest) for _ in range(size - len(hand))]
    dealt = [named[seat][i] for i in range(size) for seat in seats if seat not in out]
    turned = texts_of(parse_cards(upcard)) or [next(rest)]
    return [*dealt, *turned, *texts_of(parse_cards(stock)), *rest]


def table(
    game: str, hands: Sequence[str], upcard: str = "", stock: str = "", dealer: int = 0, **options: Any
) -> knockroll.Table:
    """A table with these hands dealt; more decks can be given as ``then=[deck(...), …]``."""
    script = [deck(hands, upcard, stock, dealer), *options.pop("then", [])]
    chance = knockroll.Scripted(script)
    return knockroll.Table(game, seats=len(hands), dealer=dealer, chance=chance, **options)


def play(t: knockroll.Table, *moves: str) -> tuple[knockroll.Event, ...]:
    """Play moves one after the other; the events of the last one."""
    events: tuple[knockroll.Event, ...] = ()
    for move in moves:
        events = t.play(move)
    return events


NAMES = ("You", "Ann", "Ben", "Cleo")
"""The names at seats 0 to 3 where sentences are checked."""


def refusal(t: knockroll.Table, move: str) -> str:
    """Why a move is refused, as the person on seat 0 reads it."""
    with pytest.raises(knockroll.IllegalMove) as refused:
        t.play(move)
    return fill(refused.value.reason, NAMES)


def account(hand: knockroll.Hand) -> tuple[str, str, str]:
    """How a hand is told to the person on seat 0: title, detail and clause."""
    return fill(hand.account.title, NAMES), fill(hand.account.detail, NAMES), hand.account.clause


def sum_of(hand: knockroll.Hand, seat: int) -> list[tuple[str, int]]:
    """What a seat's points are made of."""
    return [(fill(term.text, NAMES, {"n": str(abs(term.amount))}), term.amount) for term in hand.account.sums[seat]]


def log(t: knockroll.Table, events: Sequence[knockroll.Event], seat: int | None = 0) -> list[str]:
    """What a seat reads of some events."""
    told = [tell_event(t.game.showing.events, knockroll.redact(event, seat), NAMES) for event in events]
    return [text for text in told if text]


def broken_player(view: GameView) -> str:
    """Raises what no player of ours would."""
    raise RuntimeError("out of ideas")


def cheating_player(view: GameView) -> str:
    """Spoils its view, and plays a card that nobody has."""
    view["legal"] = ["discard As"]
    return "discard As"


def said_of_error(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says of something that cannot be: nothing that a person types shows a traceback."""
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


def is_running(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

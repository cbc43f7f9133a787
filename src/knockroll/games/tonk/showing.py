"""Tonk: how it is told and shown."""

from __future__ import annotations

from knockroll.engine.cards import DECK_SIZE, TEXTS, points_in, texts_in
from knockroll.engine.showing import (
    Happening,
    Holding,
    Mark,
    OptionGroup,
    OptionWords,
    Reading,
    Round,
    Score,
    Showing,
    Spreads,
    SuddenEnd,
    Verb,
)
from knockroll.engine.state import stock_size
from knockroll.engine.words import (
    CARD_EVENTS,
    CARD_VERBS,
    DISCARDS,
    SELDOM_CHANGED,
    STOCK,
    listed,
    refuse_card_move,
    sign,
)
from knockroll.games.tonk.rules import MOST_MOVES
from knockroll.games.tonk.spreads import DROP, HIT, SPREAD, list_spreads, spread_mask
from knockroll.games.tonk.state import DRAW, Tonk

SHOWING = Showing(
    goal="The most chips when the last hand has been played win.",
    picture=("Qs", "Qh", "Qd", ""),
    sudden=(SuddenEnd(text="Anybody may drop as a turn begins, even before your first move."),),
    score=Score(one="chip", many="chips", style="signed"),
    round=Round(number="hands"),
    hand=Holding(size=5, size_option="cards", count="points"),
    middle=(STOCK, DISCARDS, Spreads(label="Spreads", field="spreads", put=("hit",))),
    verbs=(
        *CARD_VERBS,
        Verb(word="drop", label="Drop", phrase="drop", key="p", worth="with {n}"),
        Verb(
            word="spread",
            label="Spread",
            phrase="lay a spread",
            key="s",
            takes="cards",
            asks="Choose the cards of the spread",
        ),
        Verb(
            word="hit",
            label="Hit",
            phrase="hit a spread",
            key="h",
            takes="place",
            asks="Choose a card and the spread to add it to",
        ),
    ),
    marks=(
        Mark(field="blocked", text="may not drop", kind="seats"),
        Mark(field="joining", text="joins with the next deal", kind="seats"),
        Mark(field="leaving", text="leaves after this hand", kind="seats"),
    ),
    events={
        **CARD_EVENTS,
        "cut": Happening(text="{who} cut {cards}", short="cut {cards}", cue="card"),
        "drop": Happening(text="{who} dropped", short="dropped", cue="knock", stands_out=True),
        "spread": Happening(text="{who} laid {cards}", short="laid {cards}", cue="card"),
        "hit": Happening(text="{who} added {cards} to {target}", short="hit with {cards}", cue="card"),
    },
    options=(
        OptionGroup(
            title="The session",
            options={
                "hands": OptionWords(label="Hands", clause="R6"),
                "stake": OptionWords(label="Basic stake", clause="3"),
            },
        ),
        OptionGroup(
            title="Payments",
            options={
                "opening_tonk": OptionWords(
                    label="A dealt hand that wins at once", clause="6", said={"49_50": "49 or 50", "none": "none"}
                ),
                "caught_pays": OptionWords(
                    label="A caught dropper pays", clause="12d", said={"double_and_stake": "double, and the stake"}
                ),
            },
        ),
        OptionGroup(
            title="The course of a hand",
            options={
                "cards": OptionWords(label="Cards for each", clause="5"),
                "hit_blocks_drop": OptionWords(
                    label="Being hit delays a drop", clause="9", said={"0": "not at all", "1": "by one turn"}
                ),
            },
        ),
        SELDOM_CHANGED,
    ),
)


def read(v: Tonk, seat: int) -> Reading:
    """The spreads that could be laid, and what a drop would mean."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    melds = _spreads(hand)
    points = points_in(hand)
    return Reading(
        melds=tuple(tuple(texts_in(meld)) for meld in melds),
        loose=tuple(texts_in(hand & ~sum(melds))),
        count=points,
        worth={"drop": points},
        warnings={} if stock_size(v) else {"draw stock": _STOCK_IS_EMPTY},
        prompt=_BEFORE_DRAWING if not stock_size(v) and v.turn == seat and v.phase == DRAW else "",
    )


_BEFORE_DRAWING = "The stock is empty, and drawing from it ends the hand"
_STOCK_IS_EMPTY = "The stock is empty: drawing ends the hand, and the lowest count is paid."  # tonk 11, 12e


def _spreads(hand: int) -> list[int]:
    """Spreads that take the most points out of the hand, one after the other."""
    found = []
    moves = [0] * MOST_MOVES
    while n := list_spreads(hand, moves, 0):
        best = max((spread_mask(move - SPREAD) for move in moves[:n]), key=points_in)
        found.append(best)
        hand &= ~best
    return found


def refuse(v: Tonk, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if move < DROP:
        return refuse_card_move(v, move, must_draw=v.phase == DRAW)
    if move == DROP:
        if v.phase != DRAW:
            return "You have drawn already: you can drop only as your turn begins."  # tonk 7
        return "You may not drop in this turn: somebody hit a spread of yours."  # option hit_blocks_drop
    if v.phase == DRAW:
        return "Draw a card first."
    place, card = divmod(move - HIT, DECK_SIZE)
    needed = spread_mask(move - SPREAD) if move < HIT else 1 << card
    if missing := texts_in(needed & ~v.hands[v.turn]):
        return f"You do not hold {listed([sign(text) for text in missing])}."
    if not v.spreads[place]:
        return f"There is no spread {place + 1}."
    return f"{sign(TEXTS[card])} does not fit spread {place + 1}."  # tonk 9

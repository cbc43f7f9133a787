"""Tonk: how the game looks and speaks."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec import structs

from knockroll.engine.cards import DECK_SIZE, TEXTS, points_in, text_tuple, texts_in
from knockroll.engine.rule import CACHE_SIZE
from knockroll.engine.showing import (
    Example,
    Explanation,
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
    ADVANCED,
    CARD_EVENTS,
    CARD_VERBS,
    DISCARDS,
    STOCK,
    listed,
    refuse_card_move,
    sign,
)
from knockroll.games.tonk.rules import MOST_MOVES
from knockroll.games.tonk.spreads import DROP, HIT, SPREAD, list_spreads, spread_mask
from knockroll.games.tonk.state import DRAW, Tonk

EXPLANATION = (
    Explanation(
        title="Goal",
        text=(
            "Get rid of your five cards, or hold the fewest points when the hand ends. Aces count 1, face cards "
            "10 and other cards their number."
        ),
    ),
    Explanation(
        title="Your turn",
        text=(
            "Draw from the stock or the discard pile. Lay down spreads and add cards to any spread on the "
            "table, as many as you like. Then discard one card."
        ),
        examples=(
            Example(pieces=("Qs", "Qh", "Qd"), text="a book: three or four of a rank"),
            Example(pieces=("5c", "6c", "7c"), text="a run: three or more in a row, one suit"),
        ),
    ),
    Explanation(
        title="How a hand ends",
        text=(
            "Someone runs out of cards. Or someone drops at the start of a turn, before drawing, betting that "
            "no one has fewer points. Or the stock runs out."
        ),
    ),
    Explanation(
        title="Scoring",
        text=(
            "Everyone pays the winner a chip: two if the winner's last card went onto the table and not the "
            "discard pile, or for 49 or 50 points on the deal. If you drop and someone has as few points or fewer, "
            "you're caught: you pay them two chips each, and the lowest player gets one more from everyone."
        ),
    ),
    Explanation(
        title="Winning",
        text="After ten hands, the player with the most chips wins.",
    ),
)

SHOWING = Showing(
    goal="The most chips after the last hand wins.",
    explanation=EXPLANATION,
    popularity=40,
    picture=("Qs", "Qh", "Qd", ""),
    sudden=(SuddenEnd(text="Anyone may drop at the start of a turn, even before your first one."),),
    score=Score(one="chip", many="chips", style="signed"),
    round=Round(number="hands"),
    hand=Holding(size=5, size_option="cards", count="count"),
    middle=(STOCK, structs.replace(DISCARDS, only_top=True), Spreads(label="Spreads", field="spreads", put=("hit",))),
    verbs=(
        *CARD_VERBS,
        Verb(word="drop", label="Drop", phrase="drop", key="p", worth="with {n}"),
        Verb(
            word="spread",
            label="Spread",
            phrase="lay a spread",
            key="s",
            takes="cards",
            asks="Choose the cards to spread",
        ),
        Verb(
            word="hit",
            label="Hit",
            phrase="hit a spread",
            key="h",
            takes="place",
            asks="Choose a card and the spread to hit",
            at_place="Add {cards} to {owner's} {meld}",
        ),
    ),
    marks=(
        Mark(field="blocked", text="can't drop", kind="seats"),
        Mark(field="joining", text="joins next hand", kind="seats"),
        Mark(field="leaving", text="leaves after this hand", kind="seats"),
    ),
    events={
        **CARD_EVENTS,
        "cut": Happening(text="{who} cut {cards}", short="cut {cards}", cue="card"),
        "drop": Happening(text="{who} dropped", short="dropped", cue="knock", stands_out=True),
        "spread": Happening(text="{who} spread {cards}", short="spread {cards}", cue="card"),
        "hit": Happening(text="{who} hit {target} with {cards}", short="hit with {cards}", cue="card"),
    },
    options=(
        OptionGroup(
            title="The session",
            options={
                "hands": OptionWords(label="Hands", clause="R6"),
                "stake": OptionWords(label="Stake", clause="3"),
            },
        ),
        OptionGroup(
            title="Payments",
            options={
                "opening_tonk": OptionWords(
                    label="Dealt hand that wins at once", clause="6", said={"49_50": "49 or 50", "none": "none"}
                ),
                "caught_pays": OptionWords(
                    label="Caught dropper pays", clause="12d", said={"double_and_stake": "double, plus a stake"}
                ),
            },
        ),
        OptionGroup(
            title="Play",
            options={
                "cards": OptionWords(label="Cards dealt", clause="5"),
                "hit_blocks_drop": OptionWords(
                    label="After being hit", clause="9", said={"0": "may drop", "1": "can't drop for a turn"}
                ),
            },
        ),
        ADVANCED,
    ),
)


def read(v: Tonk, seat: int) -> Reading:
    """The spreads that could be laid, and what a drop would mean."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    melds, loose = _arranged(hand)
    points = points_in(hand)
    return Reading(
        melds=melds,
        loose=loose,
        count=points,
        worth={"drop": points},
        bold={"drop": _bold_drop(points)} if points > _SAFE_COUNT else {},
        warnings={} if stock_size(v) else {"draw stock": _STOCK_IS_EMPTY},
        prompt=_BEFORE_DRAWING if not stock_size(v) and v.turn == seat and v.phase == DRAW else "",
    )


_SAFE_COUNT = 15
_BEFORE_DRAWING = "The stock is empty. Drawing from it ends the hand"
_STOCK_IS_EMPTY = "The stock is empty. Drawing ends the hand, and the lowest count gets paid."  # tonk 11, 12e


@cache
def _bold_drop(points: int) -> str:
    return f"You have {points}. If anyone has as few, you're caught: you pay them double."  # tonk 12d, R3


@lru_cache(maxsize=CACHE_SIZE)
def _arranged(hand: int) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The spreads that a hand could lay, and its other cards."""
    spreads = _spreads(hand)
    return tuple(text_tuple(spread) for spread in spreads), text_tuple(hand & ~sum(spreads))


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
            return "You've already drawn. Drop at the start of your turn."  # tonk 7
        return "You can't drop this turn: someone hit your spread."  # option hit_blocks_drop
    if v.phase == DRAW:
        return "Draw a card first."
    place, card = divmod(move - HIT, DECK_SIZE)
    needed = spread_mask(move - SPREAD) if move < HIT else 1 << card
    if missing := texts_in(needed & ~v.hands[v.turn]):
        return f"You don't have {listed([sign(text) for text in missing])}."
    if not v.spreads[place]:
        return f"There's no spread {place + 1}."
    return f"{sign(TEXTS[card])} doesn't fit spread {place + 1}."  # tonk 9

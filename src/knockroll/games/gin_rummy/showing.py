"""Gin Rummy: how it is told and shown."""

from __future__ import annotations

from knockroll.engine.cards import texts_in
from knockroll.engine.melds import best_sets, lowest_deadwood, melds_in
from knockroll.engine.showing import Account, Happening, Holding, Mark, Reading, Score, Showing, Term, Verb
from knockroll.engine.words import CARD_EVENTS, CARD_VERBS, DISCARDS, STOCK, refuse_card_move
from knockroll.games.gin_rummy.moves import MOVES
from knockroll.games.gin_rummy.rules import DISCARDING, GIN, HAND_SIZE, KNOCK, MOST_MOVES, PASS, GinRummy, legal

SHOWING = Showing(
    goal="The least deadwood wins a hand; the first to reach the target wins the game.",
    score=Score(one="point", many="points", style="race", limit="target"),
    hand=Holding(size=HAND_SIZE, count="deadwood"),
    middle=(STOCK, DISCARDS),
    verbs=(
        *CARD_VERBS,
        Verb(word="pass", label="Pass", phrase="pass", key="p"),
        Verb(
            word="knock",
            label="Knock",
            phrase="knock",
            key="k",
            takes="card",
            asks="Choose the card to put down with your knock",
            worth="with {n}",
        ),
        Verb(
            word="gin",
            label="Gin",
            phrase="go gin",
            key="g",
            takes="card",
            asks="Choose the card to put down with your gin",
            any_card=True,
        ),
    ),
    marks=(Mark(field="knocker", text="knocked"), Mark(field="passed", text="passed", kind="seats")),
    prompts={"offer": "Take the upcard, or pass"},
    events={
        **CARD_EVENTS,
        "pass": Happening(text="{who} passed on the upcard", short="passed"),
        "knock": Happening(
            text="{who} discarded {cards} and knocked with {n}", short="knocked with {n}", cue="knock", stands_out=True
        ),
        "gin": Happening(text="{who} discarded {cards} and went gin", short="gin!", cue="knock", stands_out=True),
    },
)


def read(v: GinRummy, seat: int) -> Reading:
    """The melds with the least deadwood, and what a knock would mean."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    melds = melds_in(hand, best_sets(hand))
    melded = sum(melds)
    return Reading(
        melds=tuple(tuple(texts_in(meld)) for meld in melds),
        loose=tuple(texts_in(hand & ~melded)),
        count=lowest_deadwood(hand),
        worth=_worth(v, hand) if v.turn == seat and v.phase == DISCARDING else {},
    )


def _worth(v: GinRummy, hand: int) -> dict[str, int]:
    """The deadwood of each knock."""
    moves = [0] * MOST_MOVES
    return {
        MOVES.format(move): lowest_deadwood(hand & ~(1 << move - KNOCK))
        for move in moves[: legal(v, moves)]
        if KNOCK <= move < GIN
    }


def refuse(v: GinRummy, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if move < PASS:
        return refuse_card_move(v, move, must_draw=v.phase != DISCARDING)
    return "You cannot do that now."


def end(s: GinRummy) -> Account:
    """How the hand ended, and what it brought."""
    sums = tuple((Term("points", s.points[i]),) if s.points[i] else () for i in range(s.seats))
    return Account(title="The hand is over", clause="6", sums=sums)

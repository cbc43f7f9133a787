"""Tunk: how it is told and shown."""

from __future__ import annotations

from knockroll.engine.cards import points_in, texts_in
from knockroll.engine.showing import Account, Happening, Holding, Mark, OpenHands, Reading, Score, Showing, Term, Verb
from knockroll.engine.state import NOBODY
from knockroll.engine.words import CARD_EVENTS, CARD_VERBS, DISCARDS, STOCK, refuse_card_move
from knockroll.games.tunk.matched import arrange
from knockroll.games.tunk.rules import DISCARDING, DRAW, HAND_SIZE, TUNK, Tunk, may_tunk, wild_cards

SHOWING = Showing(
    goal="Points are bad: whoever has as many as the target is out, and the last player left wins.",
    score=Score(one="point", many="points", best="low", limit="target"),
    hand=Holding(size=HAND_SIZE, count="unmatched points"),
    middle=(STOCK, DISCARDS, OpenHands(field="spread", melds="matched", added="added")),
    verbs=(*CARD_VERBS, Verb(word="tunk", label="Tunk", phrase="call tunk", key="t", worth="with {n}")),
    marks=(Mark(field="tunker", text="tunk"),),
    events={
        **CARD_EVENTS,
        "tunk": Happening(text="{who} called tunk", short="called tunk", cue="knock", stands_out=True),
        "add": Happening(text="{who} added {cards} to the tunker's {target}", short="added {cards}", cue="card"),
    },
)


def read(v: Tunk, seat: int) -> Reading:
    """The hand as the table would arrange it, and what a tunk would mean."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    first, second, _, _ = arrange(hand, wild_cards(v), 0, 0)
    loose = hand & ~first & ~second
    total = points_in(loose)
    yours = v.turn == seat
    return Reading(
        melds=tuple(tuple(texts_in(matched)) for matched in (first, second) if matched),
        loose=tuple(texts_in(loose)),
        count=total,
        worth={"tunk": total} if yours and v.phase == DISCARDING and may_tunk(v) else {},
        prompt="Your last turn" if yours and v.tunker != NOBODY else "",
    )


def refuse(v: Tunk, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if move < TUNK:
        return refuse_card_move(v, move, must_draw=v.phase == DRAW)
    return "You cannot call tunk now."


def end(s: Tunk) -> Account:
    """How the hand ended, and what it brought."""
    sums = tuple((Term("points", s.points[i]),) if s.points[i] else () for i in range(s.seats))
    return Account(title="The hand is over", clause="6", sums=sums)

"""Tunk: how it is told and shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from knockroll.engine.cards import points_in, texts_in
from knockroll.engine.showing import (
    REMEMBERED,
    Account,
    Happening,
    Holding,
    Mark,
    OpenHands,
    OptionGroup,
    OptionWords,
    Reading,
    Score,
    Showing,
    Term,
    Verb,
)
from knockroll.engine.state import NOBODY
from knockroll.engine.views import seats_in
from knockroll.engine.words import (
    CARD_EVENTS,
    CARD_VERBS,
    DISCARDS,
    SELDOM_CHANGED,
    STOCK,
    counted,
    in_words,
    players,
    refuse_card_move,
    signs,
)
from knockroll.games.tunk.matched import BY_POINTS, arrange, least_unmatched
from knockroll.games.tunk.rules import (
    DRAW,
    ENDED_BY_TURN_LIMIT,
    HAND_SIZE,
    TUNK,
    Tunk,
    hand_total,
    wild_cards,
)

SHOWING = Showing(
    goal="Points are bad: whoever has as many as the target is out, and the last player left wins.",
    picture=("8d", "2c", "8s"),
    score=Score(one="point", many="points", best="low", limit="target"),
    hand=Holding(size=HAND_SIZE, count="unmatched points"),
    middle=(STOCK, DISCARDS, OpenHands(field="spread", melds="matched", added="added")),
    verbs=(*CARD_VERBS, Verb(word="tunk", label="Tunk", phrase="call tunk", key="t", worth="with {n}")),
    marks=(Mark(field="tunker", text="tunk"),),
    events={
        **CARD_EVENTS,
        "tunk": Happening(
            text="{who} called tunk: everybody else has one last turn",
            short="called tunk",
            cue="knock",
            stands_out=True,
        ),
        "add": Happening(text="{who} added {cards} to a set of the tunker", short="added {cards}", cue="card"),
    },
    options=(
        OptionGroup(title="The game", options={"target": OptionWords(label="Points that put you out", clause="9")}),
        OptionGroup(
            title="Calling tunk",
            options={
                "tunk_limit": OptionWords(label="Most that may be unmatched", clause="5bii"),
                "tunk_limit_counts": OptionWords(label="Unmatched is counted in"),
            },
        ),
        OptionGroup(title="The cards", options={"twos_wild": OptionWords(label="Wild twos", clause="4c")}),
        SELDOM_CHANGED,
    ),
)


def read(v: Tunk, seat: int) -> Reading:
    """The hand as the table would arrange it, and what a tunk would mean."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    melds, loose, total = _arranged(hand, wild_cards(v))
    return Reading(
        melds=melds,
        loose=loose,
        count=total,
        worth={"tunk": total},
        prompt=f"Your last turn: {{{v.tunker}}} called tunk" if v.tunker != NOBODY and v.turn == seat else "",
    )


@lru_cache(maxsize=REMEMBERED)
def _arranged(hand: int, wild: int) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], int]:
    """The matched sets of a hand, its other cards, and their points."""
    first, second, _, _ = arrange(hand, wild, 0, 0)
    loose = hand & ~first & ~second
    melds = tuple(tuple(texts_in(matched)) for matched in (first, second) if matched)
    return melds, tuple(texts_in(loose)), points_in(loose)


def refuse(v: Tunk, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if move < TUNK:
        return refuse_card_move(v, move, must_draw=v.phase == DRAW)
    if v.tunker != NOBODY:
        return f"{{{v.tunker}}} called tunk already: this is your last turn."  # tunk 6bii
    if v.phase == DRAW:
        return "Draw a card first."
    least = least_unmatched(v.hands[v.turn], wild_cards(v), v.tunk_limit_counts, 0)
    if v.tunk_limit_counts == BY_POINTS:
        return f"{v.tunk_limit} unmatched points at most; you have {least}."
    most = f"{in_words(v.tunk_limit)} unmatched {'card' if v.tunk_limit == 1 else 'cards'}"
    return f"{most.capitalize()} at most; you have {in_words(least)}."  # tunk 5bii


# --- How a hand ended ----------------------------------------------------------------------------------------------


def end(s: Tunk) -> Account:
    """How the hand ended, and what everybody's points are made of (tunk 6, 7, 8, 9)."""
    if s.tunker == NOBODY:
        return _end_void(s)
    title, detail, clause = _by_tunk(s)
    if out := [i for i in range(s.seats) if s.spread[i] and s.scores[i] >= s.target]:
        detail += f" {players(out)} came to {s.target:,} or more and went out."
        if not s.playing:
            detail += f" Nobody was left, so the lowest game total won: {players(seats_in(s.winners))}."
            clause = "9"
    return Account(
        title=title,
        detail=detail,
        clause=clause,
        sums=tuple(tuple(_terms(s, i)) for i in range(s.seats)),
        notes=tuple(_note(s, i) for i in range(s.seats)),
    )


def _end_void(s: Tunk) -> Account:
    sums: tuple[tuple[Term, ...], ...] = ((),) * s.seats
    detail = "Nobody had called tunk, so nobody got points."
    if s.ending == ENDED_BY_TURN_LIMIT:
        title = f"The hand was broken off after {counted(s.turn_limit, 'turn', 'turns')}"
        return Account(title=title, detail=detail, clause="7a", sums=sums)
    return Account(title="The stock ran out", detail=detail, clause="6a", sums=sums)


def _by_tunk(s: Tunk) -> tuple[str, str, str]:
    """Whether the tunker had the lowest total: title, detail and clause."""
    tunker, winners = s.tunker, seats_in(s.hand_winners)
    had = f"{{{tunker}}} had {counted(hand_total(s, tunker), 'unmatched point', 'unmatched points')}"
    if not s.hand_winners >> tunker & 1:
        lower = f"{players(winners)} had {hand_total(s, winners[0])}{' each' if len(winners) > 1 else ''}"
        detail = f"{had}, but {lower}. A tunker who does not have the lowest total pays it twice."
        return f"{{{tunker}}} called tunk and paid double", detail, "8d"
    if len(winners) > 1:
        others = players(i for i in winners if i != tunker)
        detail = f"{had}, and so had {others}. Sharing the lowest total is enough: no double for the tunker."
        return f"{{{tunker}}} called tunk and shared the lowest total", detail, "R4"
    return f"{{{tunker}}} called tunk and had the lowest total", f"{had}, and everybody else had more.", "8"


def _terms(s: Tunk, seat: int) -> Iterator[Term]:
    """What the points of a seat are made of (tunk 8)."""
    total = hand_total(s, seat) if s.spread[seat] else 0
    if total:
        yield Term("unmatched cards", total)
        if s.points[seat] != total:
            yield Term("doubled", s.points[seat] - total)


def _note(s: Tunk, seat: int) -> str:
    if seat == s.tunker:
        return "called tunk"
    added = texts_in(s.added[2 * seat] | s.added[2 * seat + 1])
    return f"added {signs(added)} to the sets of the tunker" if added else ""

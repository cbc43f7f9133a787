"""Tunk: how the game looks and speaks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from knockroll.engine.cards import points_in, text_tuple, texts_in
from knockroll.engine.rule import CACHE_SIZE
from knockroll.engine.showing import (
    Account,
    Example,
    Explanation,
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
    ADVANCED,
    CARD_EVENTS,
    CARD_VERBS,
    DISCARDS,
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
    unmatched_cards,
    wild_cards,
)

EXPLANATION = (
    Explanation(
        title="Goal",
        text=(
            "Points are bad. Sort your seven cards into matched sets of three or four, because unmatched cards "
            "count against you. 2s are wild."
        ),
        examples=(
            Example(pieces=("8d", "8s", "8h"), text="the same rank"),
            Example(pieces=("5c", "6c", "7c"), text="a row in one suit"),
            Example(pieces=("Td", "2c", "Ts"), text="a 2 fills any gap; two cards must be natural"),
        ),
    ),
    Explanation(
        title="Your turn",
        text=(
            "Draw a card from the stock or the discard pile. Then discard one, or call tunk if no more than "
            "five of your cards are unmatched."
        ),
    ),
    Explanation(
        title="How a hand ends",
        text=(
            "After a tunk, everyone else takes one last turn and may add cards to the tunker's sets. If the "
            "stock runs out before anyone calls, no one scores."
        ),
    ),
    Explanation(
        title="Scoring",
        text=(
            "Your unmatched cards are your points: aces 1, face cards 10, other cards their number. If anyone "
            "has less than the tunker, the tunker's points count double."
        ),
        examples=(Example(pieces=("Kd", "4s", "Ah"), text="15 points"),),
    ),
    Explanation(
        title="Winning",
        text="At 100 points you're out. The last player standing wins.",
    ),
)

SHOWING = Showing(
    goal="Points are bad. Reach the target and you're out; the last player standing wins.",
    explanation=EXPLANATION,
    popularity=20,
    picture=("8d", "2c", "8s"),
    score=Score(one="point", many="points", best="low", limit="target", survival=True),
    hand=Holding(size=HAND_SIZE, count="unmatched"),
    middle=(STOCK, DISCARDS, OpenHands(field="spread", melds="matched", added="added")),
    verbs=(
        *CARD_VERBS,
        Verb(word="tunk", label="Tunk", phrase="call tunk", key="t", worth="{n} points", worth_one="{n} point"),
    ),
    marks=(Mark(field="tunker", text="called tunk"),),
    events={
        **CARD_EVENTS,
        "tunk": Happening(
            text="{who} called tunk, so everyone else gets one last turn",
            short="called tunk",
            cue="knock",
            stands_out=True,
        ),
        "add": Happening(text="{who} added {cards} to the tunker's set", short="added {cards}", cue="card"),
    },
    options=(
        OptionGroup(title="The game", options={"target": OptionWords(label="Points until you're out", clause="9")}),
        OptionGroup(
            title="Calling tunk",
            options={
                "tunk_limit": OptionWords(label="Unmatched limit", clause="5bii"),
                "tunk_limit_counts": OptionWords(label="Limit counts"),
            },
        ),
        OptionGroup(title="The cards", options={"twos_wild": OptionWords(label="Wild twos", clause="4c")}),
        ADVANCED,
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
        bold={"tunk": _bold_tunk(total)} if total > _SAFE_TOTAL else {},
        prompt=f"{{{v.tunker}}} called tunk. Last turn" if v.tunker != NOBODY and v.turn == seat else "",
    )


_SAFE_TOTAL = 12


@cache
def _bold_tunk(total: int) -> str:
    return (
        f"You have {total} unmatched points. Everyone else gets one more turn. If anyone has fewer, yours count double."
    )


@lru_cache(maxsize=CACHE_SIZE)
def _arranged(hand: int, wild: int) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], int]:
    """The matched sets of a hand, its other cards, and their points."""
    first, second, _, _ = arrange(hand, wild, 0, 0)
    loose = hand & ~first & ~second
    melds = tuple(text_tuple(matched) for matched in (first, second) if matched)
    return melds, text_tuple(loose), points_in(loose)


def refuse(v: Tunk, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if move < TUNK:
        return refuse_card_move(v, move, must_draw=v.phase == DRAW)
    if v.tunker != NOBODY:
        return f"{{{v.tunker}}} already called tunk. This is your last turn."  # tunk 6bii
    if v.phase == DRAW:
        return "Draw a card first."
    least = least_unmatched(v.hands[v.turn], wild_cards(v), v.tunk_limit_counts, 0)
    by_points = v.tunk_limit_counts == BY_POINTS
    most, have = (str(v.tunk_limit), str(least)) if by_points else (in_words(v.tunk_limit), in_words(least))
    most += " or fewer" if v.tunk_limit else ""
    return f"You can tunk with {most} unmatched {'points' if by_points else 'cards'}. You have {have}."  # tunk 5bii


# --- How a hand ended ----------------------------------------------------------------------------------------------


def end(s: Tunk) -> Account:
    """How the hand ended, and what everybody's points are made of (tunk 6, 7, 8, 9)."""
    if s.tunker == NOBODY:
        return _end_void(s)
    title, detail, clause = _by_tunk(s)
    if out := [i for i in range(s.seats) if s.spread[i] and s.scores[i] >= s.target]:
        detail += f" {players(out)} reached {s.target:,} and went out."
        if not s.playing:
            detail += f" No one was left, so the lowest total won: {players(seats_in(s.winners))}."
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
    detail = "No one called tunk, so no one got points."
    if s.ending == ENDED_BY_TURN_LIMIT:
        title = f"Hand ended after {counted(s.turn_limit, 'turn', 'turns')}"
        return Account(title=title, detail=detail, clause="7a", sums=sums)
    return Account(title="The stock ran out", detail=detail, clause="6a", sums=sums)


def _by_tunk(s: Tunk) -> tuple[str, str, str]:
    """Whether the tunker had the lowest total: title, detail and clause."""
    tunker, winners = s.tunker, seats_in(s.hand_winners)
    had = f"{{{tunker}}} had {counted(hand_total(s, tunker), 'unmatched point', 'unmatched points')}"
    if not s.hand_winners >> tunker & 1:
        lower = f"{players(winners)} had {hand_total(s, winners[0])}{' each' if len(winners) > 1 else ''}"
        detail = f"{had}, but {lower}. Without the lowest hand, a tunker's points count double."
        return f"{{{tunker}}} called tunk and paid double", detail, "8d"
    if len(winners) > 1:
        others = players(i for i in winners if i != tunker)
        detail = f"{had}, and so did {others}. A tie for lowest is good enough, so nothing is doubled."
        return f"{{{tunker}}} called tunk and tied for the lowest hand", detail, "R4"
    rest = [i for i in range(s.seats) if s.spread[i] and i != tunker]
    more = f"{{{rest[0]}}} had {hand_total(s, rest[0])}" if len(rest) == 1 else "Everyone else had more"
    return f"{{{tunker}}} called tunk and had the lowest hand", f"{had}. {more}.", "8"


def _terms(s: Tunk, seat: int) -> Iterator[Term]:
    """What the points of a seat are made of (tunk 8)."""
    total = hand_total(s, seat) if s.spread[seat] else 0
    if total:
        yield Term(f"{signs(texts_in(unmatched_cards(s, seat)))} unmatched", total)
        if s.points[seat] != total:
            yield Term("doubled", s.points[seat] - total)


def _note(s: Tunk, seat: int) -> str:
    if seat == s.tunker:
        return "called tunk"
    added = texts_in(s.added[2 * seat] | s.added[2 * seat + 1])
    return f"added {signs(added)} to {{{s.tunker}'s}} sets" if added else ""

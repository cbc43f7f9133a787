"""Gin Rummy: how the game looks and speaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from knockroll.engine.cards import DECK_SIZE, TEXTS, cards_in, points, points_in, text_tuple, texts_in
from knockroll.engine.melds import best_sets, lowest_deadwood, melds_in
from knockroll.engine.rule import CACHE_SIZE
from knockroll.engine.showing import (
    Account,
    Example,
    Explanation,
    Happening,
    Holding,
    Mark,
    OptionGroup,
    OptionWords,
    Reading,
    Score,
    Showing,
    SuddenEnd,
    Term,
    Verb,
)
from knockroll.engine.state import DISCARD, DRAW_DISCARD, NOBODY, discardable, stock_size
from knockroll.engine.views import seats_in
from knockroll.engine.words import (
    ADVANCED,
    CARD_EVENTS,
    CARD_VERBS,
    DISCARDS,
    STOCK,
    counted,
    players,
    refuse_card_move,
    sign,
    signs,
)
from knockroll.games.gin_rummy.moves import MOVES
from knockroll.games.gin_rummy.rules import (
    DISCARDING,
    DRAW,
    ENDED_BY_GIN,
    ENDED_BY_TURN_LIMIT,
    ENDED_BY_UNDERCUT,
    GIN,
    HAND_SIZE,
    KNOCK,
    OFFER,
    PASS,
    GinRummy,
    finishing,
)
from knockroll.games.gin_rummy.view import laid_off

EXPLANATION = (
    Explanation(
        title="Goal",
        text=("Sort your ten cards into sets and runs, called melds. Cards outside melds are deadwood: keep it low."),
        examples=(
            Example(pieces=("7s", "7h", "7d"), text="a set: three or four of a rank"),
            Example(pieces=("4c", "5c", "6c", "7c"), text="a run: three or more in a row, one suit"),
            Example(pieces=("Kd", "3s"), text="deadwood: 13 points"),
        ),
    ),
    Explanation(
        title="Your turn",
        text=(
            "Draw one card, from the stock or the discard pile, then discard one. Aces count 1, face cards 10 "
            "and other cards their number."
        ),
    ),
    Explanation(
        title="How a hand ends",
        text=(
            "Knock with your discard once your deadwood is 10 or less; under “Knock any time”, whenever you "
            "like. No deadwood at all is gin. If the stock runs out, no one scores."
        ),
    ),
    Explanation(
        title="Scoring",
        text=(
            "Everyone shows their hand. The least deadwood wins and scores the difference. The Standard rules "
            "add 25 for gin, and 25 if the knocker isn't the lowest; after a knock, your opponent may first add "
            "cards to the knocker's melds."
        ),
    ),
    Explanation(
        title="Winning",
        text="The first to 100 points wins the game.",
    ),
)

SHOWING = Showing(
    goal="The least deadwood wins the hand. First to the target score wins the game.",
    explanation=EXPLANATION,
    popularity=100,
    picture=("6s", "7s", "8s", "9s"),
    sudden=(SuddenEnd(text="Anyone may knock with any hand, even before your first turn.", option="knock_limit"),),
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
            asks="Choose a card to discard and knock",
            worth="with {n}",
        ),
        Verb(
            word="gin",
            label="Gin",
            phrase="go gin",
            key="g",
            takes="card",
            asks="Choose a card to discard and go gin",
            any_card=True,
        ),
    ),
    marks=(Mark(field="knocker", text="knocked"),),
    prompts={"offer": "Take the upcard or pass"},
    events={
        **CARD_EVENTS,
        "pass": Happening(text="{who} passed on the upcard", short="passed"),
        "knock": Happening(
            text="{who} discarded {cards} and knocked with {n}", short="knocked with {n}", cue="knock", stands_out=True
        ),
        "gin": Happening(text="{who} discarded {cards} and went gin", short="gin!", cue="knock", stands_out=True),
    },
    options=(
        OptionGroup(title="The game", options={"target": OptionWords(label="Points to win", clause="2")}),
        OptionGroup(
            title="Knock and gin",
            options={
                "knock_limit": OptionWords(label="Knock limit", clause="6b", said={"none": "no limit"}),
                "oklahoma": OptionWords(label="Oklahoma"),
                "must_declare_gin": OptionWords(label="Gin must be declared", clause="R2"),
                "lay_off": OptionWords(label="Laying off", clause="R7"),
            },
        ),
        OptionGroup(
            title="Bonuses",
            options={
                "gin_bonus": OptionWords(label="Gin bonus", said={"0": "none"}),
                "undercut_bonus": OptionWords(label="Undercut bonus", clause="R6", said={"0": "none"}),
            },
        ),
        OptionGroup(
            title="Play",
            options={
                "offer_upcard": OptionWords(label="Offer the first upcard", clause="R7"),
                "void_at_stock": OptionWords(label="Void when the stock is down to", clause="6c"),
            },
        ),
        ADVANCED,
    ),
)


def read(v: GinRummy, seat: int) -> Reading:
    """The melds with the least deadwood, and what a knock would mean."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    melds, loose = _arranged(hand)
    worth = dict(_worth(hand, discardable(v), v.limit)) if v.turn == seat and v.phase == DISCARDING else {}
    least = min(worth.values(), default=0)
    return Reading(
        melds=melds,
        loose=text_tuple(loose),
        count=points_in(loose),
        worth=worth,
        bold={"knock": _bold_knock(least)} if least > _SAFE_DEADWOOD else {},
        prompt=_limit(v) if v.oklahoma and v.turn == seat else "",
    )


_SAFE_DEADWOOD = 10


@cache
def _bold_knock(least: int) -> str:
    return f"You'd have at least {least} deadwood. If anyone has as little, they win the hand instead of you."


@lru_cache(maxsize=CACHE_SIZE)
def _arranged(hand: int) -> tuple[tuple[tuple[str, ...], ...], int]:
    """The melds of a hand, and its other cards."""
    melds = melds_in(hand, best_sets(hand))
    loose = hand & ~sum(melds)
    return tuple(text_tuple(meld) for meld in melds), loose


def _limit(v: GinRummy) -> str:
    """What the upcard has set for this hand: option ``oklahoma``."""
    return f"Knock with {v.limit} or less this hand" if v.limit else "Gin only this hand"


@lru_cache(maxsize=CACHE_SIZE)
def _worth(hand: int, cards: int, limit: int) -> Mapping[str, int]:
    """The deadwood of each knock. Without a card that is in no meld, the best arrangement stays the best."""
    knocks, _ = finishing(hand, cards, limit)
    _, loose = _arranged(hand)
    deadwood = points_in(loose)
    return {
        MOVES.texts[KNOCK + card]: deadwood - points(card) if loose >> card & 1 else lowest_deadwood(hand ^ 1 << card)
        for card in cards_in(knocks)
    }


# --- Why a move is refused -----------------------------------------------------------------------------------------


def refuse(v: GinRummy, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if move == PASS:
        return "There's no upcard to pass on."
    if v.phase == OFFER:
        return "Take the upcard or pass."  # gin_rummy R7
    if move == DRAW_DISCARD and v.phase == DRAW and v.pile_size:
        return "Everyone passed on the upcard. Draw from the stock."  # gin_rummy R7
    if move < DISCARD:
        return refuse_card_move(v, move, must_draw=v.phase == DRAW)
    card = (move - DISCARD) if move < PASS else (move - KNOCK) % DECK_SIZE
    if v.phase == DRAW or not discardable(v) >> card & 1:
        return refuse_card_move(v, DISCARD + card, must_draw=v.phase == DRAW)
    return _refuse_count(v, move, card)


def _refuse_count(v: GinRummy, move: int, card: int) -> str:
    """Why a card that may leave the hand may not leave it so."""
    left = lowest_deadwood(v.hands[v.turn] ^ 1 << card)
    if move >= GIN:
        return f"Gin takes a hand with no deadwood. Without {sign(TEXTS[card])} you'd have {left}."
    if left == 0:
        return f"Without {sign(TEXTS[card])} you have no deadwood. Go gin!"  # gin_rummy R2
    if v.limit == 0:
        return f"Gin only this hand. Without {sign(TEXTS[card])} you'd have {left}."
    least = min(lowest_deadwood(v.hands[v.turn] ^ 1 << other) for other in cards_in(discardable(v)))
    if least > v.limit:
        return f"You need {v.limit} or less to knock. You have {least}."
    return f"You need {v.limit} or less to knock. Without {sign(TEXTS[card])} you'd have {left}."


# --- How a hand ended ----------------------------------------------------------------------------------------------


def end(s: GinRummy) -> Account:
    """How the hand ended, and what the winner's points are made of (gin_rummy 6, 7, 8)."""
    if s.knocker == NOBODY:
        return _end_void(s)
    title, detail, clause = _by_gin(s) if s.ending == ENDED_BY_GIN else _by_knock(s)
    winner = seats_in(s.hand_winners)[0]
    return Account(
        title=title,
        detail=detail,
        clause=clause,
        sums=tuple([tuple(_terms(s, winner)) if i == winner else () for i in range(s.seats)]),
        notes=tuple([_note(s, i) for i in range(s.seats)]),
    )


def _end_void(s: GinRummy) -> Account:
    detail = "No one knocked, so no one scored."
    sums: tuple[tuple[Term, ...], ...] = ((),) * s.seats
    if s.ending == ENDED_BY_TURN_LIMIT:
        title = f"Hand ended after {counted(s.turn_limit, 'turn', 'turns')}"
    elif s.void_at_stock:
        title = f"The stock was down to {counted(stock_size(s), 'card', 'cards')}"
    else:
        title = "The stock ran out"
    return Account(title=title, detail=detail, clause="6c", sums=sums)


def _by_gin(s: GinRummy) -> tuple[str, str, str]:
    return f"{{{s.knocker}}} went gin", "All ten cards were in melds.", "6a"


def _by_knock(s: GinRummy) -> tuple[str, str, str]:
    """The winner of the knock, and what decided between equals: title, detail and clause."""
    knocker, winner = s.knocker, seats_in(s.hand_winners)[0]
    knocked = f"{{{knocker}}} knocked with {s.counts[knocker]}"
    others = [i for i in range(s.seats) if i != knocker]
    if winner == knocker:
        more = f"{{{others[0]}}} had {s.counts[others[0]]}" if len(others) == 1 else "Everyone else had more"
        return f"{{{knocker}}} knocked and won", f"{knocked}. {more}.", "7"
    tied = [i for i in others if s.counts[i] == s.counts[winner]]
    if s.counts[winner] < s.counts[knocker]:
        detail, clause = f"{knocked}, but {players(tied)} had {s.counts[winner]}.", "R6"
    else:
        detail, clause = (
            f"{knocked}, but {players(tied)} had {s.counts[winner]} too. Ties go against the knocker.",
            "R3",
        )
    if len(tied) > 1:
        detail += f" {{{winner}}} sat first on the knocker's left and won the tie."
        clause = "R3"
    return f"{{{winner}}} undercut {{{knocker}}}", detail, clause


def _terms(s: GinRummy, winner: int) -> Iterator[Term]:
    """What the winner's points are made of (gin_rummy 8)."""
    deadwood = " deadwood"  # said once
    for seat in range(s.seats):
        if seat != winner:
            yield Term(f"{{{seat}'s}} {{n}}{deadwood}", s.counts[seat])
            deadwood = ""
    if s.counts[winner]:
        yield Term(f"{{{winner}'s}} {{n}}", -s.counts[winner])
    if s.ending == ENDED_BY_GIN and s.gin_bonus:
        yield Term("gin bonus", s.gin_bonus)
    if s.ending == ENDED_BY_UNDERCUT and s.undercut_bonus:
        yield Term("undercut bonus", s.undercut_bonus)


def _note(s: GinRummy, seat: int) -> str:
    if seat == s.knocker:
        return "went gin" if s.ending == ENDED_BY_GIN else "knocked"
    if not (off := laid_off(s, seat)):
        return ""
    worth, left = points_in(off), s.counts[seat]
    return f"laid off {signs(texts_in(off))}: {left + worth} − {worth} = {left}"

"""Thirty-One: how the game looks and speaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from knockroll.engine.cards import RANK_MASK, SUIT_MASK, cards_in, text_tuple, texts_in
from knockroll.engine.melds import set_ranks
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
    Round,
    Score,
    Showing,
    Term,
    Verb,
)
from knockroll.engine.state import FIRST_OWN_MOVE, NOBODY
from knockroll.engine.views import seats_in
from knockroll.engine.words import (
    ADVANCED,
    CARD_EVENTS,
    CARD_VERBS,
    DISCARDS,
    STOCK,
    capital,
    counted,
    players,
    refuse_card_move,
    signs,
    the_others,
)
from knockroll.games.thirty_one.rules import (
    DRAW,
    ENDED_BY_31,
    ENDED_BY_TURN_LIMIT,
    HAND_SIZE,
    THIRTY_ONE,
    ThirtyOne,
    hand_value,
    suit_total,
)

EXPLANATION = (
    Explanation(
        title="Goal",
        text=(
            "Collect cards of one suit, up to 31. Aces count 11, face cards 10 and other cards their number; "
            "your best suit is what your hand is worth."
        ),
        examples=(
            Example(pieces=("Ah", "Kh", "Th"), text="31"),
            Example(pieces=("Qs", "7s", "4d"), text="17: only the spades count"),
            Example(pieces=("8c", "8d", "8h"), text="three of a kind: 30"),
        ),
    ),
    Explanation(
        title="Your turn",
        text=(
            "Take a card from the stock or the discard pile, then discard one of your four. Or knock instead of "
            "drawing."
        ),
    ),
    Explanation(
        title="How a hand ends",
        text=("After a knock, everyone else gets one last turn and all hands are shown. A hand of 31 ends it at once."),
    ),
    Explanation(
        title="Scoring",
        text=(
            "The lowest hand takes a strike, and a knocker who is lowest takes two. If someone has 31, everyone "
            "else takes a strike."
        ),
    ),
    Explanation(
        title="Winning",
        text="Three strikes and you're out. The last player in wins.",
    ),
)

SHOWING = Showing(
    goal="The lowest hand takes a strike. The last player in wins.",
    explanation=EXPLANATION,
    popularity=60,
    picture=("Ah", "Kh", "Th"),
    score=Score(one="strike", many="strikes", best="low", style="marks", limit="strikes", survival=True),
    round=Round(has_winner=False),
    hand=Holding(size=HAND_SIZE, count="value", best="high", melds=False),
    middle=(STOCK, DISCARDS),
    verbs=(*CARD_VERBS, Verb(word="knock", label="Knock", phrase="knock", key="k", worth="with {n}")),
    marks=(Mark(field="knocker", text="knocked"),),
    events={
        **CARD_EVENTS,
        "knock": Happening(
            text="{who} knocked, so everyone else gets one last turn", short="knocked", cue="knock", stands_out=True
        ),
        "reshuffle": Happening(text="The discards were shuffled into a new stock of {count} cards"),
    },
    options=(
        OptionGroup(title="The game", options={"strikes": OptionWords(label="Strikes until you're out", clause="11")}),
        OptionGroup(
            title="Knocking",
            options={
                "knock_first_round": OptionWords(label="May knock in the first round", clause="9"),
                "knocker_tied_is_safe": OptionWords(label="Tied knocker is safe", clause="10"),
            },
        ),
        OptionGroup(
            title="The cards",
            options={
                "three_of_a_kind": OptionWords(label="Three of a kind", clause="7", said={"0": "no special value"})
            },
        ),
        ADVANCED,
    ),
)


def read(v: ThirtyOne, seat: int) -> Reading:
    """The cards that count, and what they are worth."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    counting, loose, worth = _counted(hand, v.three_of_a_kind)
    return Reading(
        melds=(counting,),
        loose=loose,
        count=worth,
        worth={"knock": worth},
        bold={"knock": _bold_knock(worth)} if worth < _SAFE_VALUE else {},
        prompt=f"{{{v.knocker}}} knocked. Last turn" if v.knocker != NOBODY and v.turn == seat else "",
    )


_SAFE_VALUE = 21
"""A knock with less is more likely to lose than to win against careful players."""


@cache
def _bold_knock(worth: int) -> str:
    return (
        f"You have {worth}. Everyone else gets one more turn. If you then have the lowest hand, you take two strikes."
    )


@lru_cache(maxsize=CACHE_SIZE)
def _counted(hand: int, three_of_a_kind: int) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """The cards of a hand that count, its other cards, and what it is worth."""
    worth = hand_value(hand, three_of_a_kind)
    counting = _counting(hand, worth)
    return text_tuple(counting), text_tuple(hand & ~counting), worth


def _counting(hand: int, worth: int) -> int:
    """The cards that give the hand its value."""
    for suit in range(4):
        cards = hand & SUIT_MASK << 13 * suit
        if suit_total(hand, suit) == worth:
            if cards.bit_count() > HAND_SIZE:  # the lowest of four does not count
                cards &= ~next(1 << card for card in cards_in(cards) if suit_total(cards & ~(1 << card), suit) == worth)
            return cards
    for rank in range(13):
        of_rank = hand & RANK_MASK << rank
        if set_ranks(of_rank):
            return of_rank
    return 0


def refuse(v: ThirtyOne, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if move < FIRST_OWN_MOVE:
        return refuse_card_move(v, move, must_draw=v.phase == DRAW)
    if v.phase != DRAW:
        return "You've already drawn. Knock at the start of your turn."  # thirty_one 9
    if v.knocker != NOBODY:
        return f"{{{v.knocker}}} already knocked. This is your last turn."
    return "You can't knock in the first round."


# --- How a hand ended ----------------------------------------------------------------------------------------------


def end(s: ThirtyOne) -> Account:
    """How the hand ended, and what each strike is for (thirty_one 8, 10, 13)."""
    values = [hand_value(s.hands[i], s.three_of_a_kind) if s.hands[i] else None for i in range(s.seats)]
    counting = tuple(
        () if value is None else text_tuple(_counting(s.hands[i], value)) for i, value in enumerate(values)
    )
    title, detail, clause = _by_31(s) if s.ending == ENDED_BY_31 else _by_showdown(s, values)
    sums = tuple(tuple(_terms(s, i, values)) for i in range(s.seats))
    if any(term.text == _CAME_BACK for terms in sums for term in terms):
        detail += " The last players went out together, so everyone is back with one life."
        clause = "13"
    elif out := [i for i in range(s.seats) if values[i] is not None and s.scores[i] >= s.strikes]:
        detail += f" {players(out)} went out with {counted(s.strikes, 'strike', 'strikes')}."
    notes = tuple(_note(s, i, values[i]) for i in range(s.seats))
    return Account(title=title, detail=detail, clause=clause, sums=sums, notes=notes, counting=counting)


def _note(s: ThirtyOne, seat: int, value: int | None) -> str:
    """Whether the seat knocked, and what makes the value of its hand."""
    said = ["knocked"] if seat == s.knocker else []
    if value is not None:
        hand = s.hands[seat]
        cards = _counting(hand, value)
        worth = [suit_total(1 << card, card // 13) for card in cards_in(cards)]
        if sum(worth) != value:
            said.append(f"three of a kind: {value}")
        elif value == THIRTY_ONE and hand != cards:
            said.append(f"{signs(texts_in(cards))} = 31")
        elif len(worth) > 1:
            said.append(f"{' + '.join(map(str, worth))} = {value}")
    return "; ".join(said)


def _by_31(s: ThirtyOne) -> tuple[str, str, str]:
    """Title, detail and clause after a 31."""
    holders = seats_in(s.hand_winners)
    others = [i for i in range(s.seats) if s.hands[i] and i not in holders]
    title = f"{players(holders)} had 31"
    if all(s.hands[i].bit_count() == HAND_SIZE for i in holders):
        detail, clause = "It was dealt, so no one had a turn.", "R1"
    elif s.knocker != NOBODY:
        detail, clause = f"{{{s.knocker}}} knocked, but 31 ended the hand at once.", "R2"
    else:
        detail, clause = "That ended the hand at once.", "8"
    if others:
        detail += f" {capital(the_others(others))} took a strike."
    return title, detail, clause


def _by_showdown(s: ThirtyOne, values: Sequence[int | None]) -> tuple[str, str, str]:
    """Title, detail and clause after a knock, or at the turn limit."""
    lowest = _lowest(values)
    title = f"{players(lowest)} {'had the lowest hand' if len(lowest) == 1 else 'tied for the lowest hand'}"
    detail = f"{'Each had' if len(lowest) > 1 else 'It was worth'} {values[lowest[0]]}."
    if s.ending == ENDED_BY_TURN_LIMIT:
        turns = counted(s.turn_limit, "turn", "turns")
        return title, f"No one knocked in {turns}, so all hands were shown. {detail}", "10"
    return title, f"{detail} {_fate_of_knocker(s, lowest, values)}", "10"


def _fate_of_knocker(s: ThirtyOne, lowest: Sequence[int], values: Sequence[int | None]) -> str:
    knocker = f"{{{s.knocker}}}"
    if s.knocker not in lowest:
        return f"{knocker} knocked safely with {values[s.knocker]}."
    how = "tied for lowest" if len(lowest) > 1 else "had the lowest hand"
    if len(lowest) > 1 and s.knocker_tied_is_safe:
        return f"{knocker} knocked and {how}, which costs no strike at this table."
    if _strikes_left(s, s.knocker) == 1:
        return f"{knocker} knocked and {how}: two strikes, and the first was enough."
    return f"{knocker} knocked and {how}: two strikes."


def _lowest(values: Sequence[int | None]) -> list[int]:
    """The seats that tie for the lowest value."""
    fewest = min(value for value in values if value is not None)
    return [seat for seat, value in enumerate(values) if value == fewest]


def _strikes_left(s: ThirtyOne, seat: int) -> int:
    """Strikes that a seat could still get before this hand."""
    return s.strikes - (s.scores[seat] - s.points[seat])


_CAME_BACK = "back with one life"


def _terms(s: ThirtyOne, seat: int, values: Sequence[int | None]) -> Iterator[Term]:
    """What the strikes of a seat are for. The strike that puts a player out is the last one (thirty_one 11)."""
    strikes = 0
    if s.ending == ENDED_BY_31:
        if values[seat] is not None and not s.hand_winners >> seat & 1:
            strikes = 1
            yield Term("no 31", 1)
    elif seat in (lowest := _lowest(values)):
        tied = len(lowest) > 1
        how = "tied for lowest" if tied else "lowest hand"
        if seat != s.knocker:
            strikes = 1
            yield Term(how, 1)
        elif not (tied and s.knocker_tied_is_safe):
            strikes = min(2, _strikes_left(s, seat))
            yield Term("knocked and tied for lowest" if tied else "knocked with the lowest hand", strikes)
    if s.points[seat] != strikes:
        yield Term(_CAME_BACK, s.points[seat] - strikes)  # thirty_one 13, R5

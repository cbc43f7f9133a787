"""Gin Rummy: the computer players.

Deliberate choices:

* "Simple" is the baseline of the Gin Rummy challenge at EAAI 2021, as published: of discards that leave equal deadwood
  it makes one at random. It knocks as soon as it is allowed to, which without a knock limit is in its first turn.
* Nobody here ever gives back the card just taken from the pile, not even where the rules allow it.
* Where there is no knock limit (the default rules), a knock with d points brings on the average what the other holds
  less d. The player to move has just improved by a card and the other has not, so waiting gains nothing against one who
  knocks: those who think about it knock with nearly anything in the first round, and later with less and less.
"""

from __future__ import annotations

from knockroll.engine.cards import ALL_CARDS, RANK_MASK, highest_points, points_in
from knockroll.engine.melds import contested_ranks, lowest_deadwood, set_ranks
from knockroll.engine.rule import lowest, rule
from knockroll.engine.state import DISCARD, DRAW_DISCARD, DRAW_STOCK, NO_CARD, next_seat, top_discard, unseen
from knockroll.engine.stream import Stream, below
from knockroll.games.gin_rummy.appraisal import best_discard, prefers_discard
from knockroll.games.gin_rummy.promise import (
    ONE,
    chance_each,
    chance_to_help,
    joins_meld,
    loose_cards,
    outlook,
    outlook_added,
    outlook_of,
)
from knockroll.games.gin_rummy.rules import DISCARDING, GIN, KNOCK, MOST_POINTS, NO_LIMIT, OFFER, PASS, GinRummy
from knockroll.players.player import Bot

ALWAYS_ENOUGH = 10
"""The deadwood that is good enough for a knock without limit at any time, to those who think about it."""
FOR_EACH_OTHER = 2
"""How much less deadwood a knock without limit needs for each player beyond two."""

# --- What they have in common --------------------------------------------------------------------------------------


@rule
def _leave_it(v: GinRummy) -> int:
    """Leave the discard: draw from the stock, or pass while the upcard is offered."""
    return PASS if v.phase == OFFER else DRAW_STOCK


@rule
def may_go(v: GinRummy) -> int:
    """The cards that may be discarded: all but the one just taken from the pile."""
    hand = v.hands[v.turn]
    return hand if v.just_taken == NO_CARD else hand & ~(1 << v.just_taken)


@rule
def _leanest(v: GinRummy) -> int:
    """The discard that leaves the least deadwood; of equals the highest rank, then the first suit."""
    hand = v.hands[v.turn]
    candidates = may_go(v)
    best = ONE
    choice = NO_CARD
    while candidates:
        card = lowest(candidates)
        candidates &= candidates - 1
        merit = lowest_deadwood(hand ^ 1 << card) * 16 - card % 13
        if merit < best:
            best = merit
            choice = card
    return choice


@rule
def _discard(v: GinRummy, card: int, left: int, knock_at: int) -> int:
    """Discard a card that leaves ``left`` deadwood: as gin if that is 0, as a knock if it is low enough."""
    if left == 0:
        return GIN + card
    return KNOCK + card if left <= min(knock_at, v.limit) else DISCARD + card


@rule
def _rounds(v: GinRummy) -> int:
    """How often everybody has had a turn in this hand."""
    return v.turns // v.playing.bit_count()


@rule
def _early_knock(v: GinRummy, first: int, less: int) -> int:
    """The deadwood to knock with where there is no limit: highest in the first round, lower in each later one.

    The more players there are, the likelier it is that someone has less.
    """
    return max(first - less * _rounds(v) - FOR_EACH_OTHER * (v.playing.bit_count() - 2), ALWAYS_ENOUGH)


# --- Simple, and Hasty Hal -----------------------------------------------------------------------------------------


@rule
def simple(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Takes the discard only if it joins a meld. Discards what leaves the least deadwood, but never the card taken.

    Of equals it discards one at random. It goes gin or knocks as soon as it is allowed to.
    """
    hand = v.hands[v.turn]
    if v.phase != DISCARDING:
        joins = joins_meld(hand | 1 << top_discard(v), top_discard(v))
        return DRAW_DISCARD if joins and n > 1 else _leave_it(v)
    candidates = may_go(v)
    fewest = NO_LIMIT + 1
    equals = 0
    while candidates:
        card = candidates & -candidates
        candidates ^= card
        left = lowest_deadwood(hand ^ card)
        if left < fewest:
            fewest = left
            equals = 0
        if left == fewest:
            equals |= card
    for _ in range(below(r, equals.bit_count())):
        equals &= equals - 1
    return _discard(v, lowest(equals), fewest, NO_LIMIT)


@rule
def hasty_hal(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Takes the discard if that lowers his deadwood, even by a point. Discards what leaves the least of it.

    Of equals he discards the highest. He goes gin or knocks as soon as he is allowed to.
    """
    hand = v.hands[v.turn]
    if v.phase != DISCARDING:
        loose = loose_cards(hand | 1 << top_discard(v))
        lowers = points_in(loose) - highest_points(loose) < lowest_deadwood(hand)
        return DRAW_DISCARD if lowers and n > 1 else _leave_it(v)
    card = _leanest(v)
    return _discard(v, card, lowest_deadwood(hand ^ 1 << card), NO_LIMIT)


# --- Penny ---------------------------------------------------------------------------------------------------------

PENNY_KNOCKS = 10


@rule
def penny(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Collects sets and has never noticed runs. Takes the discard only if it makes a set of two or three she holds.

    Discards the highest card of which she holds no other of its rank; if there is none, the highest that is in no set;
    if there is none either, the highest. She goes gin if that is what it comes to, and knocks as soon as what she
    counts outside sets is 10 or less, and the rules allow it.
    """
    hand = v.hands[v.turn]
    if v.phase != DISCARDING:
        top = top_discard(v)
        return DRAW_DISCARD if n > 1 and (hand & RANK_MASK << top % 13).bit_count() > 1 else _leave_it(v)
    candidates = may_go(v)
    best = NO_CARD
    choice = NO_CARD
    while candidates:
        card = lowest(candidates)
        candidates &= candidates - 1
        alike = min((hand & RANK_MASK << card % 13).bit_count(), 3)
        merit = (3 - alike) * 16 + card % 13
        if merit > best:
            best = merit
            choice = card
    kept = hand ^ 1 << choice
    counted = points_in(kept & ~(set_ranks(kept) * RANK_MASK))
    return _discard(v, choice, lowest_deadwood(kept), NO_LIMIT if counted <= PENNY_KNOCKS else 0)


# --- Those who look ahead ------------------------------------------------------------------------------------------

OUTLOOK = 368
"""What a point in two cards that go together is worth for each card that makes them a meld, in 4096ths of a point."""
MELD_GIVEN = 5
"""What it costs to give the next player a meld, in points."""
SURE = 48
"""What a card counts that the next player took and kept, in 64ths of certainty."""


@rule
def _draw(v: GinRummy, n: int, knock_at: int) -> int:
    """Take the discard if it lowers the count, and is in a meld or lowers it to gin or enough for a knock."""
    if n == 1:
        return _leave_it(v)
    hand = v.hands[v.turn]
    top = top_discard(v)
    loose = loose_cards(hand | 1 << top)
    after = points_in(loose) - highest_points(loose)
    if after >= lowest_deadwood(hand) or (loose >> top & 1 and after > max(min(knock_at, v.limit), 0)):
        return _leave_it(v)
    return DRAW_DISCARD


@rule
def _most_promising(v: GinRummy, live: int, meld_given: int) -> int:
    """The discard that leaves the least deadwood, less what loose cards promise, plus what it gives the next player."""
    choice, _ = _compare_discards(v, live, meld_given, NO_CARD)
    return choice


@rule
def _compare_discards(v: GinRummy, live: int, meld_given: int, other: int) -> tuple[int, int]:
    """The most promising discard, and how much less promising another card is, in 4096ths of a point."""
    hand = v.hands[v.turn]
    candidates = may_go(v)
    loose = loose_cards(hand)
    promised = outlook(loose, live)
    is_plain = contested_ranks(hand) == 0  # then a discard changes nothing but its own meld
    each = chance_each(v, live)
    known = v.known[next_seat(v, v.turn)]
    best = 1 << 40
    cost_of_other = best
    choice = NO_CARD
    while candidates:
        card = lowest(candidates)
        candidates &= candidates - 1
        if is_plain and loose >> card & 1:
            left = loose ^ 1 << card
            outlook_left = promised - outlook_of(card, loose, live)
        else:
            left = loose_cards(hand ^ 1 << card)
            outlook_left = promised + outlook_added(loose, left & ~loose, live) if is_plain else outlook(left, live)
        cost = points_in(left) * ONE - outlook_left * OUTLOOK
        if meld_given:
            cost += chance_to_help(card, live, each, known, SURE) * meld_given
        cost = cost * 16 - card % 13  # of equals the highest rank
        if cost < best:
            best = cost
            choice = card
        if card == other:
            cost_of_other = cost
    return choice, (cost_of_other - best) // 16


@rule
def _end_or_go_on(v: GinRummy, knock_at: int, live: int, meld_given: int) -> int:
    """Go gin or knock if the hand is good enough, else make the most promising discard."""
    hand = v.hands[v.turn]
    enough = max(min(knock_at, v.limit), 0)
    if lowest_deadwood(hand) <= enough + MOST_POINTS:  # a discard takes away its own points at most
        card = _leanest(v)
        left = lowest_deadwood(hand ^ 1 << card)
        if left <= enough:
            return _discard(v, card, left, knock_at)
    return DISCARD + _most_promising(v, live, meld_given)


# --- Aunt Vera -----------------------------------------------------------------------------------------------------

VERA_FIRST = 60
VERA_LESS = 8


@rule
def aunt_vera(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Takes the discard if it is in a meld and lowers her deadwood, or if it lets her knock.

    Discards so that little deadwood is left, and keeps cards that go together: she counts which cards would make them
    a meld, but does not mind which of those are gone, nor what you collect. She knocks as soon as she is allowed to;
    where there is no limit, with 60 or less in the first round, and 8 less in each later one (2 less for each player
    more than two), but with 10 at any time.
    """
    knock_at = _early_knock(v, VERA_FIRST, VERA_LESS) if v.limit == NO_LIMIT else v.limit
    if v.phase != DISCARDING:
        return _draw(v, n, knock_at)
    return _end_or_go_on(v, knock_at, ALL_CARDS & ~v.hands[v.turn], 0)


# --- The Archivist -------------------------------------------------------------------------------------------------

ARCHIVIST_LIMITED = 112
ARCHIVIST_LIMITED_LESS = 12
"""With a knock limit: the deadwood to knock with in the first round, and how much less in each later one, in 8ths."""
ARCHIVIST_FIRST = 80
ARCHIVIST_LESS = 8
"""The same without a limit, in points."""


@rule
def the_archivist(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Remembers every card that has lain open.

    Takes the discard if it is in a meld and lowers his deadwood, or if it lets him knock as he wants to. Discards so
    that little deadwood is left, and keeps cards that go together, the more so the more cards that make them a meld
    have not been seen yet. He does not like to discard what may make a meld for the next player: he counts the cards
    that would go with it which that player may hold, and most of all those that player took and kept. In the
    first round he knocks with 14 or less, if allowed, in each later one with a point and a half less, and from the
    tenth on he waits for gin. Where there is no limit, he knocks with 80 or less in the first round, and 8 less in each
    later one (2 less for each player more than two), but with 10 at any time; and takes the discard if that leaves him
    less than a card from the stock would on the average.
    """
    knock_at = _archivist_knocks(v)
    if v.phase != DISCARDING:
        return _draw_by_average(v, n) if v.limit == NO_LIMIT else _draw(v, n, knock_at)
    return _end_or_go_on(v, knock_at, unseen(v), MELD_GIVEN)


@rule
def _archivist_knocks(v: GinRummy) -> int:
    """The deadwood that he knocks with."""
    if v.limit == NO_LIMIT:
        return _early_knock(v, ARCHIVIST_FIRST, ARCHIVIST_LESS)
    return max(ARCHIVIST_LIMITED - ARCHIVIST_LIMITED_LESS * _rounds(v), 0) // 8


def less_promising(v: GinRummy, card: int) -> int:
    """How much less promising a discard is to The Archivist than his best one, in 4096ths of a point."""
    _, less = _compare_discards(v, unseen(v), MELD_GIVEN, card)
    return less


@rule
def _draw_by_average(v: GinRummy, n: int) -> int:
    """Take the discard if that leaves less deadwood than an unseen card does on the average."""
    hand = v.hands[v.turn]
    live = unseen(v)
    gain = 0
    cards = live | 1 << top_discard(v)
    while cards:
        card = cards & -cards
        cards ^= card
        loose = loose_cards(hand | card)
        left = points_in(loose) - highest_points(loose)
        gain += left if card & live else -left * live.bit_count()
    return DRAW_DISCARD if gain > 0 and n > 1 else _leave_it(v)


# --- The Actuary ---------------------------------------------------------------------------------------------------

USUAL_LIMIT = 10
"""The networks know hands with this knock limit or a lower one."""


@rule
def is_appraised(v: GinRummy) -> bool:
    """Whether the networks of ``appraisal`` know such a table."""
    return v.playing.bit_count() == 2 and v.limit <= USUAL_LIMIT


@rule
def the_actuary(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Reckons what each move brings on the average, and makes the best.

    At a table for two with a knock limit of 10 or less she goes by three small networks that were fitted to hands that
    had been played out. They read the deadwood, which unseen cards would lower it and by how much, which would allow a
    knock or gin, how long the hand has lasted, and what the other player took, discarded and left. Elsewhere she plays
    as The Archivist does.
    """
    if not is_appraised(v):
        return the_archivist(v, moves, n, r)
    if v.phase != DISCARDING:
        return DRAW_DISCARD if n > 1 and prefers_discard(v) else _leave_it(v)
    if moves[n - 1] >= GIN:
        return moves[n - 1]
    card, knocks = best_discard(v, v.hands[v.turn], may_go(v), 0)
    return KNOCK + card if knocks else DISCARD + card


PLAYERS = (
    Bot(
        "Aunt Vera",
        "Deals with cold hands and warm tea, and is as pleased with your gin as with hers.",
        aunt_vera,
        strength=3,
        face=("grey", "bun", "glasses", "smile"),
    ),
    Bot(
        "Simple",
        "The yardstick of the 2021 gin rummy challenge: three rules, and no fourth.",
        simple,
        strength=3,
        face=("bald", "flat"),
    ),
    Bot(
        "Hasty Hal",
        "Has a bus to catch, and would rather knock than think.",
        hasty_hal,
        strength=3,
        face=("red", "spiky", "surprised"),
    ),
    Bot(
        "Penny",
        "Loves three of a kind, and wonders why you keep the six of hearts.",
        penny,
        strength=1,
        face=("blond", "long", "bow", "smile"),
    ),
    Bot(
        "The Archivist",
        "Files away every card you take, and hands you nothing that goes with it.",
        the_archivist,
        strength=4,
        face=("brown", "short", "glasses", "beard"),
    ),
    Bot(
        "The Actuary",
        "Knows to a tenth of a point what a hand is worth, and has never been moved by a pretty one.",
        the_actuary,
        strength=5,
        face=("blond", "bun", "glasses", "flat"),
    ),
)

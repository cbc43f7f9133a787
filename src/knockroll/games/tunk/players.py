"""Tunk: its computer players, from one who calls at the first chance to one who hardly calls at all.

Deliberate choices:

* A tunker keeps all eight cards while the others draw again and may add to sets, so that in play among good
  players a tunk pays early, before anybody is tidy, or with next to nothing unmatched. That is what sets the strong
  players apart: how low they want to be (the constants below; they were found by matches).
* What a hand is worth is counted in parts of a point (``PART``), so that cards that nearly match can be weighed
  against points. The lower, the better.
* Where two discards seem equal, the dearer card goes, then the one first in card order.
"""

from __future__ import annotations

from knockroll.engine.cards import ALL_CARDS, DECK_SIZE, RANK_MASK, SUIT_MASK, highest_points, points, points_in
from knockroll.engine.rule import lookup, lowest, rule
from knockroll.engine.state import (
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    NOBODY,
    discardable,
    next_seat,
    top_discard,
    unseen,
)
from knockroll.engine.stream import Stream
from knockroll.games.tunk.matched import (
    BY_POINTS,
    additions,
    arrange,
    fitting,
    least_unmatched,
    matchable,
    next_arrangement,
)
from knockroll.games.tunk.rules import DRAW, TUNK, Tunk, open_set, wild_cards
from knockroll.players.player import Bot

PART = 1024
"""The parts of a point in which hands are weighed."""
FAR_TOO_MUCH = 1 << 40
"""More than any hand or discard can cost."""
OUT = 28
"""What a point of a near-set is worth for each card that would complete it: such a card comes one time in 37."""
OUT_FADES = 1
"""How much less that is with every round that passes: there will be fewer draws."""
WORTH_TAKING = 6 * PART
"""What a discard must gain to be taken: a card from the stock costs nothing, and no one sees it."""
LIVE_PARTNER = PART // 8
"""The danger of a discard for each unseen card that it could match with."""
HELD_PARTNER = 3 * PART // 2
"""The danger of a discard for each such card that the next player is known to hold."""

MISER_TUNKS, POLLY_TUNKS, LIBRARIAN_TUNKS = 15, 8, 2
"""The most unmatched points with which they call."""
HERON_TUNKS, HERON_WAITS, HERON_ALWAYS = 10, 2, 2
"""The Heron's limit in the first round, how much it falls in each later one, and the points he always calls with."""
HERON_CROWD = 3
"""How much lower the Heron's limit is for every opponent beyond the first."""

# --- What they see in their cards ----------------------------------------------------------------------------------


@rule
def _total(cards: int, wild: int) -> int:
    """The hand total of some cards, with nothing to add to (tunk 8)."""
    return least_unmatched(cards, wild, BY_POINTS, 0)


@rule
def _total_after_discard(cards: int, wild: int) -> int:
    """The least hand total that some cards can have after one of them is discarded."""
    least = points_in(cards) - highest_points(cards)
    could = matchable(cards, wild)
    first, second, others = next_arrangement(could, wild, 0, 0, 0)
    while first and least:
        left = cards & ~first & ~second
        least = min(least, points_in(left) - highest_points(left))
        first, second, others = next_arrangement(could, wild, first, second, others)
    return least


def _all_partners() -> list[int]:
    partners = []
    for card in range(DECK_SIZE):
        suit = SUIT_MASK << (card - card % 13)
        partners.append((0b11011 << card >> 2 & suit) | (RANK_MASK << card % 13 & ~(1 << card)))
    return partners


_partners = lookup(_all_partners)
"""All cards that can be in a natural set of three with a card: its rank, and up to two places off in its suit."""


@rule
def _promise_of(card: int, loose: int, live: int, wild: int) -> int:
    """The points of the near-sets of a card with loose cards, each counted for every live card that completes it.

    A near-set is two cards of equal rank, or of one suit and at most two places apart.
    """
    partners = _partners(card)
    mates = loose & partners & ~wild
    if mates == 0 or wild >> card & 1:
        return 0
    wilds = (live & wild).bit_count()
    naturals = partners & live & ~wild
    promise = 0
    while mates:
        mate = lowest(mates)
        mates &= mates - 1
        promise += ((_partners(mate) & naturals).bit_count() + wilds) * (points(card) + points(mate))
    return promise


@rule
def _promise(loose: int, live: int, wild: int) -> int:
    """The points of all near-sets among unmatched cards."""
    promise = 0
    while loose:
        card = lowest(loose)
        loose &= loose - 1
        promise += _promise_of(card, loose, live, wild)
    return promise


@rule
def _worth(cards: int, wild: int, live: int, out: int) -> int:
    """What a hand of seven is worth, arranged in the best way: its unmatched points less what they promise."""
    best = FAR_TOO_MUCH
    could = matchable(cards, wild)
    first, second, others = 0, 0, 0
    while True:  # no set at all is an arrangement too
        loose = cards & ~first & ~second
        best = min(best, points_in(loose) * PART - _promise(loose, live, wild) * out)
        first, second, others = next_arrangement(could, wild, first, second, others)
        if first == 0:
            return best


@rule
def _best_of_loose(
    loose: int, candidates: int, wild: int, live: int, out: int, watches: int, held: int
) -> tuple[int, int, int]:
    """The best discard among the unmatched cards of an arrangement: its cost, the card, and what the rest is worth."""
    twice = 0  # the promise of all of them: every near-set is met at both its cards
    cheapest = FAR_TOO_MUCH
    choice = 0
    change = 0
    left = loose
    while left:
        card = lowest(left)
        left &= left - 1
        promise = _promise_of(card, loose, live, wild)
        twice += promise
        if candidates >> card & 1:
            without = promise * out - points(card) * PART
            cost = without * 16 - points(card)
            if watches:
                cost += _danger(card, held, wild, live) * 16
            if cost < cheapest:
                cheapest = cost
                choice = card
                change = without
    worth = points_in(loose) * PART - (twice >> 1) * out
    return worth * 16 + cheapest, choice, worth + change


@rule
def _best_discard(
    v: Tunk, cards: int, candidates: int, wild: int, live: int, out: int, watches: int
) -> tuple[int, int]:
    """The discard that leaves the best hand, and what that hand is worth; ``watches`` adds the danger of the card.

    Every arrangement of all cards is tried, without each of its unmatched cards: those are the arrangements of what
    is left after a discard.
    """
    best = FAR_TOO_MUCH
    choice = 0
    least = FAR_TOO_MUCH
    held = v.known[next_seat(v, v.turn)] if watches else 0
    could = matchable(cards, wild)
    first, second, others = 0, 0, 0
    while True:
        loose = cards & ~first & ~second
        if loose & candidates:
            cost, card, worth = _best_of_loose(loose, candidates, wild, live, out, watches, held)
            if cost < best or (cost == best and card < choice):
                best = cost
                choice = card
                least = worth
        first, second, others = next_arrangement(could, wild, first, second, others)
        if first == 0:
            return choice, least


# --- What they see at the table ------------------------------------------------------------------------------------


@rule
def _round(v: Tunk) -> int:
    """How many rounds of turns are over."""
    return v.turns // v.playing.bit_count()


@rule
def _danger(card: int, held: int, wild: int, live: int) -> int:
    """What the next player, who is known to hold some cards, may gain from a discard.

    Wild cards are left out: they count only two points, or are matched.
    """
    partners = _partners(card) & ~wild
    return (partners & live).bit_count() * LIVE_PARTNER + (partners & held).bit_count() * HELD_PARTNER


# --- Drawing and discarding by points ------------------------------------------------------------------------------


@rule
def _draw_what_lowers(v: Tunk, moves: list[int], n: int) -> int:
    """Take the discard if, after the best discard, that lowers the hand total."""
    if n == 1:
        return moves[0]
    wild = wild_cards(v)
    hand = v.hands[v.turn]
    lowers = _total_after_discard(hand | 1 << top_discard(v), wild) < _total(hand, wild)
    return DRAW_DISCARD if lowers else DRAW_STOCK


@rule
def _discard_dearest(v: Tunk, first_open: int, second_open: int) -> int:
    """Discard what leaves the lowest hand total, if cards can be added to these sets; among equals the dearest card."""
    wild = wild_cards(v)
    cards = v.hands[v.turn]
    candidates = discardable(v)
    fit_first = fitting(cards, wild, first_open)
    fit_second = fitting(cards, wild, second_open)
    least = FAR_TOO_MUCH
    choice = 0
    could = matchable(cards, wild)
    first, second, others = 0, 0, 0
    while True:
        loose = cards & ~first & ~second
        left = loose & candidates
        while left:
            card = lowest(left)
            left &= left - 1
            rest = loose & ~(1 << card)
            to_first, to_second = additions(rest, fit_first, fit_second)
            cost = points_in(rest & ~to_first & ~to_second) * 16 - points(card)
            if cost < least or (cost == least and card < choice):
                least = cost
                choice = card
        first, second, others = next_arrangement(could, wild, first, second, others)
        if first == 0:
            return DISCARD + choice


@rule
def _left_over(cards: int, wild: int, first_open: int, second_open: int) -> int:
    first, second, to_first, to_second = arrange(cards, wild, first_open, second_open)
    return cards & ~(first | second | to_first | to_second)


# --- The last turn, after a tunk -----------------------------------------------------------------------------------


@rule
def _last_draw(v: Tunk, moves: list[int], n: int) -> int:
    """Take the discard unless an unseen card leaves less on average, with additions and without the dearest card."""
    if n == 1:
        return moves[0]
    wild = wild_cards(v)
    hand = v.hands[v.turn]
    first_open = open_set(v, 0)
    second_open = open_set(v, 1)
    left = _left_over(hand | 1 << top_discard(v), wild, first_open, second_open)
    with_discard = points_in(left) - highest_points(left)
    left_now = _left_over(hand, wild, first_open, second_open)
    could = matchable(hand, wild)
    live = unseen(v)
    fit = fitting(live, wild, first_open) | fitting(live, wild, second_open)
    count = live.bit_count()
    with_all = 0
    while live:
        card = live & -live
        live &= live - 1
        if card & fit or matchable(hand | card, wild) != could:
            left = _left_over(hand | card, wild, first_open, second_open)
        else:  # it goes with nothing
            left = left_now | card
        with_all += points_in(left) - highest_points(left)
    return DRAW_DISCARD if with_discard * count <= with_all else DRAW_STOCK


# --- Drawing and discarding by worth -------------------------------------------------------------------------------


@rule
def _draw_what_is_worth_it(v: Tunk, moves: list[int], n: int, live: int, out: int, tunks_with: int) -> int:
    """Take a wild card, what allows a tunk, and what makes the hand better by ``WORTH_TAKING`` or more."""
    if n == 1:
        return moves[0]
    wild = wild_cards(v)
    hand = v.hands[v.turn]
    top = 1 << top_discard(v)
    if top & wild:
        return DRAW_DISCARD
    if _total(hand | top, wild) <= tunks_with and _could_tunk(v, hand | top, wild):
        return DRAW_DISCARD
    _, with_discard = _best_discard(v, hand | top, hand, wild, live, out, 0)
    return DRAW_DISCARD if with_discard <= _worth(hand, wild, live, out) - WORTH_TAKING else DRAW_STOCK


@rule
def _could_tunk(v: Tunk, cards: int, wild: int) -> bool:
    """Whether a tunk would be allowed with these cards (tunk 5bii)."""
    return least_unmatched(cards, wild, v.tunk_limit_counts, v.tunk_limit) <= v.tunk_limit


@rule
def _discard_least_worth(v: Tunk, live: int, out: int, watches: int) -> int:
    """Discard what leaves the best hand; ``watches`` adds the danger of the card."""
    card, _ = _best_discard(v, v.hands[v.turn], discardable(v), wild_cards(v), live, out, watches)
    return DISCARD + card


@rule
def _tunks(v: Tunk, moves: list[int], n: int, most: int) -> bool:
    """Whether a tunk is allowed, and at most ``most`` points unmatched. A tunk is the last of the legal moves."""
    return moves[n - 1] == TUNK and _total(v.hands[v.turn], wild_cards(v)) <= most


# --- The players ---------------------------------------------------------------------------------------------------


@rule
def hasty_hal(v: Tunk, moves: list[int], n: int, r: Stream) -> int:
    """Tunks as soon as he may, whatever he holds. Otherwise he plays as the Miser does."""
    if v.phase == DRAW:
        return _draw_what_lowers(v, moves, n)
    return TUNK if moves[n - 1] == TUNK else _discard_dearest(v, 0, 0)


@rule
def the_miser(v: Tunk, moves: list[int], n: int, r: Stream) -> int:
    """Looks at his unmatched points alone, and tunks with 15 or fewer.

    Takes the discard if that lowers them after the best discard, else draws from the stock. Discards the card that
    leaves the fewest, among equals the dearest. What he could add to a tunker's sets he does not see coming.
    """
    if v.phase == DRAW:
        return _draw_what_lowers(v, moves, n)
    return TUNK if _tunks(v, moves, n, MISER_TUNKS) else _discard_dearest(v, 0, 0)


@rule
def aunt_polly(v: Tunk, moves: list[int], n: int, r: Stream) -> int:
    """Keeps cards that nearly match, and tunks with 8 points or fewer.

    Two cards of a rank, or near each other in a suit, are worth more to her the more cards would complete them, and
    less with every round; but she does not remember what is gone, nor mind what others collect. She takes a 2, a
    discard that lets her tunk, and one that makes her hand better by 6 points. After a tunk she takes the discard if
    that lowers her points, and discards what leaves the fewest, with all that she can add to the tunker's sets.
    """
    if v.tunker != NOBODY:
        if v.phase == DRAW:
            return _draw_what_lowers(v, moves, n)
        return _discard_dearest(v, open_set(v, 0), open_set(v, 1))
    live = ALL_CARDS & ~v.hands[v.turn]
    out = max(OUT - _round(v) * OUT_FADES, 0)
    if v.phase == DRAW:
        return _draw_what_is_worth_it(v, moves, n, live, out, POLLY_TUNKS)
    return TUNK if _tunks(v, moves, n, POLLY_TUNKS) else _discard_least_worth(v, live, out, 0)


@rule
def _play_with_memory(v: Tunk, moves: list[int], n: int, tunks_with: int) -> int:
    """The Librarian's play, for a player who tunks with at most ``tunks_with`` points."""
    if v.tunker != NOBODY:
        if v.phase == DRAW:
            return _last_draw(v, moves, n)
        return _discard_dearest(v, open_set(v, 0), open_set(v, 1))
    live = unseen(v)
    out = max(OUT - _round(v) * OUT_FADES, 0)
    if v.phase == DRAW:
        return _draw_what_is_worth_it(v, moves, n, live, out, tunks_with)
    return TUNK if _tunks(v, moves, n, tunks_with) else _discard_least_worth(v, live, out, 1)


@rule
def the_librarian(v: Tunk, moves: list[int], n: int, r: Stream) -> int:
    """Plays as Aunt Polly does, but remembers everything that lay open, and tunks only with 2 points or fewer.

    A near-set is worth only as much as the cards that may still come. She prefers a discard that few unseen cards
    match, and least likes one that matches what the next player is known to hold. After a tunk she takes the discard
    unless an unseen card would on average leave her fewer points.
    """
    return _play_with_memory(v, moves, n, LIBRARIAN_TUNKS)


@rule
def the_heron(v: Tunk, moves: list[int], n: int, r: Stream) -> int:
    """Plays as the Librarian does, but strikes early or hardly ever.

    With two players he tunks with 10 points or fewer in the first round, and 2 fewer in each later one; every further
    opponent lowers that by 3. With 2 points or fewer he always tunks.
    """
    tunks_with = HERON_TUNKS - HERON_WAITS * _round(v) - HERON_CROWD * (v.playing.bit_count() - 2)
    return _play_with_memory(v, moves, n, max(tunks_with, HERON_ALWAYS))


PLAYERS = (
    Bot(
        "Aunt Polly",
        "Forty years at the same kitchen table; deals you tea with the cards.",
        aunt_polly,
        strength=4,
        face=("white", "bun", "smile"),
    ),
    Bot("Hasty Hal", "Calls first and counts afterwards.", hasty_hal, strength=1, face=("red", "spiky", "surprised")),
    Bot(
        "The Miser",
        "Cannot bear a loose point in his hand, and looks no further.",
        the_miser,
        strength=2,
        face=("grey", "bald", "frown"),
    ),
    Bot(
        "The Librarian",
        "Remembers every card that was returned, and who borrowed it.",
        the_librarian,
        strength=5,
        face=("brown", "bun", "glasses", "flat"),
    ),
    Bot(
        "The Heron",
        "Stands still for a very long time. Then he does not miss.",
        the_heron,
        strength=5,
        face=("bird", "grey"),
    ),
)

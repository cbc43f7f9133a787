"""Thirty-One: the five computer players of the source ("Computer players" in docs/rules/thirty_one.md).

Deliberate choices where the book is silent:

* Both draws are always possible when a turn begins: the pile is never empty then, and an empty stock is refilled (R3).
* Where three of a kind is worth nothing (option ``three_of_a_kind``), nobody keeps a pair.
* Ms. Aggressive never breaks up 30, however she came by it: it is what a pair is kept for. With two pairs she has to
  break one, and does so as House would.
* The Card Counter holds a card against a rank if it has lain on the pile and is not in his own hand; those are the
  cards that cannot help him. He plays as House, but sees no worth in suits he does not go for. He collects a suit if
  it makes his value with at least two cards. To drop it, he discards its cards first.
"""

from __future__ import annotations

from knockroll.engine.cards import RANK_MASK, SUIT_MASK
from knockroll.engine.melds import set_ranks
from knockroll.engine.rule import lowest, rule
from knockroll.engine.state import DISCARD, DRAW_DISCARD, DRAW_STOCK, discardable, next_seat, top_discard
from knockroll.engine.stream import Stream, below
from knockroll.games.thirty_one.rules import DRAW, KNOCK, ThirtyOne, hand_value, suit_total
from knockroll.players.player import Bot

ACES = RANK_MASK
THIRTY = 30
WORTH_STAYING = 15
CROWD = 2
"""The Card Counter leaves a suit to others if more than this many go for it."""

# --- What they see in their cards ----------------------------------------------------------------------------------


@rule
def _height(card: int) -> int:
    """The order of cards by points, then rank, then suit (s h d c); the ace, worth 11, is the highest rank."""
    rank = card % 13
    return (rank if rank else 13) * 4 + card // 13


@rule
def _suit(suit: int) -> int:
    """All cards of a suit."""
    return SUIT_MASK << 13 * suit


@rule
def _paired_ranks(cards: int) -> int:
    """The ranks, one bit each, of which there are at least two cards."""
    once = 0
    twice = 0
    for suit in range(4):
        ranks = cards >> 13 * suit & SUIT_MASK
        twice |= once & ranks
        once |= ranks
    return twice


@rule
def _pairs(v: ThirtyOne, cards: int) -> int:
    """The cards that belong to a pair, if a third of their rank would be worth something."""
    return cards & _paired_ranks(cards) * RANK_MASK if v.three_of_a_kind else 0


@rule
def _worth(v: ThirtyOne, cards: int, shunned: int) -> int:
    """The value of a hand to somebody for whom the shunned cards count for nothing in their suits."""
    worth = hand_value(cards & ~shunned, 0)
    return max(worth, v.three_of_a_kind) if set_ranks(cards) else worth


# --- What they do --------------------------------------------------------------------------------------------------


@rule
def _knocks(v: ThirtyOne, moves: list[int], n: int, least: int) -> bool:
    """Whether a knock is allowed and the hand worth at least ``least``. A knock is the last of the legal moves."""
    return moves[n - 1] == KNOCK and hand_value(v.hands[v.turn], v.three_of_a_kind) >= least


@rule
def _draw_what_raises(v: ThirtyOne, shunned: int) -> int:
    """Take the discard if that raises the value: the best three of the four cards, less any that are shunned."""
    hand = v.hands[v.turn]
    raises = _worth(v, hand | 1 << top_discard(v), shunned) > _worth(v, hand, shunned)
    return DRAW_DISCARD if raises else DRAW_STOCK


@rule
def _discard_cheapest(v: ThirtyOne, candidates: int, kept: int, shunned: int) -> int:
    """Discard the candidate that costs the least value; among equals one that need not be kept, then the lowest."""
    best = -1
    choice = DISCARD
    while candidates:
        card = lowest(candidates)
        candidates &= candidates - 1
        spare = 1 - (kept >> card & 1)
        merit = (_worth(v, v.hands[v.turn] & ~(1 << card), shunned) * 2 + spare) * 64 + 63 - _height(card)
        if merit > best:
            best = merit
            choice = DISCARD + card
    return choice


@rule
def house(v: ThirtyOne, moves: list[int], n: int, r: Stream) -> int:
    """Knocks above 24. Takes the discard if that raises its value after the best discard, else draws from the stock.

    Discards the card that costs the least value: among equals the lowest that does not break a pair.
    """
    if v.phase == DRAW:
        return KNOCK if _knocks(v, moves, n, 25) else _draw_what_raises(v, 0)
    return _discard_cheapest(v, discardable(v), _pairs(v, v.hands[v.turn]), 0)


@rule
def mr_caution(v: ThirtyOne, moves: list[int], n: int, r: Stream) -> int:
    """Draws and discards as House does, but breaks pairs freely, and knocks only with 27 or more.

    Three of a kind he keeps if it falls into his lap.
    """
    if v.phase == DRAW:
        return KNOCK if _knocks(v, moves, n, 27) else _draw_what_raises(v, 0)
    return _discard_cheapest(v, discardable(v), 0, 0)


# --- Ms. Aggressive ------------------------------------------------------------------------------------------------


@rule
def ms_aggressive(v: ThirtyOne, moves: list[int], n: int, r: Stream) -> int:
    """Knocks with 20 or more, in her first turn with 16, but never while she holds an ace: then she waits for 31.

    With a pair she collects the third of its rank: she keeps the pair whatever it costs, and takes a discard only if
    it makes 30 or 31. With an ace and no pair she collects the ace's suit, and takes a discard only if it is of that
    suit and raises her value. Otherwise she draws and discards as House does.
    """
    hand = v.hands[v.turn]
    if v.phase == DRAW:
        least = 16 if v.rounds[v.turn] == 1 else 20
        if not hand & ACES and _knocks(v, moves, n, least):
            return KNOCK
        return _draw_aggressively(v, hand)
    candidates = discardable(v)
    pairs = _pairs(v, hand)
    if _worth(v, hand, 0) < THIRTY:
        collected = pairs if pairs else _suit_of_ace(hand)
        if candidates & ~collected:
            candidates &= ~collected
    return _discard_cheapest(v, candidates, pairs, 0)


@rule
def _draw_aggressively(v: ThirtyOne, hand: int) -> int:
    top = 1 << top_discard(v)
    if _draw_what_raises(v, 0) == DRAW_STOCK:
        return DRAW_STOCK
    if _pairs(v, hand):
        return DRAW_DISCARD if _worth(v, hand | top, 0) >= THIRTY else DRAW_STOCK
    if hand & ACES:
        return DRAW_DISCARD if _suit_of_ace(hand) & top else DRAW_STOCK
    return DRAW_DISCARD


@rule
def _suit_of_ace(hand: int) -> int:
    """All cards of the suit of an ace that is held; none without an ace."""
    return _suit(lowest(hand & ACES) // 13) if hand & ACES else 0


# --- The Card Counter ----------------------------------------------------------------------------------------------


@rule
def the_card_counter(v: ThirtyOne, moves: list[int], n: int, r: Stream) -> int:
    """Knocks with 18 in rounds 1 and 2, 24 in rounds 3 and 4, 27 in rounds 5 and 6, 28 later.

    Remembers what everybody could see. He draws and discards as House does, but keeps a pair only if fewer than two
    others of its rank have lain on the discard pile; leaves a suit alone that more than two others collect, and drops
    it if he has less than 15; and does not discard the suit that the next player collects unless every other discard
    would cost him value. Somebody who takes a discard collects its suit: the suit of the highest card so taken.
    """
    hand = v.hands[v.turn]
    shunned = _crowded_suits(v, hand)
    if v.phase == DRAW:
        return KNOCK if _knocks(v, moves, n, _knocking_value(v.rounds[v.turn])) else _draw_what_raises(v, shunned)
    candidates = _not_for_the_next(v, hand, discardable(v))
    dropped = candidates & _collected(v, hand) & shunned
    if dropped:
        candidates = dropped
    return _discard_cheapest(v, candidates, _live_pairs(v, hand), shunned)


@rule
def _knocking_value(round: int) -> int:
    if round <= 2:
        return 18
    if round <= 4:
        return 24
    return 27 if round <= 6 else 28


@rule
def _goes_for(taken: int) -> int:
    """All cards of the suit that a player who took these discards collects: the suit of the highest; 0 if none."""
    highest = -1
    suit = 0
    while taken:
        card = lowest(taken)
        taken &= taken - 1
        if _height(card) > highest:
            highest = _height(card)
            suit = _suit(card // 13)
    return suit


@rule
def _crowded_suits(v: ThirtyOne, hand: int) -> int:
    """All cards of the suits that too many others go for, unless he has come far enough in one of them."""
    takers = 0  # how many others go for each suit, 13 bits a suit like the cards
    for seat in range(v.seats):
        if seat != v.turn:
            takers += _goes_for(v.taken[seat]) & RANK_MASK
    crowded = 0
    for suit in range(4):
        if takers >> 13 * suit & SUIT_MASK > CROWD and suit_total(hand, suit) < WORTH_STAYING:
            crowded |= _suit(suit)
    return crowded


@rule
def _collected(v: ThirtyOne, hand: int) -> int:
    """All cards of the suits that he himself goes for: those that make his value with two cards or more."""
    collected = 0
    for suit in range(4):
        if suit_total(hand, suit) == hand_value(hand, v.three_of_a_kind) and (hand & _suit(suit)).bit_count() > 1:
            collected |= _suit(suit)
    return collected


@rule
def _live_pairs(v: ThirtyOne, hand: int) -> int:
    """The pairs he holds of which not yet two others have lain on the discard pile."""
    pairs = _pairs(v, hand)
    if not pairs:
        return 0
    seen = 0
    for i in range(v.pile_size):
        seen |= 1 << v.pile[i]
    for seat in range(v.seats):
        seen |= v.taken[seat]
    return pairs & ~(_paired_ranks(seen & ~hand) * RANK_MASK)


@rule
def _not_for_the_next(v: ThirtyOne, hand: int, candidates: int) -> int:
    """The discards that do not help the next player, or all of them if each of those would lower his value."""
    safe = candidates & ~_goes_for(v.taken[next_seat(v, v.turn)])
    left = safe
    while left:
        if _worth(v, hand & ~(left & -left), 0) == _worth(v, hand, 0):
            return safe
        left &= left - 1
    return candidates


# --- Mr. Clueless --------------------------------------------------------------------------------------------------


@rule
def mr_clueless(v: ThirtyOne, moves: list[int], n: int, r: Stream) -> int:
    """Draws by the flip of a coin, discards at random, and knocks only with 30."""
    if v.phase == DRAW:
        if _knocks(v, moves, n, THIRTY):
            return KNOCK
        return DRAW_STOCK if below(r, 2) == 0 else DRAW_DISCARD
    return moves[below(r, n)]


PLAYERS = (
    Bot(
        "House",
        "The class project's own opponent: plain, steady, hard to fool.",
        house,
        strength=5,
        face=("brown", "short", "smile"),
    ),
    Bot(
        "Mr. Caution",
        "Would rather wait one more turn than knock too soon.",
        mr_caution,
        strength=5,
        face=("grey", "short", "hat", "moustache", "flat"),
    ),
    Bot(
        "Ms. Aggressive",
        "Knocks before you have sorted your cards, unless she smells 30 or 31.",
        ms_aggressive,
        strength=3,
        face=("red", "long", "frown"),
    ),
    Bot(
        "The Card Counter",
        "Knows what lay on the pile, who took it and what you are after.",
        the_card_counter,
        strength=4,
        face=("black", "short", "shades", "beard"),
    ),
    Bot(
        "Mr. Clueless",
        "Flips a coin and hopes for the best.",
        mr_clueless,
        strength=1,
        face=("blond", "curly", "surprised"),
    ),
)

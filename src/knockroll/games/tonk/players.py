"""Tonk: its computer players, from one who has just learned it to one who quotes a price on every drop.

Deliberate choices:

* All of them lay and hit whatever they can, in the way that leaves them the fewest points. A spread that is held back
  counts in full when somebody drops.
* Where two discards seem equally good, the first goes: spades before hearts, diamonds and clubs, then by rank.
* When the stock is out, a draw from it ends the play (tonk 11): those who have no use for the discard do so.
* The Bookmaker's numbers were found by playing him against himself with other numbers.
"""

from __future__ import annotations

from knockroll.engine.cards import ALL_CARDS, points, points_in
from knockroll.engine.rule import lowest, rule
from knockroll.engine.state import DISCARD, DRAW_DISCARD, DRAW_STOCK, NOBODY, discardable, stock_size, top_discard
from knockroll.engine.stream import Stream, below
from knockroll.games.tonk.estimates import (
    CERTAIN,
    NO_MOVE,
    best_lay,
    chance_of_lowest,
    left_over,
    lowest_mean_count,
    next_collects,
    paired,
    partners,
    seen_cards,
    spread_makers,
)
from knockroll.games.tonk.spreads import DROP
from knockroll.games.tonk.state import DRAW, Tonk
from knockroll.players.player import Bot

WORTH_TAKING = 4
"""Points that a discard must save to be taken by a choosy player."""

# --- What they have in common --------------------------------------------------------------------------------------


@rule
def _may_drop(moves: list[int], n: int) -> bool:
    """Whether a drop is legal: then it is the last of the moves at the start of a turn."""
    return moves[n - 1] == DROP


@rule
def _may_discard(v: Tonk) -> int:
    """The cards that may be discarded: the one just taken too if no other is left (option may_return_discard)."""
    cards = discardable(v)
    return cards if cards else v.hands[v.turn]


@rule
def _left_with_discard(v: Tonk) -> int:
    """The cards that would be left after taking the discard and laying all that can be laid."""
    return left_over(v, v.hands[v.turn] | 1 << top_discard(v))


@rule
def _can_be_laid(v: Tonk, left: int) -> bool:
    """Whether the discard, once taken, could be laid: then it is not among the cards left."""
    return left >> top_discard(v) & 1 == 0


@rule
def _saves(v: Tonk, left: int, thrown: int) -> int:
    """How many points a turn saves that leaves these cards and ends by throwing one of them."""
    return points_in(v.hands[v.turn]) - points_in(left & ~(1 << thrown))


@rule
def _dearest(cards: int) -> int:
    """The dearest of some cards; of several the first. If there are none, any."""
    choice = 0
    most = 0
    while cards:
        card = lowest(cards)
        if points(card) > most:
            most = points(card)
            choice = card
        cards &= cards - 1
    return choice


# --- Friday Ray ----------------------------------------------------------------------------------------------------


@rule
def friday_ray(v: Tonk, moves: list[int], n: int, r: Stream) -> int:
    """Drops with 24 points or fewer in his first turn, with 3 fewer in each later one, but always with 4 or fewer.

    If somebody has fewer cards than he has, he drops only with 4 or fewer. Takes the discard if it can be laid at
    once, or if its turn would save him at least 4 points; else draws from the stock. Lays what he can. Discards
    the dearest card that is not one of a pair, or the dearest of all if he has nothing but pairs.
    """
    hand = v.hands[v.turn]
    if v.phase == DRAW:
        own_turns = v.turns // v.playing.bit_count()
        enough = 4 if _somebody_has_fewer_cards(v) else max(4, 24 - 3 * own_turns)
        if _may_drop(moves, n) and points_in(hand) <= enough:
            return DROP
        left = _left_with_discard(v)
        if _can_be_laid(v, left) or _saves(v, left, _dearest_single(left)) >= WORTH_TAKING:
            return DRAW_DISCARD
        return DRAW_STOCK
    lay = best_lay(v, moves, n)
    return lay if lay != NO_MOVE else DISCARD + _dearest_single(_may_discard(v))


@rule
def _dearest_single(cards: int) -> int:
    """The dearest of some cards that is not one of a pair, or else the dearest."""
    single = cards & ~paired(cards)
    return _dearest(single if single else cards)


@rule
def _somebody_has_fewer_cards(v: Tonk) -> bool:
    fewer = False
    for seat in range(v.seats):
        fewer |= v.playing >> seat & 1 != 0 and v.held[seat] < v.held[v.turn]
    return fewer


# --- Lucky Lou -----------------------------------------------------------------------------------------------------


@rule
def lucky_lou(v: Tonk, moves: list[int], n: int, r: Stream) -> int:
    """Drops with 10 points or fewer. Takes the discard only if it can be laid at once. Discards any card at random.

    Lays what can be laid.
    """
    if v.phase == DRAW:
        if _may_drop(moves, n) and points_in(v.hands[v.turn]) <= 10:
            return DROP
        return DRAW_DISCARD if _can_be_laid(v, _left_with_discard(v)) else DRAW_STOCK
    lay = best_lay(v, moves, n)
    return lay if lay != NO_MOVE else moves[below(r, n)]


# --- The Magpie ----------------------------------------------------------------------------------------------------


@rule
def the_magpie(v: Tonk, moves: list[int], n: int, r: Stream) -> int:
    """Drops with 15 points or fewer. Takes the discard if that leaves fewer points than there are now.

    Lays what can be laid, then discards the dearest card.
    """
    if v.phase == DRAW:
        if _may_drop(moves, n) and points_in(v.hands[v.turn]) <= 15:
            return DROP
        left = _left_with_discard(v)
        return DRAW_DISCARD if _saves(v, left, _dearest(left)) > 0 else DRAW_STOCK
    lay = best_lay(v, moves, n)
    return lay if lay != NO_MOVE else DISCARD + _dearest(_may_discard(v))


# --- Mrs. Lookout --------------------------------------------------------------------------------------------------

SAFE_MARGIN = 70
"""Tenths of points by which her count must be below what anybody else has on average."""


@rule
def mrs_lookout(v: Tonk, moves: list[int], n: int, r: Stream) -> int:
    """Drops if her count is at least 7 points below what each of the others may be expected to hold.

    That is what they took from the pile and still have, and the average for their other cards, which falls with every
    turn they have had. Takes the discard if it can be laid at once, or if its turn would save her at least 4 points.
    Lays what she can. Discards the dearest card that the next player does not collect (has not taken a card that
    makes a spread with it) and that is not one of two which a card she has not seen could make a spread; if there is
    none, the dearest that the next player does not collect; if there is none either, the dearest.
    """
    hand = v.hands[v.turn]
    if v.phase == DRAW:
        if _may_drop(moves, n) and 10 * points_in(hand) + SAFE_MARGIN <= lowest_mean_count(v):
            return DROP
        left = _left_with_discard(v)
        if _can_be_laid(v, left) or _saves(v, left, _safest(v, left)) >= WORTH_TAKING:
            return DRAW_DISCARD
        return DRAW_STOCK
    lay = best_lay(v, moves, n)
    return lay if lay != NO_MOVE else DISCARD + _safest(v, _may_discard(v))


@rule
def _safest(v: Tonk, cards: int) -> int:
    """The one of these cards that she would discard."""
    safe = cards & ~_collected(v, cards)
    free = safe & ~_promising(cards, seen_cards(v))
    if free:
        return _dearest(free)
    return _dearest(safe if safe else cards)


@rule
def _collected(v: Tonk, cards: int) -> int:
    """The cards among these that the next player collects."""
    collected = 0
    collects = next_collects(v)
    while cards:
        if partners(lowest(cards)) & collects:
            collected |= cards & -cards
        cards &= cards - 1
    return collected


@rule
def _promising(hand: int, seen: int) -> int:
    """The cards of a hand without which fewer unseen cards would make a spread."""
    makers = (spread_makers(hand) & ~seen).bit_count()
    promising = 0
    left = hand
    while left:
        card = left & -left
        if (spread_makers(hand & ~card) & ~card & ~seen).bit_count() < makers:
            promising |= card
        left &= left - 1
    return promising


# --- The Bookmaker -------------------------------------------------------------------------------------------------

# What things are worth to him, in half points.
POINT = 2
A_CARD = 2
"""A card more in the hand, beside its points."""
A_SPREAD_MAKER = 3
"""An unseen card that would make a spread."""
TO_BE_SEEN = 3
"""Taking a discard, because everybody sees it."""
A_GIFT = 6
"""Discarding what the next player collects."""
A_WIN = 40
"""Emptying the hand with a discard."""
A_TONK = 100
"""Emptying the hand without a discard."""

EVEN_ODDS = CERTAIN // 2


@rule
def the_bookmaker(v: Tonk, moves: list[int], n: int, r: Stream) -> int:
    """Drops if the chance that nobody else counts as little is at least 77 in 100; among three 67, among more 57.

    The chance is worked out for each of the others: from what they took and still have, how many other cards they
    hold, how many turns they have had. In the last hand he does not drop if a plain win would not help him, or if he
    leads by more than a plain win of somebody else could change. When the stock is out he ends the play by drawing
    from it if that chance is at least even, and takes the discard otherwise.

    He judges hands by points, adds 1 for every card, and takes off 1½ for every card he has not seen that would make a
    spread; to win at once is 20 below no points, and a tonk 50. He takes the discard if the hand it leads to is better,
    by 1½ points, than what the stock leads to on average over the cards he has not seen. Lays what he can. Discards
    what leaves the best hand, though he would rather lose 3 points than give the next player a card that makes a
    spread with one which that player took.
    """
    hand = v.hands[v.turn]
    seen = seen_cards(v)
    if v.phase == DRAW:
        if _may_drop(moves, n) and _takes_the_bet(v):
            return DROP
        return _draw_by_price(v, hand, seen)
    lay = best_lay(v, moves, n)
    if lay != NO_MOVE:
        return lay
    _, card = _best_discard(hand, _may_discard(v), seen, next_collects(v))
    return DISCARD + card


@rule
def _takes_the_bet(v: Tonk) -> bool:
    """Whether to drop. With no stock left there is a cheaper way to end the play."""
    if stock_size(v) == 0 or _drop_is_pointless(v):
        return False
    return chance_of_lowest(v, points_in(v.hands[v.turn])) >= good_odds(v.playing.bit_count())


@rule
def good_odds(players: int) -> int:
    """The least chance at which he drops. The more players pay him if he is right, the less he asks for."""
    return CERTAIN * max(57, 97 - 10 * players) // 100


@rule
def _drop_is_pointless(v: Tonk) -> bool:
    """Whether this is the last hand, and a plain win would be too little for him, or for anybody who is after him."""
    if v.hands_played + 1 < v.session:
        return False
    rival = NOBODY
    for seat in range(v.seats):
        if seat != v.turn and v.took_part >> seat & 1 and (rival == NOBODY or v.scores[seat] > v.scores[rival]):
            rival = seat
    lead = v.scores[v.turn] - v.scores[rival]
    swing = v.playing.bit_count() * v.stake  # a stake from each of the others, one of whom is the rival
    return lead > swing or lead < -swing


@rule
def _draw_by_price(v: Tonk, hand: int, seen: int) -> int:
    if stock_size(v) == 0:
        return DRAW_STOCK if chance_of_lowest(v, points_in(hand)) >= EVEN_ODDS else DRAW_DISCARD
    collects = next_collects(v)
    with_discard = _price_after(v, hand | 1 << top_discard(v), seen, collects) + TO_BE_SEEN
    unseen = ALL_CARDS & ~seen
    prices = 0
    left = unseen
    while left:
        card = left & -left
        prices += _price_after(v, hand | card, seen | card, collects)
        left &= left - 1
    return DRAW_DISCARD if with_discard * unseen.bit_count() <= prices else DRAW_STOCK


@rule
def _price_after(v: Tonk, hand: int, seen: int, collects: int) -> int:
    """The price of a hand at the end of a turn, given the hand after the draw."""
    left = left_over(v, hand)
    if left == 0:
        return -A_TONK
    if left & left - 1 == 0:
        return -A_WIN
    best, _ = _best_discard(left, left, seen, collects)
    return best


@rule
def _best_discard(hand: int, cards: int, seen: int, collects: int) -> tuple[int, int]:
    """The lowest price that a hand can have without one of some cards, and that card."""
    choice = lowest(cards)
    best = _price_without(hand, choice, seen, collects)
    cards &= cards - 1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        price = _price_without(hand, card, seen, collects)
        if price < best:
            best = price
            choice = card
    return best, choice


@rule
def _price_without(hand: int, card: int, seen: int, collects: int) -> int:
    """The price of a hand without a card, and of giving that card away; the lower, the better."""
    hand &= ~(1 << card)
    price = (
        POINT * points_in(hand) + A_CARD * hand.bit_count() - A_SPREAD_MAKER * (spread_makers(hand) & ~seen).bit_count()
    )
    return price + A_GIFT if collects & partners(card) else price


PLAYERS = (
    Bot(
        "Friday Ray",
        "Deals every Friday in his garage, wins a little, loses a little, tells you why.",
        friday_ray,
        strength=4,
        face=("brown", "short", "cap", "beard", "smile"),
    ),
    Bot(
        "Lucky Lou",
        "Learned the game this morning and trusts the next card.",
        lucky_lou,
        strength=2,
        face=("blond", "spiky", "grin"),
    ),
    Bot(
        "The Magpie",
        "Takes whatever looks better than what she has, and never wonders about yours.",
        the_magpie,
        strength=3,
        face=("bird", "black"),
    ),
    Bot(
        "Mrs. Lookout",
        "Never forgets what you picked up, nor gives you what goes with it.",
        mrs_lookout,
        strength=4,
        face=("grey", "curly", "glasses"),
    ),
    Bot(
        "The Bookmaker",
        "Quotes himself a price on every drop, and only bets when it favours him.",
        the_bookmaker,
        strength=5,
        face=("black", "bald", "hat", "moustache", "flat"),
    ),
)

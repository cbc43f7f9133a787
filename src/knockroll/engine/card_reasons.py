"""Reasons that card games share: which cards help, which discard helps the next player, and how likely something is.

A game says what its hands count and when a card fits; the sentences are here, so that all games put them alike.
"""

from __future__ import annotations

from collections.abc import Callable

from knockroll.engine.cards import TEXTS, cards_in, texts_in
from knockroll.engine.review_rules import Reason, Worlds
from knockroll.engine.state import CardState, next_seat, unseen
from knockroll.engine.words import sign, signs

FEWEST_MORE = 1
"""Outs are a reason if the better move has this many more."""
LEAST_DANGER = 0.05
"""A discard is called more dangerous if it helps the next player this much more often."""
RARELY = 0.25
"""A risk up to here speaks for a move: "only 12%"."""
SOMETIMES = 0.05
"""A risk from here on speaks against a move."""
MOST_SHOWN = 8
"""Cards that a sentence lists."""

Fits = Callable[[int, int], bool]
"""``fits(hand, card)``: whether a card improves a hand."""


def share(chance: float) -> str:
    """A chance in a sentence: ``34%``; never 0% or 100%, because it comes from a sample."""
    return "<1%" if chance < 0.005 else ">99%" if chance >= 0.995 else f"{round(100 * chance)}%"


def speaks_for(risk: float, is_better: bool) -> bool:
    """Whether a risk is small enough to speak for the move that takes it, or large enough to speak against it."""
    return risk <= RARELY if is_better else risk >= SOMETIMES


def outs(v: CardState, hand: int, fits: Fits) -> int:
    """Return the unseen cards that improve a hand."""
    found = 0
    for card in cards_in(unseen(v)):
        if fits(hand, card):
            found |= 1 << card
    return found


def outs_reason(v: CardState, played: int, best: int, fits: Fits) -> list[Reason]:
    """Say which cards the better discard keeps useful; ``played`` and ``best`` are the cards discarded."""
    hand = v.hands[v.turn]
    mine, better = outs(v, hand & ~(1 << played), fits), outs(v, hand & ~(1 << best), fits)
    more = better.bit_count() - mine.bit_count()
    if more < FEWEST_MORE:
        return []
    alive = texts_in(better & ~mine)[:MOST_SHOWN]
    text = (
        f"After discarding {sign(TEXTS[best])}, {better.bit_count()} unseen cards help the hand instead of"
        f" {mine.bit_count()}, among them {signs(alive)}."
    )
    numbers = {"outs": float(better.bit_count()), "outs_played": float(mine.bit_count())}
    return [Reason("outs", text, numbers, tuple(alive))]


def danger(v: CardState, card: int, worlds: Worlds, fits: Fits) -> float:
    """Return the share of worlds in which a card improves the hand of the next player."""
    other = next_seat(v, v.turn)
    return sum(fits(world[other], card) for world in worlds) / len(worlds)


def danger_reason(v: CardState, played: int, best: int, worlds: Worlds, fits: Fits) -> list[Reason]:
    """Say how much likelier the next player can use the card that was discarded."""
    if not worlds:
        return []
    mine, better = danger(v, played, worlds, fits), danger(v, best, worlds, fits)
    if mine - better < LEAST_DANGER:
        return []
    other = next_seat(v, v.turn)
    text = (
        f"{sign(TEXTS[played])} helps {{{other}}} in {share(mine)} of the hands they may hold,"
        f" {sign(TEXTS[best])} in {share(better)}."
    )
    numbers = {"danger": better, "danger_played": mine}
    return [Reason("danger", text, numbers, (TEXTS[played], TEXTS[best]))]


def count_reason(what: str, played: int, best: int, most_wins: bool = False) -> list[Reason]:
    """Say what the hand counts after each of two moves, if that speaks for the better one: ``deadwood``, ``value``."""
    if best <= played if most_wins else best >= played:
        return []
    text = f"The better move leaves {best} {what}; the move played leaves {played}."
    return [Reason("count", text, {"count": float(best), "count_played": float(played)})]


def take_reason(
    v: CardState,
    fits: Fits,
    top: int,
    takes: bool,
    after: Callable[[int, int], int],
    what: str,
    most_wins: bool = False,
) -> list[Reason]:
    """Say what the top discard would do for the hand, if that speaks for the better move.

    :param takes: whether taking it is the better move
    :param after: ``after(hand, card)``: what the hand counts with one more card and without the least useful one
    :param what: what it counts: ``points of deadwood``
    :param most_wins: whether it is good to have much of that
    """
    if top < 0:
        return []
    hand = v.hands[v.turn]
    helps = fits(hand, top)
    cards = outs(v, hand, fits)
    left = unseen(v).bit_count()
    chance = cards.bit_count() / left if left else 0.0
    if takes and helps:
        text = f"{sign(TEXTS[top])} improves the hand at once; a card from the stock does {share(chance)} of the time."
    elif not takes and not helps:
        text = f"{sign(TEXTS[top])} does not improve the hand; a card from the stock does {share(chance)} of the time."
    else:
        own, stock = after(hand, top), sum(after(hand, card) for card in cards_in(unseen(v))) / max(1, left)
        if ((own > stock) == most_wins) != takes:
            return []
        text = f"{sign(TEXTS[top])} leads to {own} {what}, a card from the stock to {stock:.1f} on average."
    return [Reason("draw", text, {"stock": chance}, (TEXTS[top],))]


def chance_reason(key: str, text: str, chance: float, **numbers: float) -> list[Reason]:
    """Say how likely something is: ``text`` has a place ``{chance}``."""
    return [Reason(key, text.replace("{chance}", share(chance)), {"chance": chance, **numbers})]

"""The belief map: where each unseen card probably is, as far as a seat knows."""

from __future__ import annotations

from typing import Any

from knockroll.engine.cards import DECK_SIZE, TEXTS
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game, find_game
from knockroll.engine.state import CardState
from knockroll.engine.views import GameView, read_view
from knockroll.review.document import BeliefMap
from knockroll.review.hints import evaluator_for


def belief_map(view: GameView, *, seed: int = 0, truth: Any = None) -> BeliefMap:
    """Return where each card probably is, from the view of the seat to move.

    :param view: the view of the seat to move, as from :meth:`knockroll.Table.view`
    :param seed: the same seed gives the same map
    :param truth: the whole state (``Table.state``), to show the truth beside the belief
    """
    game = find_game(view["game"])
    if not issubclass(game.state, CardState):
        raise InvalidOption(f"there are no cards in {game.title}")
    if view["seat"] is None or view["turn"] != view["seat"]:
        raise InvalidOption("a belief map needs the view of the seat to move")
    return believe(game, read_view(game, view), view["seat"], seed, truth)


def believe(game: Game, v: Any, seat: int, seed: int = 0, truth: Any = None) -> BeliefMap:
    """Return where each card probably is, from a flat view."""
    evaluator = evaluator_for(game, v)
    evaluator.check(v, seat)
    worlds = evaluator.worlds(v, seat, seed)
    if not worlds:
        raise InvalidOption("the hands of the others cannot be estimated in this position")
    held = [0] * v.seats
    counts = [[0] * v.seats for _ in range(DECK_SIZE)]
    for world in worlds:
        for other in range(v.seats):
            held[other] |= world[other]
            for card in range(DECK_SIZE):
                counts[card][other] += world[other] >> card & 1
    hidden = _hidden(v, seat, worlds)
    hands, stock, seen = [], [], []
    for card in range(DECK_SIZE):
        own = bool(v.hands[seat] >> card & 1)
        chances = [count / len(worlds) for count in counts[card]]
        chances[seat] = float(own)
        hands.append(tuple(chances))
        is_hidden = bool(hidden >> card & 1)
        stock.append(1.0 - sum(chances) if is_hidden else 0.0)
        seen.append("hand" if own else "" if is_hidden or any(chances) else "table")
    places = tuple(_place(truth, card) for card in range(DECK_SIZE)) if truth is not None else ()
    return BeliefMap(seat=seat, cards=TEXTS, hands=tuple(hands), stock=tuple(stock), seen=tuple(seen), truth=places)


def _hidden(v: Any, seat: int, worlds: Any) -> int:
    """Return the cards that may be in the stock: those that the seat has seen nowhere else."""
    seen = v.hands[seat]
    for place in range(v.pile_size):
        if v.pile[place] >= 0:
            seen |= 1 << v.pile[place]
    always = (1 << DECK_SIZE) - 1
    for world in worlds:
        together = 0
        for hand in world:
            together |= hand
        always &= together
    return int(((1 << DECK_SIZE) - 1) & ~seen & ~always)


def _place(s: Any, card: int) -> str:
    for seat in range(s.seats):
        if s.hands[seat] >> card & 1:
            return str(seat)
    return "stock" if card in s.deck[s.stock_next : s.stock_end] else "table"

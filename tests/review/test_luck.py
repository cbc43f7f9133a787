"""Luck is 0 on average, whatever the evaluator thinks."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

import knockroll
from knockroll.engine.chance import Seeded, give_chance
from knockroll.engine.game import Game, get_game
from knockroll.engine.state import CardState
from knockroll.engine.stream import CHOICE, below, open_stream
from knockroll.review.evaluators import Estimate, PositionEvaluator
from knockroll.review.factory import make_evaluator
from knockroll.review.judgement import BatchMeans, ReviewBudget
from knockroll.review.luck import luck_of
from knockroll.review.moments import ReviewMoment, moments

GAMES = 2000
FEWER = 300
"""Games of the tests whose evaluator knows the game, which takes longer."""
MOST_MOVES = 5
LONG_GAMES = 100
LONG = 120
"""Moves of a long game. By then other hands were dealt, or the stock ran out."""
QUICK: list[tuple[str, int, dict[str, Any]]] = [
    ("gin_rummy", 2, {"variant": "standard", "target": 1}),
    ("thirty_one", 2, {"strikes": 1}),
    ("tonk", 3, {"hands": 1}),
    ("tunk", 2, {"target": 1}),
    ("farkle", 2, {"target": 500}),
]
BUDGET = ReviewBudget(name="test", playouts=1, deals=1)


class SillyEvaluator(PositionEvaluator):
    """Loves high cards and fives at seat 0, and knows nothing of the game."""

    @property
    def name(self) -> str:
        return "silly"

    def try_moves(self, v: Any, seat: int, moves: list[int], seed: int, opponent: str = "") -> BatchMeans:
        raise NotImplementedError

    def opinion(self, s: Any) -> float:
        if isinstance(s, CardState):
            return (s.hands[0] % 97) / 97 + 3 * (s.hands_played > 0)
        return s.turn_score / 300 + (s.dice % 11) / 11 + s.scores[0] / 100  # type: ignore[no-any-return]

    def position(self, s: Any, playouts: int, seed: int) -> Estimate:
        state, given = s.copy(), [0] * 52
        r = open_stream(seed)
        while state.wants:  # the same wherever it begins: a value before chance is the mean of those after it
            give_chance(state.wants, state.wants_count, r, given)
            self.game.chance(state, given)
        return Estimate((self.opinion(state),) * self.seats, (0.0,) * self.seats)

    def draw(self, s: Any, move: int, card: int, playouts: int, seed: int) -> tuple[Estimate, Estimate]:
        found = {}
        for place in range(s.stock_next, s.stock_end):
            after = s.copy()
            after.deck[s.stock_next], after.deck[place] = after.deck[place], after.deck[s.stock_next]
            self.game.play(after, move)
            found[int(s.deck[place])] = self.opinion(after)
        own = found[card]
        luck = own - sum(found.values()) / len(found)
        nothing = (0.0,) * self.seats
        return Estimate((own,) * self.seats, nothing), Estimate((luck,) * self.seats, nothing)


def random_game(
    game: Game,
    seats: int,
    options: dict[str, Any],
    number: int,
    most_moves: int = MOST_MOVES,
    avoids_ends: bool = False,
) -> knockroll.Table:
    """Play at random; to avoid ends of hands, draw from the stock and discard."""
    table = knockroll.Table(game, seats, chance=Seeded(31, number), **options)
    r = open_stream(32, number, CHOICE)
    while table.turn is not None and len(table.moves) < most_moves:
        legal = table.legal()
        if avoids_ends:
            legal = tuple(move for move in legal if move.startswith(("draw stock", "discard"))) or legal
        table.play(legal[below(r, len(legal))])
    return table


def mean_and_error(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def chance_events(table: knockroll.Table) -> list[ReviewMoment]:
    return [moment for _, moment in moments(table.record()) if moment is not None and moment.what]


def silly_luck(evaluator: SillyEvaluator, events: list[ReviewMoment], number: int) -> float:
    return sum(luck_of(evaluator, one, BUDGET, 1000 * number + i)[0].luck[0] for i, one in enumerate(events))


def test_luck_is_tried_in_every_game() -> None:
    assert sorted(name for name, _, _ in QUICK) == sorted(knockroll.game_names())


@pytest.mark.parametrize(("name", "seats", "options"), QUICK)
def test_luck_is_zero_on_average_with_a_silly_evaluator(name: str, seats: int, options: dict[str, Any]) -> None:
    game = get_game(name)
    silly = SillyEvaluator(game, seats)
    games = (random_game(game, seats, options, number) for number in range(GAMES))
    sums = [silly_luck(silly, chance_events(table), number) for number, table in enumerate(games)]
    mean, error = mean_and_error(sums)
    assert error > 0, "the evaluator has opinions"
    assert abs(mean) < 3.5 * error


@pytest.mark.parametrize(("name", "seats", "options"), QUICK)
def test_luck_late_in_a_game_is_zero_on_average(name: str, seats: int, options: dict[str, Any]) -> None:
    game = get_game(name)
    silly = SillyEvaluator(game, seats)
    options = {"variant": options.get("variant")}
    sums, hands, reshuffles = [], 0, 0
    for number in range(LONG_GAMES):
        table = random_game(game, seats, options, number, LONG, avoids_ends=number % 2 > 0)
        late = [one for _, one in moments(table.record()) if one is not None and one.index >= MOST_MOVES]
        sums.append(silly_luck(silly, [one for one in late if one.what], number))
        hands += any(one.hand for one in late)
        reshuffles += any(one.move is None and one.what is None for one in late)
    mean, error = mean_and_error(sums)
    assert hands > LONG_GAMES // 4, "hands were dealt later"
    assert reshuffles > LONG_GAMES // 4 or name != "thirty_one", "discards were shuffled again"
    assert error > 0
    assert abs(mean) < 3.5 * error


def test_the_exact_luck_of_dice_is_zero_on_average() -> None:
    game = get_game("farkle")
    sums, results = [], []
    for number in range(FEWER):
        table = random_game(game, 2, {"target": 500}, number, 1000)
        first = game.new_state(2, table.options, 0)
        game.start(first)
        evaluator = make_evaluator(game, first, 64, 0)
        sums.append(sum(luck_of(evaluator, one, BUDGET, 0)[0].luck[0] for one in chance_events(table)))
        assert table.result is not None
        results.append(float(0 in table.result.winners))
    mean, error = mean_and_error(sums)
    assert abs(mean) < 3.5 * error
    adjusted = [result - luck for result, luck in zip(results, sums, strict=True)]
    assert mean_and_error(adjusted)[1] < mean_and_error(results)[1], "less variance"


@pytest.mark.compiles
def test_luck_by_playouts_is_zero_on_average() -> None:
    game = get_game("thirty_one")
    options = {"strikes": 1}
    first = random_game(game, 3, options, 0)
    evaluator = make_evaluator(game, game.view_of(first.state, 0), 16, 0)
    budget = ReviewBudget(name="test", playouts=2, deals=8)
    sums = []
    for number in range(FEWER // 3):
        table = random_game(game, 3, options, number)
        events = chance_events(table)
        found = [luck_of(evaluator, one, budget, 1000 * number + i)[0].luck[0] for i, one in enumerate(events)]
        sums.append(sum(found))
    mean, error = mean_and_error(sums)
    assert abs(mean) < 3.5 * error

"""Measure what docs/review.md says of reviews: luck, coverage, ranking of players, speed.

``python -m scripts.review_figures luck GAME --games 200`` and so on; each prints one line of figures, with how many
games or decisions it is from. Nothing here judges by the clock but ``speed``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from time import perf_counter
from typing import Any

import knockroll
from knockroll.engine.chance import Seeded
from knockroll.engine.game import Game, find_game
from knockroll.engine.record import RecordDocument
from knockroll.engine.state import OVER
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.players.player import Bot
from knockroll.review.evaluators import PositionEvaluator
from knockroll.review.factory import make_evaluator
from knockroll.review.hints import hint
from knockroll.review.judgement import BUDGETS, ReviewBudget, Trial, settle
from knockroll.review.luck import luck_of
from knockroll.review.moments import ReviewMoment, moments

VARIANTS = {"gin_rummy": "standard"}
MORE = 20
"""How many times as many worlds tell what the value is."""
SEATS = {"gin_rummy": 2, "thirty_one": 2, "tonk": 3, "tunk": 2, "farkle": 2}


def play_game(game: Game, bots: Sequence[Bot], seed: int, number: int) -> RecordDocument:
    """Play a game between bots and return its record."""
    table = knockroll.Table(game, len(bots), variant=VARIANTS.get(game.name), chance=Seeded(seed, number))
    streams = [open_stream(seed, number, CHOICE + seat) for seat in range(len(bots))]
    moves = [0] * game.most_moves
    while table.turn is not None:
        v = game.view_of(table.state, table.turn)
        bot = bots[table.turn]
        table.play(game.moves.format(bot.choose(v, moves, game.legal(v, moves), streams[table.turn])))
    return table.record()


def records(game: Game, seed: int, games: int) -> Iterator[RecordDocument]:
    """Play games between all pairs of bots in turn."""
    seats = SEATS[game.name]
    for number in range(games):
        bots = [game.players[(number + 2 * seat) % len(game.players)] for seat in range(seats)]
        yield play_game(game, bots, seed, number)


def evaluator_of(game: Game, record: RecordDocument, worlds: int) -> PositionEvaluator:
    """Return the evaluator for a record."""
    first = next(moment for _, moment in moments(record) if moment is not None and moment.move is not None)
    return make_evaluator(game, first.before, worlds, 0)


def mean_and_variance(values: Sequence[float]) -> tuple[float, float]:
    """Return mean and variance."""
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def measure_luck(game: Game, games: int, seed: int, budget: ReviewBudget) -> None:
    """Print the mean luck, and how much of the variance of results goes away without it."""
    results, adjusted, lucks, noise = [], [], [], []
    evaluator = None
    for number, record in enumerate(records(game, seed, games)):
        evaluator = evaluator or evaluator_of(game, record, budget.worlds)
        found = [moment for _, moment in moments(record) if moment is not None and moment.what]
        seat = number % SEATS[game.name]
        events = [luck_of(evaluator, one, budget, number * 4099 + i) for i, one in enumerate(found)]
        luck = sum(event.luck[seat] for event, _ in events)
        winners = (record["result"] or {})["winners"]
        results.append((seat in winners) / len(winners))
        lucks.append(luck)
        adjusted.append(results[-1] - luck)
        noise.append(sum(variances[seat] for _, variances in events))
    mean, variance = mean_and_variance(lucks)
    before, after = mean_and_variance(results)[1], mean_and_variance(adjusted)[1]
    print(
        f"{game.name}: {games} games, mean luck {100 * mean:+.2f} ± {196 * sqrt(variance / games):.2f} points,"
        f" variance of results {before:.4f}, without luck {after:.4f}: {100 * (1 - after / before):.0f}% removed"
        f" ({100 * (1 - (after - sum(noise) / games) / before):.0f}% without the noise of playouts)"
    )


def decisions(game: Game, seed: int, games: int) -> Iterator[tuple[RecordDocument, ReviewMoment]]:
    """Yield decisions with a choice, some of each game."""
    for record in records(game, seed, games):
        found = [moment for _, moment in moments(record) if moment is not None and moment.move is not None]
        for moment in found[:: max(1, len(found) // 12)]:
            if len(game.list_legal(moment.before)) > 1 and moment.before.phase != OVER:
                yield record, moment


def measure_coverage(game: Game, games: int, seed: int, budget: ReviewBudget) -> None:
    """Print how often the interval of a loss contains the loss from 20 times the worlds.

    The second trial has other seeds and begins with every legal move again: it takes nothing from the first.
    """
    total, below, above = 0, 0, 0
    evaluator = None
    for record, moment in decisions(game, seed, games):
        evaluator = evaluator or evaluator_of(game, record, budget.worlds)
        assert moment.seat is not None
        assert moment.move is not None
        v = game.view_of(moment.before, moment.seat)
        try:
            evaluator.check(v, moment.seat)
        except knockroll.InvalidOption:
            continue
        legal = game.list_legal(v)
        trial, true = Trial(legal, moment.move), Trial(legal, moment.move)
        start = seed * 1_000_003 + 7919 * total
        try_batch = partial(_try, evaluator, v, moment.seat, start)
        trial.run(try_batch, budget.quick)
        settle(trial, try_batch, budget)
        try_batch = partial(_try, evaluator, v, moment.seat, start + (1 << 20))
        true.run(try_batch, MORE * budget.quick)
        true.narrow()
        true.run(try_batch, MORE * (trial.done - budget.quick))
        loss, value = trial.loss(), max(0.0, true.loss().mean)
        below += value < loss.low
        above += value > loss.high + 1e-12
        total += 1
        if total % 25 == 0:
            _print_coverage(game, total, below, above, budget)
    _print_coverage(game, total, below, above, budget)


def _print_coverage(game: Game, total: int, below: int, above: int, budget: ReviewBudget) -> None:
    print(
        f"{game.name}, {budget.name}: {total} decisions, the interval contains the loss from {MORE} times the worlds in"
        f" {1 - (below + above) / total:.1%}; {below} times that is below it, {above} times above",
        flush=True,
    )


def _try(evaluator: PositionEvaluator, v: Any, seat: int, seed: int, moves: list[int], batch: int) -> Any:
    return evaluator.try_moves(v, seat, moves, seed + batch)


def measure_ranking(game: Game, games: int, seed: int, budget: ReviewBudget) -> None:
    """Print what each player gives away per ten real decisions, and the rank correlation with the arena's ladder.

    All players get their first game, then their second one, so that there are figures after any time.
    """
    seats, rivals = SEATS[game.name], game.players
    given, decided = [0.0] * len(rivals), [0] * len(rivals)
    for number in range(games):
        for place, bot in enumerate(rivals):
            around = [rivals[(number + seat) % len(rivals)] for seat in range(seats)]
            around[number % seats] = bot
            record = play_game(game, around, seed, number)
            review = knockroll.review(record, number % seats, budget=budget, seed=seed, luck=False)
            given[place] += review.headlines[0].given_away
            decided[place] += review.headlines[0].decisions
        if (number + 1) % 10 == 0 or number + 1 == games:
            _print_ranking(game, number + 1, given, decided, budget)


def _print_ranking(
    game: Game, games: int, given: Sequence[float], decided: Sequence[int], budget: ReviewBudget
) -> None:
    losses = [1000 * loss / max(1, count) for loss, count in zip(given, decided, strict=True)]
    rank = rank_correlation([-loss for loss in losses], [ladder(game)[bot.name] for bot in game.players])
    told = sorted(zip(losses, (bot.name for bot in game.players), strict=True))
    print(
        f"{game.name}, {budget.name}: {games} games of each player ({sum(decided)} real decisions),"
        f" rank correlation with the arena {rank:.2f}; points given away per ten real decisions:"
        f" {', '.join(f'{name} {loss:.2f}' for loss, name in told)}",
        flush=True,
    )


def ladder(game: Game) -> dict[str, float]:
    """Return the rating of each player in the arena, from docs/players."""
    import json
    from pathlib import Path

    variant = f"-{VARIANTS[game.name]}" if game.name in VARIANTS else ""
    file = Path(__file__).parent.parent / "docs" / "players" / f"{game.name}{variant}-{SEATS[game.name]}.json"
    standings = json.loads(file.read_text(encoding="utf-8"))["result"]["standings"]
    return {one["name"]: float(one["rating"]) for one in standings}


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    ranks = [[sorted(values).index(value) for value in values] for values in (first, second)]
    n = len(first)
    return float(1 - 6 * sum((a - b) ** 2 for a, b in zip(*ranks, strict=True)) / (n * (n * n - 1)))


def measure_speed(game: Game, games: int, seed: int, budget: ReviewBudget) -> None:
    """Print how long the review of one seat takes, and a hint, with warm code."""
    times, hints = [], []
    for number, record in enumerate(records(game, seed, games + 1)):
        began = perf_counter()
        review = knockroll.review(record, 0, budget=budget)
        took = perf_counter() - began
        if number:  # the first one compiles
            hands = 1 + max(one.hand for one in review.decisions)
            times.append(took / hands)
            widths = sorted((one.high - one.low) / 2 for one in review.decisions if one.candidates)
            print(
                f"{game.name}: one seat, {hands} hands in {took:.1f} s; half width of the loss: median"
                f" {100 * widths[len(widths) // 2]:.2f}, 95% within {100 * widths[int(0.95 * len(widths))]:.2f} points",
                flush=True,
            )
            for table in knockroll.Table.replay_steps(record):
                if table.turn is not None and len(table.legal()) > 1:
                    began = perf_counter()
                    hint(table.view(table.turn))
                    hints.append(perf_counter() - began)
    hints.sort()
    print(
        f"{game.name}: {len(hints)} hints, median {hints[len(hints) // 2]:.3f} s,"
        f" p95 {hints[int(0.95 * len(hints))]:.3f} s"
    )


def main() -> None:
    """Read what to measure, and print it."""
    measures = {
        "luck": measure_luck,
        "coverage": measure_coverage,
        "ranking": measure_ranking,
        "speed": measure_speed,
    }
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=measures)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20_261_119)
    parser.add_argument("--budget", choices=BUDGETS, default="standard")
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    measures[arguments.what](game, arguments.games, arguments.seed, BUDGETS[arguments.budget])


if __name__ == "__main__":
    main()

"""Measure what docs/review.md says of reviews: luck, coverage, ranking of players, speed.

``python -m scripts.review_figures luck GAME --games 200`` and so on; each prints one line of figures, with how many
games or decisions it is from. Nothing here judges by the clock but ``speed``.

``ranking``, ``moves`` and ``coverage`` take long. With ``--to FILE`` every result is appended to the file at once, and
what is there already is not measured again: stop them whenever you like, and go on with the same command.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
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
from knockroll.review.hints import exact_loss, hint
from knockroll.review.judgement import BUDGETS, ReviewBudget, Trial, settle
from knockroll.review.luck import luck_of
from knockroll.review.moments import ReviewMoment, moments

VARIANTS = {"gin_rummy": "standard"}
SAMPLE = 16
"""Decisions of a game that are judged for the ranking of players."""
FEW_WORLDS = ReviewBudget(name="few", worlds=32, quick=4, most=4, precision=0.05, playouts=24, deals=256)
"""For the ranking of players: what decisions differ by is more than the noise of a few worlds."""
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


class Results:
    """Results by key, one line of JSON each in a file, so that an interrupted measurement goes on where it was."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self.rows: dict[str, dict[str, Any]] = {}
        if file is not None and file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                if line.endswith("}"):  # else its end was not written
                    row = json.loads(line)
                    self.rows[row["key"]] = row

    def add(self, key: str, row: dict[str, Any]) -> None:
        """Add a result."""
        self.rows[key] = {"key": key, **row}
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as opened:
                opened.write(json.dumps(self.rows[key]) + "\n")


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


def decisions(game: Game, seed: int, games: int) -> Iterator[tuple[int, RecordDocument, ReviewMoment]]:
    """Yield decisions with a choice, some of each game, with the number of the game."""
    for number, record in enumerate(records(game, seed, games)):
        found = [moment for _, moment in moments(record) if moment is not None and moment.move is not None]
        for moment in found[:: max(1, len(found) // 12)]:
            if len(game.list_legal(moment.before)) > 1 and moment.before.phase != OVER:
                yield number, record, moment


def measure_coverage(game: Game, games: int, seed: int, budget: ReviewBudget, results: Results) -> None:
    """Print how often the interval of a loss contains the loss from 20 times the worlds.

    The second trial has other seeds and begins with every legal move again: it takes nothing from the first.
    """
    evaluator = None
    for number, record, moment in decisions(game, seed, games):
        key = f"coverage {game.name} {budget.name} {seed} {number} {moment.index}"
        if key in results.rows:
            continue
        evaluator = evaluator or evaluator_of(game, record, budget.worlds)
        assert moment.seat is not None
        v = game.view_of(moment.before, moment.seat)
        try:
            evaluator.check(v, moment.seat)
        except knockroll.InvalidOption:
            continue
        start = (seed * 1_000_003 + 65_537 * number + moment.index) << 21
        results.add(key, _covered(game, evaluator, moment, start, budget))
        if len(results.rows) % 25 == 0:
            _print_coverage(game, results, budget)
    _print_coverage(game, results, budget)


def _covered(
    game: Game, evaluator: PositionEvaluator, moment: ReviewMoment, start: int, budget: ReviewBudget
) -> dict[str, Any]:
    """Try a decision twice, the second time with many more worlds."""
    assert moment.seat is not None
    assert moment.move is not None
    v, legal = game.view_of(moment.before, moment.seat), game.list_legal(moment.before)
    trial, true = Trial(legal, moment.move), Trial(legal, moment.move)
    try_batch = partial(_try, evaluator, v, moment.seat, start)
    trial.run(try_batch, budget.quick)
    settle(trial, try_batch, budget)
    try_batch = partial(_try, evaluator, v, moment.seat, start + (1 << 20))
    true.run(try_batch, MORE * budget.quick)
    true.narrow()
    true.run(try_batch, MORE * (trial.done - budget.quick))
    loss = trial.loss()
    return {
        "evaluator": evaluator.version,
        "low": loss.low,
        "high": loss.high,
        "mean": loss.mean,
        "error": loss.error,
        "value": max(0.0, true.loss().mean),
    }


def _print_coverage(game: Game, results: Results, budget: ReviewBudget) -> None:
    rows = list(results.rows.values())
    below = sum(row["value"] < row["low"] for row in rows)
    above = sum(row["value"] > row["high"] + 1e-12 for row in rows)
    print(
        f"{game.name}, {budget.name}: {len(rows)} decisions, the interval contains the loss from {MORE} times the"
        f" worlds in {1 - (below + above) / len(rows):.1%}; {below} times that is below it, {above} times above",
        flush=True,
    )


def _try(evaluator: PositionEvaluator, v: Any, seat: int, seed: int, moves: list[int], batch: int) -> Any:
    return evaluator.try_moves(v, seat, moves, seed + batch)


def measure_ranking(game: Game, games: int, seed: int, budget: ReviewBudget, results: Results) -> None:
    """Print what each player gives away per ten real decisions, and the rank correlation with the arena's ladder.

    Where chances are not exact, some decisions of each game are judged, chosen at random, and stand for all of them:
    that has the same mean. All players get their first game, then their second one, so that there are figures after any
    time.
    """
    seats, rivals = SEATS[game.name], game.players
    for number in range(games):
        rng = Random(f"{seed} {number}")
        around = rng.choices(rivals, k=seats)
        for bot in rivals:
            key = f"ranking {game.name} {budget.name} {seed} {number} {bot.name}"
            if key not in results.rows:
                around[number % seats] = bot
                record = play_game(game, around, seed, number)
                results.add(key, {"bot": bot.name} | _given_away(game, record, number % seats, seed + number, budget))
        if (number + 1) % 10 == 0 or number + 1 == games:
            _print_ranking(game, results, budget)


def _given_away(game: Game, record: RecordDocument, seat: int, seed: int, budget: ReviewBudget) -> dict[str, Any]:
    """Return what a seat gave away in a game and its real decisions: from all of them, or from a sample."""
    evaluator = evaluator_of(game, record, budget.worlds)
    if evaluator.exact:
        head = knockroll.review(record, seat, luck=False).headlines[0]
        return {"evaluator": evaluator.version, "loss": head.given_away, "real": head.decisions}
    found = [moment for _, moment in moments(record) if moment is not None and moment.seat == seat]
    found = [moment for moment in found if moment.move is not None and len(game.list_legal(moment.before)) > 1]
    loss, real = 0.0, 0
    sample = Random(seed).sample(found, min(SAMPLE, len(found)))
    for moment in sample:
        assert moment.move is not None
        v = game.view_of(moment.before, seat)
        try:
            evaluator.check(v, seat)
        except knockroll.InvalidOption:
            continue
        trial = Trial(game.list_legal(v), moment.move)
        trial.run(partial(_try, evaluator, v, seat, seed << 32 | moment.index << 10), budget.quick)
        one = trial.loss()
        loss += one.mean
        real += one.best != moment.move or not trial.lead(game.review.mistake)
    weight = len(found) / max(1, len(sample))
    return {"evaluator": evaluator.version, "loss": weight * loss, "real": weight * real}


def measure_moves(game: Game, games: int, seed: int, budget: ReviewBudget, results: Results) -> None:
    """Print the same as ``ranking``, but of what every player would do in the same decisions.

    Those are of games between random pairs. Because all players are judged in the same worlds, this tells players apart
    with a tenth of the decisions.
    """
    bots = game.players
    for number in range(games):
        rng = Random(f"{seed} {number}")
        around = rng.choices(bots, k=SEATS[game.name])
        key = f"moves {game.name} {budget.name} {seed} {number} "
        if key + "end" in results.rows:
            continue
        found = [moment for _, moment in moments(play_game(game, around, seed, number)) if moment is not None]
        found = [one for one in found if one.move is not None and len(game.list_legal(one.before)) > 1]
        evaluator = make_evaluator(game, found[0].before, budget.worlds, 0)
        for moment in rng.sample(found, min(SAMPLE, len(found))):
            if key + str(moment.index) not in results.rows:
                judged = _judge_all(game, evaluator, moment, number, budget)
                if judged:
                    results.add(key + str(moment.index), {"evaluator": evaluator.version, "players": judged})
        results.add(key + "end", {"players": {}})
        if (number + 1) % 10 == 0 or number + 1 == games:
            _print_moves(game, results, budget)


def _judge_all(
    game: Game, evaluator: PositionEvaluator, moment: ReviewMoment, seed: int, budget: ReviewBudget
) -> dict[str, tuple[float, int]]:
    """Return for each player what its move gives away, and whether the decision would be a real one."""
    assert moment.seat is not None
    v = game.view_of(moment.before, moment.seat)
    try:
        evaluator.check(v, moment.seat)
    except knockroll.InvalidOption:
        return {}
    legal = game.list_legal(v)
    trial = Trial(legal, legal[0])
    start = (seed << 20 | moment.index) << 10
    trial.run(partial(_try, evaluator, v, moment.seat, start), 1 if evaluator.exact else budget.quick)
    judged = {}
    for place, bot in enumerate(game.players):
        move = bot.choose(v, legal[:], len(legal), open_stream(seed, moment.index, CHOICE + place))
        own = Trial(legal, move, batches=trial.batches, done=trial.done)
        loss = exact_loss(own, move) if evaluator.exact else own.loss()
        judged[bot.name] = loss.mean, int(loss.best != move or not own.lead(game.review.mistake))
    return judged


def _print_moves(game: Game, results: Results, budget: ReviewBudget) -> None:
    rows = [row["players"] for row in results.rows.values() if row["players"]]
    of_bot = {bot.name: [tuple(row[bot.name]) for row in rows] for bot in game.players}
    _print_losses(game, of_bot, f"{game.name}, {budget.name}: {len(rows)} decisions for all players")


def _print_ranking(game: Game, results: Results, budget: ReviewBudget) -> None:
    rows = results.rows.values()
    of_bot = {bot.name: [(row["loss"], row["real"]) for row in rows if row["bot"] == bot.name] for bot in game.players}
    _print_losses(game, of_bot, f"{game.name}, {budget.name}: {len(rows)} games of {len(game.players)} players")


def _print_losses(game: Game, of_bot: dict[str, list[Any]], told: str) -> None:
    """Print the loss per ten real decisions of each player, from pairs of losses and numbers of real decisions."""
    losses, words = [], []
    for name, pairs in of_bot.items():
        real = max(1.0, sum(count for _, count in pairs))
        loss = sum(lost for lost, _ in pairs) / real
        error = sqrt(sum((lost - loss * count) ** 2 for lost, count in pairs)) / real
        losses.append(loss)
        words.append((loss, f"{name} {1000 * loss:.2f} ± {1960 * error:.2f}"))
    rank = rank_correlation([-loss for loss in losses], [ladder(game)[name] for name in of_bot])
    listed = ", ".join(text for _, text in sorted(words))
    print(
        f"{told}, rank correlation with the arena {rank:.2f}; points given away per ten real decisions: {listed}",
        flush=True,
    )


def ladder(game: Game) -> dict[str, float]:
    """Return the rating of each player in the arena, from docs/players."""
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
    alone = {"luck": measure_luck, "speed": measure_speed}
    resumable = {"coverage": measure_coverage, "ranking": measure_ranking, "moves": measure_moves}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=alone | resumable)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20_261_119)
    parser.add_argument("--budget", choices=(*BUDGETS, FEW_WORLDS.name), default="standard")
    parser.add_argument("--to", type=Path, help="the file of the results so far, of what can go on")
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    budget = (BUDGETS | {FEW_WORLDS.name: FEW_WORLDS})[arguments.budget]
    if arguments.what in alone:
        alone[arguments.what](game, arguments.games, arguments.seed, budget)
    else:
        resumable[arguments.what](game, arguments.games, arguments.seed, budget, Results(arguments.to))


if __name__ == "__main__":
    main()

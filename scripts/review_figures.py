"""Measure what docs/review.md says of reviews: luck, coverage, ranking of players, speed.

``python -m scripts.review_figures luck GAME --games 200`` and so on; each prints one line of figures, with how many
games or decisions it is from. Only ``speed`` measures time: that of the processor.

All but ``speed`` take long. With ``--to FILE`` every result is appended to the file at once, and what is there already
is not measured again: stop them whenever you like, and go on with the same command.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import knockroll
from knockroll.engine.chance import Seeded
from knockroll.engine.game import Game, find_game
from knockroll.engine.record import RecordDocument
from knockroll.engine.state import OVER
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.players import RANDOM
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
FEW_PLAYOUTS = ReviewBudget(name="rough", playouts=4, deals=64)
"""For the mean of luck, which is 0 however rough the evaluator is."""
BUDGETS_HERE = {budget.name: budget for budget in (FEW_WORLDS, FEW_PLAYOUTS)}
MORE = 20
"""How many times as many worlds tell what the value is."""
SEATS = {"gin_rummy": 2, "thirty_one": 2, "tonk": 3, "tunk": 2, "farkle": 2}
SHORT: dict[str, dict[str, Any]] = {
    "gin_rummy": {"target": 1},
    "thirty_one": {"strikes": 1},
    "tonk": {"hands": 1},
    "tunk": {"target": 1},
    "farkle": {"target": 1000},
}
"""Games of a hand or a few turns, for what has to be measured in thousands of games."""


@dataclass(frozen=True)
class Plan:
    """What to measure with."""

    games: int
    seed: int
    seats: int
    budget: ReviewBudget = BUDGETS["standard"]
    players: tuple[str, ...] = ()
    """The players, who change seats with every game; without any, each seat gets a random one."""
    is_short: bool = False
    share: float = 1.0
    """The share of decisions that are judged for the ranking."""
    each: int = 5
    """Decisions of a game whose intervals are tried."""


def new_table(game: Game, plan: Plan, number: int) -> knockroll.Table:
    """Return the table of a game."""
    options = SHORT[game.name] if plan.is_short else {}
    chance = Seeded(plan.seed, number)
    return knockroll.Table(game, plan.seats, variant=VARIANTS.get(game.name), chance=chance, **options)


def turns(table: knockroll.Table, bots: Sequence[Bot], seed: int, number: int) -> Iterator[tuple[Any, int, int]]:
    """Play a game between bots; yield each view that a bot moves from, the count of legal moves, and its move."""
    game = table.game
    streams = [open_stream(seed, number, CHOICE + seat) for seat in range(len(bots))]
    moves = [0] * game.most_moves
    while table.turn is not None:
        v = game.view_of(table.state, table.turn)
        count = game.legal(v, moves)
        move = bots[table.turn].choose(v, moves, count, streams[table.turn])
        yield v, count, move
        table.play(game.moves.format(move))


def play_game(game: Game, bots: Sequence[Bot], plan: Plan, number: int) -> RecordDocument:
    """Play a game between bots and return its record."""
    table = new_table(game, plan, number)
    for _ in turns(table, bots, plan.seed, number):
        pass
    return table.record()


def players_of(game: Game, plan: Plan, number: int) -> list[Bot]:
    """Return the players of a game, one for each seat."""
    if not plan.players:
        return Random(f"{plan.seed} {number}").choices(game.players, k=plan.seats)
    named = {bot.name: bot for bot in game.players}
    return [named[plan.players[(number + seat) % len(plan.players)]] for seat in range(plan.seats)]


def records(game: Game, plan: Plan) -> Iterator[RecordDocument]:
    """Play games."""
    for number in range(plan.games):
        yield play_game(game, players_of(game, plan, number), plan, number)


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


def measure_luck(game: Game, plan: Plan, results: Results) -> None:
    """Print the mean luck, and how much of the variance of results goes away without it."""
    evaluator = None
    for number, record in enumerate(records(game, plan)):
        key = f"luck {game.name} {plan.budget.name} {' '.join(plan.players)} {plan.is_short} {plan.seed} {number}"
        if key in results.rows:
            continue
        evaluator = evaluator or evaluator_of(game, record, plan.budget.worlds)
        found = [moment for _, moment in moments(record) if moment is not None and moment.what]
        seat = number % plan.seats
        events = [luck_of(evaluator, one, plan.budget, number * 4099 + i) for i, one in enumerate(found)]
        winners = (record["result"] or {})["winners"]
        row = {
            "evaluator": evaluator.version,
            "result": (seat in winners) / len(winners),
            "luck": sum(event.luck[seat] for event, _ in events),
            "noise": sum(variances[seat] for _, variances in events),
        }
        results.add(key, row)
        if len(results.rows) % 50 == 0:
            _print_luck(game, plan, results)
    _print_luck(game, plan, results)


def _print_luck(game: Game, plan: Plan, results: Results) -> None:
    rows = list(results.rows.values())
    games = len(rows)
    mean, variance = mean_and_variance([row["luck"] for row in rows])
    result, before = mean_and_variance([row["result"] for row in rows])
    without, after = mean_and_variance([row["result"] - row["luck"] for row in rows])
    ratio = after / before
    # The error of a ratio of two variances from the same games, to first order.
    errors = [(row["result"] - row["luck"] - without) ** 2 - ratio * (row["result"] - result) ** 2 for row in rows]
    spread = 196 * sqrt(sum(error**2 for error in errors)) / games / before
    quiet = (after - sum(row["noise"] for row in rows) / games) / before
    print(
        f"{game.name}, {plan.budget.name}, {' and '.join(plan.players) or 'random pairs'}: {games} games, mean luck"
        f" {100 * mean:+.2f} ± {196 * sqrt(variance / games):.2f} points, variance of results {before:.4f},"
        f" without luck {after:.4f}: {100 * (1 - ratio):.0f} ± {spread:.0f}% removed"
        f" ({100 * (1 - quiet):.0f}% without the noise of playouts)",
        flush=True,
    )


def choices_in(game: Game, record: RecordDocument) -> list[ReviewMoment]:
    """Return the moves of a game that had a choice."""
    found = [moment for _, moment in moments(record) if moment is not None and moment.move is not None]
    return [one for one in found if one.before.phase != OVER and len(game.list_legal(one.before)) > 1]


def measure_coverage(game: Game, plan: Plan, results: Results) -> None:
    """Print how often the interval of a loss contains the loss from 20 times the worlds.

    A few decisions of every game are drawn at random, from games between random players. The second trial has other
    seeds and begins with every legal move again: it takes nothing from the first.
    """
    evaluator = None
    for number in range(plan.games):
        key = f"coverage {game.name} {plan.seats} {plan.budget.name} {plan.seed} {number} "
        if key + "end" in results.rows:
            continue
        found = choices_in(game, play_game(game, players_of(game, plan, number), plan, number))
        evaluator = evaluator or make_evaluator(game, found[0].before, plan.budget.worlds, 0)
        found = [moment for moment in found if _can_try(evaluator, moment)]
        for moment in Random(f"{plan.seed} {number} sample").sample(found, min(plan.each, len(found))):
            if key + str(moment.index) not in results.rows:
                start = (plan.seed * 1_000_003 + 65_537 * number + moment.index) << 21
                results.add(key + str(moment.index), _covered(game, evaluator, moment, start, plan.budget))
        results.add(key + "end", {})
        if (number + 1) % 10 == 0 or number + 1 == plan.games:
            _print_coverage(game, results, plan)


def _can_try(evaluator: PositionEvaluator, moment: ReviewMoment) -> bool:
    assert moment.seat is not None
    try:
        evaluator.check(evaluator.game.view_of(moment.before, moment.seat), moment.seat)
    except knockroll.InvalidOption:
        return False
    return True


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
    # Moves that are clearly behind take no part in the rest.
    while true.done < MORE * trial.done and true.contenders != [true.played]:
        true.run(try_batch, MORE * budget.quick // 4)
        true.narrow()
    loss = trial.loss()
    return {
        "evaluator": evaluator.version,
        "low": loss.low,
        "high": loss.high,
        "mean": loss.mean,
        "error": loss.error,
        "value": max(0.0, true.loss().mean),
    }


def _print_coverage(game: Game, results: Results, plan: Plan) -> None:
    rows = [row for row in results.rows.values() if "value" in row]
    below = sum(row["value"] < row["low"] for row in rows)
    above = sum(row["value"] > row["high"] + 1e-12 for row in rows)
    width = sum(row["high"] - row["low"] for row in rows) / len(rows) / 2
    print(
        f"{game.name}, {plan.seats} seats, {plan.budget.name}: {len(rows)} decisions, the interval contains the loss"
        f" from {MORE} times the worlds in {1 - (below + above) / len(rows):.1%};"
        f" {below} times that is below it, {above} times above; half width {100 * width:.1f} points on average",
        flush=True,
    )


def _try(evaluator: PositionEvaluator, v: Any, seat: int, seed: int, moves: list[int], batch: int) -> Any:
    return evaluator.try_moves(v, seat, moves, seed + batch)


def measure_ranking(game: Game, plan: Plan, results: Results) -> None:
    """Print what each player gives away per ten real decisions, and the rank correlation with the arena's ladder.

    A random share of the decisions is judged, each with the same chance: the mean loss of those is that of all. All
    players get their first game, then their second one, so that there are figures after any time. The second line of
    figures is of all those decisions together, with the moves that every player would have made there: because all are
    judged in the same worlds, it tells players apart that the first one does not.
    """
    rivals = (*game.players, RANDOM)
    judge = _Judge(game, plan)
    for number in range(plan.games):
        rng = Random(f"{plan.seed} {number}")
        around = rng.choices(game.players, k=plan.seats)
        for bot in rivals:
            key = f"ranking {game.name} {plan.budget.name} {plan.seed} {number} {bot.name}"
            if key not in results.rows:
                seat = number % plan.seats
                around[seat] = bot
                results.add(key, {"bot": bot.name} | judge.given_away(around, seat, number))
        if (number + 1) % 25 == 0 or number + 1 == plan.games:
            _print_ranking(game, results, plan)


class _Judge:
    """Judges decisions of one seat in games between bots."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self._game, self._plan = game, plan
        self._evaluator: PositionEvaluator | None = None

    def given_away(self, bots: Sequence[Bot], seat: int, number: int) -> dict[str, Any]:
        """Return what a seat gave away in a game, and its real decisions, in a share of its decisions."""
        game, plan = self._game, self._plan
        table, rng = new_table(game, plan, number), Random(f"{plan.seed} {number} {bots[seat].name}")
        loss, real, judged = 0.0, 0, 0
        of_all: list[dict[str, tuple[float, int]]] = []
        for v, count, move in turns(table, bots, plan.seed, number):
            if v.turn != seat or count == 1:
                continue
            self._evaluator = self._evaluator or make_evaluator(game, v, plan.budget.worlds, 0)
            if rng.random() >= plan.share:
                continue
            legal = game.list_legal(v)
            start = (number << 20 | len(table.moves)) << 10
            trial = _tried(self._evaluator, v, seat, legal, start, plan.budget)
            if trial is not None:
                lost, is_real = _lost(game, self._evaluator, trial, move)
                loss, real, judged = loss + lost, real + is_real, judged + 1
                of_all.append(_losses_of_all(game, self._evaluator, trial, v, number, len(table.moves)))
        assert self._evaluator is not None
        row = {"evaluator": self._evaluator.version, "loss": loss, "real": real, "judged": judged}
        return row | {"players": of_all}


def _tried(
    evaluator: PositionEvaluator, v: Any, seat: int, legal: list[int], start: int, budget: ReviewBudget
) -> Trial | None:
    """Return what every legal move brings; None if they cannot be tried."""
    try:
        evaluator.check(v, seat)
    except knockroll.InvalidOption:
        return None
    trial = Trial(legal, legal[0])
    trial.run(partial(_try, evaluator, v, seat, start), 1 if evaluator.exact else budget.quick)
    return trial


def _lost(game: Game, evaluator: PositionEvaluator, trial: Trial, move: int) -> tuple[float, int]:
    """Return what a move gives away, and whether the decision would be a real one."""
    own = Trial(trial.moves, move, batches=trial.batches, done=trial.done)
    loss = exact_loss(own, move) if evaluator.exact else own.loss()
    return loss.mean, int(loss.best != move or not own.lead(game.review.mistake))


def _losses_of_all(
    game: Game, evaluator: PositionEvaluator, trial: Trial, v: Any, seed: int, index: int
) -> dict[str, tuple[float, int]]:
    """Return for each player what its move gives away, and whether the decision would be a real one."""
    judged = {}
    for place, bot in enumerate((*game.players, RANDOM)):
        move = bot.choose(v, trial.moves[:], len(trial.moves), open_stream(seed, index, CHOICE + place))
        judged[bot.name] = _lost(game, evaluator, trial, move)
    return judged


def measure_moves(game: Game, plan: Plan, results: Results) -> None:
    """Print the same as the second line of ``ranking``, for many decisions of a few games between random players."""
    for number in range(plan.games):
        key = f"moves {game.name} {plan.seats} {plan.budget.name} {plan.seed} {number} "
        if key + "end" in results.rows:
            continue
        found = choices_in(game, play_game(game, players_of(game, plan, number), plan, number))
        evaluator = make_evaluator(game, found[0].before, plan.budget.worlds, 0)
        for moment in Random(f"{plan.seed} {number} sample").sample(found, min(SAMPLE, len(found))):
            if key + str(moment.index) not in results.rows:
                assert moment.seat is not None
                v, start = game.view_of(moment.before, moment.seat), (number << 20 | moment.index) << 10
                trial = _tried(evaluator, v, moment.seat, game.list_legal(v), start, plan.budget)
                if trial is not None:
                    judged = _losses_of_all(game, evaluator, trial, v, number, moment.index)
                    results.add(key + str(moment.index), {"evaluator": evaluator.version, "players": [judged]})
        results.add(key + "end", {"players": []})
        if (number + 1) % 10 == 0 or number + 1 == plan.games:
            _print_of_all(game, results, plan)


def _print_ranking(game: Game, results: Results, plan: Plan) -> None:
    rows = list(results.rows.values())
    names = [bot.name for bot in (*game.players, RANDOM)]
    of_bot = {name: [(row["loss"], row["real"]) for row in rows if row["bot"] == name] for name in names}
    told = f"{game.name}, {plan.budget.name}: {len(rows)} games, {sum(row['judged'] for row in rows)} decisions judged"
    _print_losses(of_bot, ladder(game, plan.seats), told)
    _print_of_all(game, results, plan)


def _print_of_all(game: Game, results: Results, plan: Plan) -> None:
    decisions = [one for row in results.rows.values() for one in row["players"]]
    of_bot = {bot.name: [tuple(one[bot.name]) for one in decisions] for bot in (*game.players, RANDOM)}
    told = f"{game.name}, {plan.budget.name}: {len(decisions)} decisions for all players"
    _print_losses(of_bot, ladder(game, plan.seats), told)


def _print_losses(of_bot: dict[str, list[Any]], ratings: dict[str, float], told: str) -> None:
    """Print the loss per ten real decisions of each player, from pairs of losses and numbers of real decisions."""
    losses, words = [], []
    for name, pairs in of_bot.items():
        real = max(1.0, sum(count for _, count in pairs))
        loss = sum(lost for lost, _ in pairs) / real
        error = sqrt(sum((lost - loss * count) ** 2 for lost, count in pairs)) / real
        losses.append(loss)
        words.append((loss, f"{name} {1000 * loss:.2f} ± {1960 * error:.2f}"))
    rank = rank_correlation([-loss for loss in losses], [ratings[name] for name in of_bot])
    listed = ", ".join(text for _, text in sorted(words))
    print(
        f"{told}, rank correlation with the arena {rank:.2f}; points given away per ten real decisions: {listed}",
        flush=True,
    )


def ladder(game: Game, seats: int) -> dict[str, float]:
    """Return the rating of each player in the arena, from docs/players."""
    variant = f"-{VARIANTS[game.name]}" if game.name in VARIANTS else ""
    file = Path(__file__).parent.parent / "docs" / "players" / f"{game.name}{variant}-{seats}.json"
    standings = json.loads(file.read_text(encoding="utf-8"))["result"]["standings"]
    return {one["name"]: float(one["rating"]) for one in standings}


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    ranks = [[sorted(values).index(value) for value in values] for values in (first, second)]
    n = len(first)
    return float(1 - 6 * sum((a - b) ** 2 for a, b in zip(*ranks, strict=True)) / (n * (n * n - 1)))


def measure_speed(game: Game, plan: Plan) -> None:
    """Print how much processor time the review of one seat takes, and a hint, with warm code.

    The first verdict is the quick review without luck that a server shows before the whole one.
    """
    hints = []
    for number, record in enumerate(records(game, replace(plan, games=plan.games + 1))):
        if not number:  # compile
            knockroll.review(record, 0, (0,), budget=plan.budget)
            continue
        began = process_time()
        knockroll.review(record, 0, budget="quick", luck=False)
        first = process_time() - began
        review = knockroll.review(record, 0, budget=plan.budget)
        took = process_time() - began - first
        hands = 1 + max(one.hand for one in review.decisions)
        widths = sorted((one.high - one.low) / 2 for one in review.decisions if one.candidates)
        print(
            f"{game.name}: one seat, {hands} hands, {len(widths)} decisions: first verdict {first:.1f} s, whole review"
            f" {took:.1f} s, {sum(widths) / len(widths):.2%} half the width of the intervals on average",
            flush=True,
        )
        for table in knockroll.Table.replay_steps(record):
            if table.turn is not None and len(table.legal()) > 1:
                began = process_time()
                hint(table.view(table.turn))
                hints.append(process_time() - began)
    hints.sort()
    print(
        f"{game.name}: {len(hints)} hints, median {hints[len(hints) // 2]:.3f} s,"
        f" p95 {hints[int(0.95 * len(hints))]:.3f} s"
    )


def main() -> None:
    """Read what to measure, and print it."""
    resumable = {"luck": measure_luck, "coverage": measure_coverage, "ranking": measure_ranking, "moves": measure_moves}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=(*resumable, "speed"))
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20_261_119)
    parser.add_argument("--budget", choices=BUDGETS | BUDGETS_HERE, default="standard")
    parser.add_argument("--seats", type=int, help="by default those of the table in docs/players")
    parser.add_argument("--players", nargs="*", default=(), help="the players, in turn; by default random ones")
    parser.add_argument("--each", type=int, default=5, help="the decisions of a game whose intervals are tried")
    parser.add_argument("--short", action="store_true", help="games of a hand or a few turns")
    parser.add_argument("--share", type=float, default=0.03, help="the share of decisions that the ranking judges")
    parser.add_argument("--to", type=Path, help="the file of the results so far, of what can go on")
    asked = parser.parse_args()
    game = find_game(asked.game)
    budget = (BUDGETS | BUDGETS_HERE)[asked.budget]
    seats = asked.seats or SEATS[game.name]
    plan = Plan(asked.games, asked.seed, seats, budget, tuple(asked.players), asked.short, asked.share, asked.each)
    if asked.what == "speed":
        measure_speed(game, plan)
    else:
        resumable[asked.what](game, plan, Results(asked.to))


if __name__ == "__main__":
    main()

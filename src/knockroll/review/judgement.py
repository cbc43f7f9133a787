"""The statistics of a decision: how much a move gave away, with a 95% interval, and the verdict.

Every legal move is tried in the same batches of worlds, so differences between moves are paired. Batches are
independent of each other: intervals follow from how their means differ, with Student's t.

The best move is chosen and measured in different batches: for each batch, the move that is best in all *others* is
compared with the move that was played. So the loss is not exaggerated by choosing the luckiest of many moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt

import msgspec

from knockroll.engine.errors import InvalidOption
from knockroll.engine.review_rules import ReviewRules
from knockroll.review.document import Verdict

NARROW = 2.5
"""A move whose mean is this many standard errors behind the best is not tried again."""
_Z = 1.959964


class ReviewBudget(msgspec.Struct, frozen=True, kw_only=True):
    """How much work a review may do."""

    name: str = "standard"
    worlds: int = 64
    """Worlds per batch."""
    quick: int = 6
    """Batches in which every legal move is tried."""
    most: int = 48
    """Most batches for moves that are close."""
    precision: float = 0.01
    """A loss is precise enough when its interval is at most twice this wide."""
    playouts: int = 192
    """Playouts for each card that could have been drawn."""
    deals: int = 1024
    """Playouts before and after a deal."""
    seconds: float | None = None
    """Start no more work after this time. The result then depends on the machine."""


BUDGETS = {
    budget.name: budget
    for budget in (
        ReviewBudget(name="quick", quick=4, most=4, precision=0.03, playouts=24, deals=256),
        ReviewBudget(),
        ReviewBudget(name="deep", worlds=128, quick=12, most=192, precision=0.004, playouts=768, deals=4096),
    )
}


def find_budget(budget: str | ReviewBudget) -> ReviewBudget:
    """Return a budget by its name; raise :class:`InvalidOption` if there is none."""
    if isinstance(budget, ReviewBudget):
        return budget
    if budget not in BUDGETS:
        raise InvalidOption(f"there is no budget {budget!r}; choose one of: {', '.join(BUDGETS)}")
    return BUDGETS[budget]


def t_quantile(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t, from the expansion of Cornish and Fisher; exact to 1% from 3 on."""
    if freedom < 1:
        return inf
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    z, n = _Z, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of independent values and its standard error; infinite for a single one."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, inf
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)


@dataclass(frozen=True)
class BatchMeans:
    """The outcomes of some moves in one batch of worlds: means over the worlds, one for each move."""

    chances: Sequence[float]
    points: Sequence[float] = ()
    wins: Sequence[float] = ()
    worlds: int = 0


TryBatch = Callable[[list[int], int], BatchMeans]
"""``try_batch(moves, number)`` tries moves in the batch of that number."""


@dataclass(frozen=True)
class Loss:
    """What a move gave away, against the best one."""

    best: int
    mean: float
    """An unbiased estimate; it may be a little below 0."""
    error: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def excludes(self, loss: float) -> bool:
        """Whether the interval does not contain a loss."""
        return not self.low <= loss <= self.high


@dataclass
class Trial:
    """A decision that is being judged: what each move brought in each batch."""

    moves: list[int]
    played: int
    contenders: list[int] = field(default_factory=list)
    """Moves that are still tried."""
    batches: dict[int, list[BatchMeans]] = field(default_factory=dict)
    """For each move, the batches it was tried in, as means of that move alone; contenders were tried in all."""
    done: int = 0
    """Batches so far."""

    def __post_init__(self) -> None:
        self.contenders = self.contenders or list(self.moves)
        self.batches = self.batches or {move: [] for move in self.moves}

    def run(self, try_batch: TryBatch, count: int) -> None:
        """Try the contenders in more batches."""
        for _ in range(count):
            found = try_batch(self.contenders, self.done)
            for i, move in enumerate(self.contenders):
                self.batches[move].append(
                    BatchMeans(found.chances[i : i + 1], found.points[i : i + 1], found.wins[i : i + 1], found.worlds)
                )
            self.done += 1

    def values(self, move: int) -> list[float]:
        """Return the mean chance to win in each batch."""
        return [batch.chances[0] for batch in self.batches[move]]

    def hand_of(self, move: int) -> tuple[float | None, float | None]:
        """Return how often a move wins the hand, and its mean points there; None for what is not known."""
        wins = [batch.wins[0] for batch in self.batches[move] if batch.wins]
        points = [batch.points[0] for batch in self.batches[move] if batch.points]
        return (sum(wins) / len(wins) if wins else None), (sum(points) / len(points) if points else None)

    def differences(self, move: int, other: int) -> list[float]:
        """Return how much better a move was than another in each batch that both were tried in."""
        return [a - b for a, b in zip(self.values(move), self.values(other), strict=False)]

    def narrow(self) -> None:
        """Drop moves that are clearly behind the best, but never the one that was played."""
        means = {move: sum(self.values(move)) / self.done for move in self.contenders}
        best = max(means, key=lambda move: means[move])
        left = []
        for move in self.contenders:
            mean, error = mean_and_error(self.differences(best, move))
            if move == self.played or mean <= NARROW * error:
                left.append(move)
        self.contenders = left

    def loss(self, played: int | None = None) -> Loss:
        """Return what a contender (by default the move that was played) gave away."""
        played = self.played if played is None else played
        values = {move: self.values(move) for move in self.contenders}
        sums = {move: sum(found) for move, found in values.items()}
        found = []
        for number in range(self.done):
            best = max(self.contenders, key=lambda move: sums[move] - values[move][number])
            found.append(values[best][number] - values[played][number])
        mean, error = mean_and_error(found)
        t = t_quantile(self.done - 1)
        high = 0.0
        for move in self.contenders:
            other, its_error = mean_and_error(self.differences(move, played))
            high = max(high, other + t * its_error if move != played else 0.0)
        best = max(self.contenders, key=lambda move: sums[move])
        low = max(0.0, mean - t * error)
        return Loss(best, mean, error, low, max(high, low))

    def is_settled(self, budget: ReviewBudget) -> bool:
        """Return whether no more batches are needed: they would not help, or there are enough."""
        return self.done >= budget.most or self.contenders == [self.played] or self.loss().width <= budget.precision

    def lead(self, threshold: float) -> bool:
        """Return whether every other move is clearly worse than the one played, by at least this much."""
        for move in self.moves:
            if move != self.played:
                found = self.differences(self.played, move)
                mean, error = mean_and_error(found)
                if mean - t_quantile(len(found) - 1) * error < threshold:
                    return False
        return True


def settle(trial: Trial, try_batch: TryBatch, budget: ReviewBudget) -> None:
    """Try close moves in more and more batches until the loss is precise enough, or the budget is used up."""
    while not trial.is_settled(budget):
        trial.narrow()
        if not trial.is_settled(budget):
            trial.run(try_batch, min(max(4, trial.done // 2), budget.most - trial.done))


def verdict_of(rules: ReviewRules, loss: float, low: float) -> Verdict:
    """Return the verdict on a loss: an error only if its interval excludes 0."""
    if low <= 0:
        return "none"
    for name, threshold in (("blunder", rules.blunder), ("mistake", rules.mistake), ("inaccurate", rules.inaccurate)):
        if loss >= threshold:
            return name  # type: ignore[return-value]
    return "none"

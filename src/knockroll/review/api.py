"""The review of a record: decisions are judged by what the seat knew, chance events by what could have come.

First all decisions get a quick look, then close ones get more worlds, then chance events follow. A review that is
interrupted contains what was done so far.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from time import perf_counter
from typing import Any

import msgspec

from knockroll.engine.errors import InvalidOption, InvalidRecord
from knockroll.engine.game import Game
from knockroll.engine.record import AnyRecord, Record, read_record
from knockroll.engine.review_rules import Peer, Reason
from knockroll.engine.state import CardState
from knockroll.engine.table import Table
from knockroll.review.document import (
    ERRORS,
    ChanceReview,
    CurvePoint,
    DecisionReview,
    Opinion,
    Review,
    Verdict,
)
from knockroll.review.evaluators import ANYBODY, PositionEvaluator, winners_of
from knockroll.review.factory import make_evaluator
from knockroll.review.headlines import Measured, SeatLuck, headline
from knockroll.review.hints import candidates_of, exact_loss
from knockroll.review.judgement import Loss, ReviewBudget, Trial, find_budget, settle, verdict_of
from knockroll.review.luck import luck_of
from knockroll.review.moments import ReviewMoment, moments
from knockroll.review.sentences import (
    decision_sentence,
    hand_sentence,
    lead_sentence,
    move_words,
    score_sentence,
    second_sentence,
)

MOST_REASONS = 2
Progress = Callable[[int, int], object]
"""Called with the number of steps done and the total; if it returns False, the review ends early."""


class NoSuchHand(InvalidOption):
    """There is no hand with that number."""

    def __init__(self, hand: Any, played: int) -> None:
        super().__init__(f"there is no hand {hand!r}: hands are 0 to {played - 1}")
        self.hand, self.played = hand, played


def review(
    record: AnyRecord | Record,
    seat: int | None = None,
    hands: Sequence[int] | None = None,
    *,
    budget: str | ReviewBudget = "standard",
    seed: int = 0,
    luck: bool = True,
    progress: Progress | None = None,
) -> Review:
    """Review a finished game: what each decision gave away, and what each chance event was worth.

    A decision is judged by what the seat knew, never by cards that it could not see. docs/review.md has the formulas.

    :param record: a record, as JSON text or parsed
    :param seat: the seat whose decisions are judged; by default every seat
    :param hands: the hands to review, numbered from 0; by default all
    :param budget: ``"quick"``, ``"standard"``, ``"deep"`` or a :class:`~knockroll.review.judgement.ReviewBudget`
    :param seed: the same seed gives the same review
    :param luck: False leaves out chance events, which takes less time
    :param progress: called with the number of steps done and the total; if it returns False, or on Ctrl-C, the review
        ends early and says so (``complete``)
    """
    work = _Work(read_record(record), seat, hands, find_budget(budget), seed, luck)
    work.run(progress)
    return work.document(_names_in(record))


@dataclass
class _Decision:
    """A decision on its way to a judgement."""

    moment: ReviewMoment
    view: Any
    legal: list[int]
    trial: Trial | None
    """None if the decision is forced or cannot be searched."""
    problem: str = ""
    second: Opinion | None = None


@dataclass
class _Work:
    """A review in progress."""

    record: Record
    seat: int | None
    hands: Sequence[int] | None
    budget: ReviewBudget
    seed: int
    with_luck: bool
    decisions: list[_Decision] = field(default_factory=list)
    chances: list[ChanceReview] = field(default_factory=list)
    noise: list[tuple[float, ...]] = field(default_factory=list)
    complete: bool = False

    def __post_init__(self) -> None:
        found = list(moments(self.record))
        self.table: Table = found[-1][0]
        self.game = self.table.game
        self._check()
        self.moments = [moment for _, moment in found if moment is not None]
        first = next(moment.before for moment in self.moments if moment.move is not None)
        self.evaluator: PositionEvaluator = make_evaluator(self.game, first, self.budget.worlds, self.seed)
        wanted = self._is_wanted
        self.decisions = [self._decision(m) for m in self.moments if m.move is not None and wanted(m, True)]
        self.events = [m for m in self.moments if m.what is not None and wanted(m, False)] if self.with_luck else []

    def _check(self) -> None:
        """Refuse what cannot be reviewed."""
        if self.table.result is None:
            raise InvalidRecord("this game is not over: only finished games are reviewed, because a review shows cards")
        if self.seat is not None and (type(self.seat) is not int or not 0 <= self.seat < self.table.seats):
            raise InvalidOption(f"there is no seat {self.seat!r}: seats are 0 to {self.table.seats - 1}")
        played = len(self.table.hands)
        for hand in self.hands or ():
            if type(hand) is not int or not 0 <= hand < played:
                raise NoSuchHand(hand, played)
        if self.table.seats != self.table.seats_at_start:
            raise InvalidOption("games that a player joined later cannot be reviewed")

    def _is_wanted(self, moment: ReviewMoment, is_decision: bool) -> bool:
        if self.hands is not None and moment.hand not in self.hands:
            return False
        return not is_decision or self.seat is None or moment.seat == self.seat

    def _decision(self, moment: ReviewMoment) -> _Decision:
        assert moment.seat is not None
        assert moment.move is not None
        v = self.game.view_of(moment.before, moment.seat)
        legal = self.game.list_legal(v)
        if len(legal) == 1:
            return _Decision(moment, v, legal, None)
        try:
            self.evaluator.check(v, moment.seat)
        except InvalidOption as error:
            return _Decision(moment, v, legal, None, str(error))
        return _Decision(moment, v, legal, Trial(legal, moment.move))

    # --- Doing it --------------------------------------------------------------------------------------------------

    def run(self, progress: Progress | None) -> None:
        """Do all of the review, or as much as there is time for."""
        began = perf_counter()
        tasks: list[Callable[[], None]] = [partial(self._look, one) for one in self.decisions if one.trial is not None]
        tasks += [partial(self._look_closer, one) for one in self.decisions if one.trial is not None]
        tasks += [partial(self._measure_luck, number, moment) for number, moment in enumerate(self.events)]
        try:
            for number, task in enumerate(tasks):
                if progress is not None and progress(number, len(tasks)) is False:
                    return
                if self.budget.seconds is not None and perf_counter() - began > self.budget.seconds:
                    return
                task()
            self.complete = True
            if progress is not None:
                progress(len(tasks), len(tasks))
        except KeyboardInterrupt:
            self.complete = False

    def _try(self, one: _Decision, opponent: str, moves: list[int], batch: int) -> Any:
        assert one.moment.seat is not None
        seed = (self.seed * 1_000_003 + one.moment.index) * 8191 + batch
        return self.evaluator.try_moves(one.view, one.moment.seat, moves, seed, opponent)

    def _look(self, one: _Decision) -> None:
        """Try every legal move in a few batches."""
        assert one.trial is not None
        try:
            one.trial.run(partial(self._try, one, ANYBODY), 1 if self.evaluator.exact else self.budget.quick)
        except InvalidOption as error:
            one.trial, one.problem = None, str(error)

    def _look_closer(self, one: _Decision) -> None:
        """Try the close moves in more batches, and get a second opinion on what looks like an error."""
        trial = one.trial
        if trial is None or self.evaluator.exact:
            return
        with suppress(InvalidOption):  # the first look found worlds; if no further ones are found, it has to suffice
            settle(trial, partial(self._try, one, ANYBODY), self.budget)
        loss = trial.loss()
        verdict = verdict_of(self.game.review, loss.mean, loss.low)
        if self.evaluator.second is None or verdict not in ERRORS:
            return
        found = self._compare(one, trial, loss.best, self.evaluator.second)
        if found is None:
            return
        differs = verdict_of(self.game.review, found.mean, found.low)
        if differs != verdict and found.excludes(loss.mean):
            one.second = Opinion(
                opponent=self.evaluator.second,
                best=self.game.moves.format(found.best),
                loss=max(0.0, found.mean),
                low=found.low,
                high=found.high,
                verdict=differs,
                sentence=second_sentence(self.evaluator.second, differs),
            )

    def _compare(self, one: _Decision, trial: Trial, best: int, opponent: str) -> Loss | None:
        """Try only the best move and the one played, under other assumptions; None if no world fits those."""
        other = Trial([best, trial.played], trial.played)
        try_batch = partial(self._try, one, opponent)
        try:
            other.run(try_batch, self.budget.quick)
            settle(other, try_batch, self.budget)
        except InvalidOption:
            return None
        return other.loss()

    def _measure_luck(self, number: int, moment: ReviewMoment) -> None:
        found, noise = luck_of(self.evaluator, moment, self.budget, self.seed * 65_537 + number + 1)
        self.chances.append(found)
        self.noise.append(noise)

    # --- Telling it ------------------------------------------------------------------------------------------------

    def document(self, names: tuple[str | None, ...]) -> Review:
        """Return the review so far."""
        measured = [self._measured(one) for one in self.decisions if one.trial is None or one.trial.done]
        measured.sort(key=lambda one: one.decision.index)
        seats = self.table.seats
        reviewed = tuple(range(seats)) if self.seat is None else (self.seat,)
        names = (*names, *(None,) * seats)[:seats]
        rules = self.game.review
        return Review(
            evaluator=self.evaluator.version,
            game=self.game.name,
            variant=self.table.variant,
            seats=seats,
            names=names,
            record=record_digest(self.record),
            seed=self.seed,
            budget=self.budget.name,
            complete=self.complete,
            reviewed=reviewed,
            hands=None if self.hands is None else tuple(sorted(set(self.hands))),
            kinds=dict(rules.kinds),
            thresholds=(rules.inaccurate, rules.mistake, rules.blunder),
            decisions=tuple(one.decision for one in measured),
            chances=tuple(self.chances),
            curve=self._curve(),
            headlines=tuple(
                headline(
                    seat,
                    names[seat],
                    [one for one in measured if one.decision.seat == seat],
                    self._luck(seat),
                    winners_of(self.table.state)[seat],
                    self.game,
                    self._peers(),
                )
                for seat in reviewed
            ),
        )

    def _measured(self, one: _Decision) -> Measured:
        moment, trial = one.moment, one.trial
        assert moment.move is not None
        assert moment.seat is not None
        move = self.game.moves.format(moment.move)
        words = move_words(self.game, move, one.view)
        if trial is None:
            status: Verdict = "unjudged" if one.problem else "forced"
            told = one.problem[:1].upper() + one.problem[1:] + "." if one.problem else ""
            empty = DecisionReview(
                hand=moment.hand,
                index=moment.index,
                seat=moment.seat,
                move=move,
                words=words,
                best=move,
                best_words=words,
                candidates=(),
                loss=0.0,
                low=0.0,
                high=0.0,
                verdict=status,
                sentence=told or decision_sentence(status, words, words, 0.0),
            )
            return Measured(empty, 0.0, 0.0)
        loss = self._loss(trial)
        verdict = verdict_of(self.game.review, loss.mean, loss.low)
        if verdict == "none" and loss.best == moment.move and self._is_obvious(trial):
            verdict = "obvious"
        candidates = candidates_of(self.game, one.view, trial, self.evaluator.exact)
        by_move = {candidate.move: candidate for candidate in candidates}
        best = self.game.moves.format(loss.best)
        best_words, lost = move_words(self.game, best, one.view), None
        played_points, best_points = by_move[move].points, by_move[best].points
        if played_points is not None and best_points is not None:
            lost = best_points - played_points
        is_error = verdict in ERRORS
        decision = DecisionReview(
            hand=moment.hand,
            index=moment.index,
            seat=moment.seat,
            move=move,
            words=words,
            best=best,
            best_words=best_words,
            candidates=candidates,
            loss=max(0.0, loss.mean),
            low=loss.low,
            high=loss.high,
            points_lost=lost,
            verdict=verdict,
            kind=self.game.review.kind_of(one.view, moment.move, loss.best) if is_error else "",
            reasons=self._reasons(one, loss.best) if is_error else (),
            sentence=decision_sentence(verdict, words, best_words, max(0.0, loss.mean)),
            second=one.second,
        )
        return Measured(decision, loss.mean, loss.error)

    def _loss(self, trial: Trial) -> Loss:
        return exact_loss(trial, trial.played) if self.evaluator.exact else trial.loss()

    def _is_obvious(self, trial: Trial) -> bool:
        threshold = self.game.review.mistake
        if not self.evaluator.exact:
            return trial.lead(threshold)
        own = trial.values(trial.played)[0]
        return all(own - trial.values(move)[0] >= threshold for move in trial.moves if move != trial.played)

    def _reasons(self, one: _Decision, best: int) -> tuple[Reason, ...]:
        """Say why the best move is better: what the game says, with the score second if it decides, then the hand."""
        moment, trial = one.moment, one.trial
        assert moment.seat is not None
        assert moment.move is not None
        assert trial is not None
        worlds = self.evaluator.worlds(one.view, moment.seat, self.seed + moment.index)
        why = self.game.review.why(one.view, moment.move, best, worlds)
        found = [*why, *hand_reason(self.game, one.view, trial, best)]
        return tuple([*found[:1], *self._about_score(one, best), *found[1:]][:MOST_REASONS])

    def _about_score(self, one: _Decision, best: int) -> list[Reason]:
        """Say what the verdict would be at the start of a game, if it differs."""
        v, trial = one.view, one.trial
        assert trial is not None
        # In a solved game, or when someone is out, an even score would be a different position.
        if self.evaluator.exact or not isinstance(v, CardState) or not any(v.scores) or v.playing + 1 != 1 << v.seats:
            return []
        even = v.copy()
        even.scores[:] = [0] * len(even.scores)
        even.hands_played = 0
        found, loss = self._compare(_Decision(one.moment, even, one.legal, trial), trial, best, ANYBODY), trial.loss()
        if found is None:
            return []
        verdict = verdict_of(self.game.review, found.mean, found.low)
        if verdict == verdict_of(self.game.review, loss.mean, loss.low) or not found.excludes(loss.mean):
            return []
        return [Reason("score", score_sentence(verdict, max(0.0, found.mean)), {"loss": max(0.0, found.mean)})]

    def _peers(self) -> tuple[Peer, ...]:
        """The players that a seat may be compared with: only in games like those in which they were rated."""
        rules = self.game.review
        if not rules.peers or self.table.seats != 2:
            return ()
        return rules.peers if Table(self.game, 2, variant=rules.peers_in).options == self.table.options else ()

    def _luck(self, seat: int) -> SeatLuck:
        if not self.with_luck:
            return SeatLuck({}, None, None)
        hands: dict[int, float] = defaultdict(float)
        for event in self.chances:
            hands[event.hand] += event.luck[seat]
        if len(self.chances) < len(self.events) or self.hands is not None:
            return SeatLuck(dict(hands), None, None)
        return SeatLuck(dict(hands), sum(hands.values()), sqrt(sum(noise[seat] for noise in self.noise)))

    def _curve(self) -> tuple[CurvePoint, ...]:
        """Return the chance to win after each chance event, and at the end."""
        points = {event.index: event.after for event in self.chances}
        if self.chances and self.hands is None and len(self.chances) == len(self.events):
            points[len(self.table.moves)] = winners_of(self.table.state)
        return tuple(CurvePoint(index=index, chances=chances) for index, chances in sorted(points.items()))


LEAST_LEAD = 0.1
"""A lead in a hand is a reason if the better move's is this much larger."""


def hand_reason(game: Game, v: Any, trial: Trial, best: int) -> list[Reason]:
    """Say how the hand goes on average after each of two moves, if that speaks for the better one."""
    (wins, points), (other_wins, other_points) = (trial.hand_of(move) for move in (best, trial.played))
    if points is None or other_points is None:
        return []
    numbers = {"points": points, "points_played": other_points}
    better, played = (move_words(game, game.moves.format(move), v) for move in (best, trial.played))
    score = game.showing.score
    if wins is not None and other_wins is not None:
        numbers |= {"wins": wins, "wins_played": other_wins}
        text = hand_sentence((better, wins, points), (played, other_wins, other_points), score)
        return [Reason("hand", text, numbers)]
    if points - other_points < LEAST_LEAD:
        return []
    return [Reason("hand", lead_sentence((better, points), (played, other_points), score, v.seats), numbers)]


def record_digest(record: Record) -> str:
    """Return the SHA-256 of what was played: game, options, chance and moves. Names are not part of it."""
    given = [(one.after, one.wants, one.numbers) for one in record.given]
    played = (record.game, record.options, record.seats, record.dealer, record.setup, given, record.moves)
    return hashlib.sha256(msgspec.json.encode(played, order="deterministic")).hexdigest()


def _names_in(record: AnyRecord | Record) -> tuple[str | None, ...]:
    """Return the players' names, if the record has them."""
    if isinstance(record, Record):
        return ()
    document = record if isinstance(record, Mapping) else msgspec.json.decode(record)
    names = document.get("names") or ()
    return tuple(name if isinstance(name, str) else None for name in names)

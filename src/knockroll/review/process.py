"""The process that reviews games for a server: a job per line in, progress and reviews per line out.

``python -m knockroll.review.process`` starts it. It keeps compiled code loaded between jobs, and it ends when the
program that asks is gone. Each job gets a quick review first, so that there is something to show, and then a thorough
one.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from typing import Literal

import msgspec

from knockroll.engine.errors import InvalidRecord, KnockrollError
from knockroll.players.processes.lines import Lines
from knockroll.review.api import review
from knockroll.review.document import Review
from knockroll.review.judgement import ReviewBudget, find_budget

NICENESS = 15
"""The tables come first, then moves that someone is waiting for, then reviews."""
QUICK_SHARE = 0.2
"""The quick review's share of the work."""


class ReviewJob(msgspec.Struct, frozen=True):
    """A record to review, or, with ``gives_up``, the number of a job to give up."""

    number: int
    record: msgspec.Raw = msgspec.Raw(b"null")
    seat: int | None = None
    hands: tuple[int, ...] | None = None
    seconds: float | None = None
    """Start no more work after this time."""
    gives_up: bool = False


class ReviewAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a job. The last one has a final review, an error, or neither: then the job was given up."""

    number: int
    share: float = 1.0
    """The share done."""
    review: msgspec.Raw = msgspec.Raw(b"null")
    error: str | None = None
    code: Literal["invalid_record", "invalid_option"] = "invalid_option"
    is_last: bool = False


class Reviewing:
    """Does one job after another."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._given_up: set[int] = set()
        self._jobs: SimpleQueue[ReviewJob] = SimpleQueue()

    def take(self, line: bytes) -> None:
        """Add a job to the queue, or mark one as given up; this works while another job runs."""
        job = msgspec.json.decode(line, type=ReviewJob)
        if job.gives_up:
            self._given_up.add(job.number)
        else:
            self._jobs.put(job)

    def next(self) -> None:
        """Do the next job."""
        job = self._jobs.get()
        try:
            self._review(job)
        except KnockrollError as error:
            code: Literal["invalid_record", "invalid_option"] = "invalid_option"
            if isinstance(error, InvalidRecord):
                code = "invalid_record"
            self._say(ReviewAnswer(job.number, error=str(error), code=code, is_last=True))
        self._given_up.discard(job.number)

    def _review(self, job: ReviewJob) -> None:
        quick, standard = find_budget("quick"), find_budget("standard")
        self._say(ReviewAnswer(job.number, share=0.0))
        found = self._pass(job, quick, False, 0.0, QUICK_SHARE)
        if job.number not in self._given_up:
            self._say(ReviewAnswer(job.number, share=QUICK_SHARE, review=msgspec.Raw(found.to_json())))
            found = self._pass(job, standard, True, QUICK_SHARE, 1.0)
        if job.number in self._given_up:
            self._say(ReviewAnswer(job.number, is_last=True))
        else:
            self._say(ReviewAnswer(job.number, review=msgspec.Raw(found.to_json()), is_last=True))

    def _pass(self, job: ReviewJob, budget: ReviewBudget, luck: bool, begins: float, ends: float) -> Review:
        def report(done: int, of: int) -> bool:
            self._say(ReviewAnswer(job.number, share=begins + (ends - begins) * done / max(of, 1)))
            return job.number not in self._given_up

        budget = msgspec.structs.replace(budget, seconds=job.seconds)
        return review(bytes(job.record), job.seat, job.hands, budget=budget, luck=luck, progress=report)

    def _say(self, answer: ReviewAnswer) -> None:
        self._write(msgspec.json.encode(answer))


def main() -> None:
    """Review one game after the other."""
    lines = Lines(NICENESS)
    reviewing = Reviewing(lines.write)
    lines.listen(reviewing.take)
    while True:
        reviewing.next()


if __name__ == "__main__":
    main()

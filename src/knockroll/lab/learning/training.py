"""Training from nothing, or from a checkpoint, to a player: see ``knockroll.lab.train``."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from knockroll.engine.errors import InvalidOption
from knockroll.lab.learning.course import Course
from knockroll.lab.learning.network import as_player
from knockroll.lab.learning.ppo import Room, Trainer, examine

FORMAT = "knockroll/training/1"
EXAM_HANDS = 4096
EXAM_SEED = (1 << 255) + 31
"""Hands of examinations: the same every time, and none of those that a network learns from."""
UPDATES_BETWEEN_EXAMS = 10


@dataclass(frozen=True)
class Exam:
    """What a network got in one hand against an opponent, on average, when it had made so many steps."""

    steps: int
    opponent: str
    reward: float
    error: float
    """The standard error of the reward."""


@dataclass(frozen=True)
class Training:
    """What came of training."""

    course: Course
    steps: int
    """Moves that the network has made, those of earlier trainings included."""
    hands: int
    seconds: float
    """The time it took, all together."""
    curve: tuple[Exam, ...]
    interrupted: bool
    player: Path
    checkpoint: Path

    def last_exams(self) -> list[Exam]:
        """How good it was in the end: an examination for each opponent."""
        last = {exam.opponent: exam for exam in self.curve}
        return [last[name] for name in self.course.opponents if name in last]

    def to_dict(self) -> dict[str, Any]:
        """All that came of it as JSON."""
        return {
            "format": FORMAT,
            "course": self.course.to_dict(),
            "steps": self.steps,
            "hands": self.hands,
            "seconds": round(self.seconds, 3),
            "interrupted": self.interrupted,
            "player": self.player.name,
            "curve": [asdict(exam) for exam in self.curve],
        }


def run(
    course: Course,
    file: Path,
    steps: int,
    minutes: float | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Training:
    """Train until so many steps are made, or so many minutes have passed, and write the player to a file.

    The checkpoint lies beside it (``.pt``) and is written after every update. Interrupted by Ctrl-C, the player is that
    of the last one.
    """
    checkpoint = file.with_suffix(".pt")
    kept = _read(checkpoint, course) if resume else None
    if not resume and checkpoint.exists():
        raise InvalidOption(f"there is a checkpoint {checkpoint} already: resume from it, or name another file")
    total = max(1, -(-steps // course.steps_each))
    training = _Training(course, checkpoint, kept)
    interrupted = False
    began = time.monotonic()
    try:
        while training.trainer.updates < total:
            passed = 0.0 if minutes is None else (time.monotonic() - began) / 60 / minutes
            if passed >= 1:
                break
            if progress is not None:
                progress(training.steps, total * course.steps_each)
            training.go_on(max(passed, training.trainer.updates / total))
        training.finish()
        if progress is not None:
            progress(training.steps, total * course.steps_each)
    except KeyboardInterrupt:
        interrupted = True
        training.go_back()
    return training.write(file, interrupted)


class _Training:
    """A trainer with its examinations and its checkpoint."""

    def __init__(self, course: Course, checkpoint: Path, kept: dict[str, Any] | None) -> None:
        self.course, self.checkpoint = course, checkpoint
        self.trainer = Trainer(course)
        self.rooms = {name: Room(course, EXAM_HANDS, name) for name in course.opponents}
        self.curve: list[Exam] = []
        self.seconds = 0.0
        if kept is None:
            self._keep()
        else:
            self._take(kept)

    @property
    def steps(self) -> int:
        """Moves that the network has made."""
        return self.trainer.updates * self.course.steps_each

    def go_on(self, progress: float) -> None:
        """One update, with an examination before it from time to time."""
        began = time.monotonic()
        if self.trainer.updates % UPDATES_BETWEEN_EXAMS == 0:
            self._examine()
        self.trainer.update(progress)
        self.seconds += time.monotonic() - began
        self._keep()

    def finish(self) -> None:
        """The last examination."""
        self._examine()
        self._keep()

    def _examine(self) -> None:
        if not self.curve or self.curve[-1].steps < self.steps:
            for name, room in self.rooms.items():
                self.curve.append(Exam(self.steps, name, *examine(self.trainer.network, room, EXAM_SEED)))

    def _keep(self) -> None:
        """Write the checkpoint: whole, or not at all."""
        kept = {
            "course": self.course.to_dict(),
            "trainer": self.trainer.state(),
            "curve": [asdict(exam) for exam in self.curve],
            "seconds": self.seconds,
        }
        new = self.checkpoint.with_suffix(".new")
        torch.save(kept, new)
        new.replace(self.checkpoint)

    def _take(self, kept: dict[str, Any]) -> None:
        self.trainer.go_back_to(kept["trainer"])
        self.curve = [Exam(**exam) for exam in kept["curve"]]
        self.seconds = kept["seconds"]

    def go_back(self) -> None:
        """Forget what is not in the checkpoint."""
        self._take(_read(self.checkpoint, self.course))

    def write(self, file: Path, interrupted: bool) -> Training:
        """Write the player."""
        trainer, course = self.trainer, self.course
        told = {"steps": self.steps, "hands": trainer.hands, "course": course.to_dict()}
        file.write_bytes(as_player(trainer.network, course, told))
        return Training(
            course, self.steps, trainer.hands, self.seconds, tuple(self.curve), interrupted, file, self.checkpoint
        )


def _read(checkpoint: Path, course: Course) -> dict[str, Any]:
    """What a checkpoint has kept, if it is one of this course."""
    try:
        kept: dict[str, Any] = torch.load(checkpoint, weights_only=True)
        before = kept["course"]
    except FileNotFoundError:
        raise InvalidOption(f"there is no checkpoint {checkpoint} to resume from") from None
    except Exception as error:
        raise InvalidOption(f"{checkpoint} is no checkpoint of 'knockroll train'") from error
    for name, value in course.to_dict().items():
        if before.get(name) != value:
            raise InvalidOption(
                f"{checkpoint} was trained with another course: {name} was {before.get(name)!r}, not {value!r}"
            )
    return kept

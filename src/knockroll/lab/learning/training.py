"""Training of a player, from scratch or from a checkpoint: see ``knockroll.lab.train``."""

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
from knockroll.lab.learning.ppo import Trainer, TrainingGames, examine

FORMAT = "knockroll/training/1"
EXAM_HANDS = 4096
EXAM_SEED = (1 << 255) + 31
"""The seed of evaluation hands: the same every time, and none that a network learns from."""
UPDATES_BETWEEN_EXAMS = 10


@dataclass(frozen=True)
class Exam:
    """The mean reward of a network per hand against an opponent, after a number of steps."""

    steps: int
    opponent: str
    reward: float
    error: float
    """The standard error of the reward."""


@dataclass(frozen=True)
class Training:
    """The result of training."""

    course: Course
    steps: int
    """Moves of the network, including those before a resume."""
    hands: int
    seconds: float
    """The time it took in all."""
    curve: tuple[Exam, ...]
    interrupted: bool
    player: Path
    checkpoint: Path

    def last_exams(self) -> list[Exam]:
        """The last evaluation against each opponent."""
        last = {exam.opponent: exam for exam in self.curve}
        return [last[name] for name in self.course.opponents if name in last]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON."""
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
    """Train for a number of steps, or until the minutes are over, and write the player to a file.

    The checkpoint (``.pt``) is beside it and is written after every update. After Ctrl-C, the player is that of the
    last checkpoint.
    """
    checkpoint = file.with_suffix(".pt")
    saved = _read(checkpoint, course) if resume else None
    if not resume and checkpoint.exists():
        raise InvalidOption(f"there is already a checkpoint {checkpoint}: resume from it, or name another file")
    total = max(1, -(-steps // course.steps_each))
    training = _Training(course, checkpoint, saved)
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
    """A trainer with its evaluations and its checkpoint."""

    def __init__(self, course: Course, checkpoint: Path, saved: dict[str, Any] | None) -> None:
        self.course, self.checkpoint = course, checkpoint
        self.trainer = Trainer(course)
        self.groups = {name: TrainingGames(course, EXAM_HANDS, name) for name in course.opponents}
        self.curve: list[Exam] = []
        self.seconds = 0.0
        if saved is None:
            self._keep()
        else:
            self._take(saved)

    @property
    def steps(self) -> int:
        """Moves of the network."""
        return self.trainer.updates * self.course.steps_each

    def go_on(self, progress: float) -> None:
        """Run one update, sometimes with an evaluation before it."""
        began = time.monotonic()
        if self.trainer.updates % UPDATES_BETWEEN_EXAMS == 0:
            self._examine()
        self.trainer.update(progress)
        self.seconds += time.monotonic() - began
        self._keep()

    def finish(self) -> None:
        """Run the last evaluation."""
        self._examine()
        self._keep()

    def _examine(self) -> None:
        if not self.curve or self.curve[-1].steps < self.steps:
            for name, group in self.groups.items():
                self.curve.append(Exam(self.steps, name, *examine(self.trainer.network, group, EXAM_SEED)))

    def _keep(self) -> None:
        """Write the checkpoint: completely, or not at all."""
        saved = {
            "course": self.course.to_dict(),
            "trainer": self.trainer.state(),
            "curve": [asdict(exam) for exam in self.curve],
            "seconds": self.seconds,
        }
        new = self.checkpoint.with_suffix(".new")
        torch.save(saved, new)
        new.replace(self.checkpoint)

    def _take(self, saved: dict[str, Any]) -> None:
        self.trainer.go_back_to(saved["trainer"])
        self.curve = [Exam(**exam) for exam in saved["curve"]]
        self.seconds = saved["seconds"]

    def go_back(self) -> None:
        """Go back to the checkpoint."""
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
    """Return the content of a checkpoint, if it is one of this course."""
    try:
        saved: dict[str, Any] = torch.load(checkpoint, weights_only=True)
        before = saved["course"]
    except FileNotFoundError:
        raise InvalidOption(f"there is no checkpoint {checkpoint} to resume from") from None
    except Exception as error:
        raise InvalidOption(f"{checkpoint} is not a checkpoint of 'knockroll train'") from error
    for name, value in course.to_dict().items():
        if before.get(name) != value:
            raise InvalidOption(
                f"{checkpoint} belongs to another course: {name} was {before.get(name)!r}, not {value!r}"
            )
    return saved

"""Learning from mistakes: the errors of a review as positions to play again, the biggest first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from knockroll.engine.words import counted
from knockroll.review.document import Candidate, DecisionReview
from knockroll.review.sentences import percent

RANKS = "A23456789TJQK"
_CARD = re.compile(r"\b([A2-9TJQK])([shdc])\b")


def accepts(decision: DecisionReview, move: str) -> bool:
    """Whether a move is as good as the best one: within its interval."""
    chances = {candidate.move: candidate for candidate in decision.candidates}
    best, tried = chances.get(decision.best), chances.get(move)
    return best is not None and tried is not None and tried.chance >= best.low


def in_reading(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Moves as a person looks for them: by what they do, then by rank, from the ace up, and suit."""
    return sorted(candidates, key=lambda one: _CARD.sub(_place, one.move))


def _place(card: re.Match[str]) -> str:
    return f"{RANKS.index(card[1]):02}{card[2]}"


@dataclass
class Lessons:
    """The positions to learn from, where we are, and what was tried there."""

    decisions: Sequence[DecisionReview]
    """The errors, the biggest first."""
    place: int = 0
    tried: str = ""
    """The move that was tried last in this position."""
    is_shown: bool = False
    """Whether the answer was asked for."""
    right: int = 0
    """The positions in which a better move was found."""

    @classmethod
    def of(cls, errors: Sequence[DecisionReview]) -> Lessons:
        """Begin with the biggest of some errors."""
        return cls(sorted(errors, key=lambda one: -one.loss))

    @property
    def decision(self) -> DecisionReview | None:
        """The decision to make better; None at the end."""
        return self.decisions[self.place] if self.place < len(self.decisions) else None

    @property
    def is_solved(self) -> bool:
        """Whether a good move was found, or shown; the move that was played is none."""
        one = self.decision
        return one is not None and self.tried != one.move and accepts(one, self.tried)

    def attempt(self, move: str) -> None:
        """Try a move."""
        if not self.is_solved:
            self.tried = move
            self.right += self.is_solved

    def show(self) -> None:
        """Show the best move."""
        one = self.decision
        if one is not None and not self.is_solved:
            self.tried, self.is_shown = one.best, True

    def advance(self) -> None:
        """Go to the next position, or to the end."""
        self.place, self.tried, self.is_shown = self.place + 1, "", False

    # --- Words -----------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """Which position this is."""
        return f"{self.place + 1} of {len(self.decisions)}: find a better move"

    @property
    def question(self) -> str:
        """What was played, and what is asked."""
        one = self.decision
        return "" if one is None else f"Played here: {one.words}. What would you do?"

    @property
    def answer(self) -> str:
        """What the move that was tried would have been worth; empty before that."""
        one = self.decision
        chances = {} if one is None else {candidate.move: candidate for candidate in one.candidates}
        if one is None or self.tried not in chances:
            return ""
        found = chances[self.tried]
        told = f"{found.words}: {percent(found.chance)} to win the game"
        if not self.is_solved:
            return f"{told}. There is something better: try again."
        played = chances.get(one.move)
        instead = f", and {percent(played.chance)} after {played.words}" if played is not None else ""
        return f"{'' if self.is_shown else 'Good. '}{told}{instead}."

    @property
    def summary(self) -> str:
        """What was found, at the end."""
        return f"You found a better move in {self.right} of {counted(len(self.decisions), 'position', 'positions')}."

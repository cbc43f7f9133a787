"""A lesson below the board: what was played, what was tried, and why the better move is better."""

from __future__ import annotations

from collections.abc import Sequence

from knockroll.review.document import Candidate
from knockroll.review.text import why_lines
from knockroll.terminal.draw.blocks import Block, text_block
from knockroll.terminal.draw.review import candidates_block
from knockroll.terminal.model.game_review import shown_candidates
from knockroll.terminal.model.lessons import Lessons


def lesson_block(lessons: Lessons, width: int) -> Block:
    """The task, and what the last attempt would have been worth."""
    one = lessons.decision
    if one is None:
        return text_block([(lessons.summary, "$good bold")], width)
    drawn = text_block([(f"{lessons.title}. {lessons.question}", "bold")], width)
    if lessons.answer:
        drawn += text_block([(lessons.answer, "$good bold" if lessons.is_solved else "$bad")], width)
    return drawn


def answer_block(lessons: Lessons, names: Sequence[str], width: int) -> Block:
    """Why the better move is better, and what each move would have been worth."""
    one = lessons.decision
    if one is None:
        return []
    shown: list[Candidate] = shown_candidates(one)
    told = [(one.sentence, ""), *((text, "") for text in why_lines(one, names)), ("", "")]
    return [*text_block(told, width), *candidates_block(shown, one.best, one.move, width)]

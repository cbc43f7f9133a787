"""A review: the summary, the chance to win in blocks, the moves with their marks, and the judgement of one move."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from knockroll.engine.words import capital
from knockroll.review.document import ERRORS, Candidate, DecisionReview, Review, SeatReview
from knockroll.review.sentences import GLYPHS, VERDICT_WORDS, percent, points, signed
from knockroll.review.text import bar, block_graph, event_text, figures, interval, luck_swings, place_text, why_lines
from knockroll.terminal.draw.blocks import Block, blank, centred, ends, fit, line, tall, text_block, touch, wrapped
from knockroll.terminal.model.game_review import GameReview, counted_out, shown_candidates

AXIS = 6
"""Columns for the numbers beside the graph."""
PROGRESS = 40
"""Columns of the progress bar."""
STYLES = {"inaccurate": "$accent", "mistake": "$bad", "blunder": "$bad bold"}
BAR_ROOM = 64
"""From this width on, candidates and hands have bars."""


def progress_block(judged: GameReview, width: int, height: int) -> Block:
    """The progress of a review that has nothing to show yet, or why there is none."""
    compiles = "The first review of a game on a machine takes longer, because its code is compiled."
    texts = [(judged.progress, "bold")]
    if judged.share is None:
        texts = [(judged.trouble, "$bad bold")] if judged.trouble else [("The review was stopped.", "")]
    elif judged.share:
        done = round(PROGRESS * judged.share)
        texts.append(("█" * done + "░" * (PROGRESS - done), "$primary"))
    else:
        texts.append((compiles, "$quiet"))
    lines = [line((part, style)) for text, style in texts for part in wrapped(text, width - 4)]
    drawn = [row for part in lines for row in centred([part], width)]
    return tall([*blank(width, max(0, height - len(drawn)) // 2), *drawn], height)


def headline_block(head: SeatReview, width: int) -> Block:
    """The summary: praise first, then what was given away, luck, and the result without it."""
    first, *more = head.sentences
    return text_block([(first, "bold"), (" ".join(more), ""), *((text, "$quiet") for text in figures(head))], width)


# --- The chance to win ---------------------------------------------------------------------------------------------


def graph_block(judged: GameReview, last: int, index: int | None, width: int, rows: int) -> Block:
    """The chance to win from the first deal to the end, and below it the errors; nothing if it is not known yet."""
    if judged.chance_at(0) is None:
        return []
    columns = width - AXIS - 1
    now = None if index is None else _column(index + 1, last, columns)
    labels = {0: "100%", rows // 2: "50%", rows - 1: "0%"}
    drawn = []
    for row, text in enumerate(block_graph(judged.chances(columns, last), rows)):
        axis = line((f"{labels.get(row, ''):>{AXIS - 1}} ", "$quiet"))
        drawn.append(fit(line(axis, *_split(text, now, "$primary", "$accent bold")), width))
    return [*drawn, _marks(judged, last, now, columns, width)]


def _column(moves: int, last: int, columns: int) -> int:
    return round(moves * (columns - 1) / max(last, 1))


def _split(text: str, at: int | None, style: str, style_at: str) -> list[tuple[str, str]]:
    """A text with another style for the character at one place."""
    if at is None:
        return [(text, style)]
    return [(text[:at], style), (text[at] if text[at] != " " else "│", style_at), (text[at + 1 :], style)]


def _marks(judged: GameReview, last: int, now: int | None, columns: int, width: int) -> Content:
    """The errors below the graph; the move that is shown has an arrow."""
    cells: dict[int, tuple[str, str]] = {}
    for one in sorted(judged.decisions(1), key=lambda one: ERRORS.index(one.verdict)):
        cells[_column(one.index + 1, last, columns)] = (GLYPHS[one.verdict][0], STYLES[one.verdict])
    if now is not None:
        cells[now] = ("▲", "$accent bold")
    parts = [cells.get(column, (" ", "")) for column in range(columns)]
    return fit(line(" " * AXIS, *parts), width)


# --- The moves -----------------------------------------------------------------------------------------------------


def moves_block(decisions: Sequence[DecisionReview], at: int, width: int, height: int, word: str) -> Block:
    """The part of the list of moves around the chosen one, a move per line; the summary is entry 0."""
    rows = [fit(line(("Summary", "bold")), width - 2)]
    for number, one in enumerate(decisions):
        new = number == 0 or decisions[number - 1].hand != one.hand
        rows.append(_move_row(one, width - 2, f"{capital(word)[:1]}{one.hand + 1}" if new else ""))
    first = min(max(0, at - height // 2), max(0, len(rows) - height))
    shown = []
    for number, row in enumerate(rows[first : first + height], start=first):
        mark = ("▸ ", "$accent bold") if number == at else "  "
        drawn = line(mark, row.stylize("bold") if number == at else row)
        shown.append(touch(drawn.stylize_before("on $panel") if number == at else drawn, f"move {number}"))
    return shown


def _move_row(one: DecisionReview, width: int, hand: str) -> Content:
    """A move: its number, its words, its mark and what it gave away; moves that don't count are faint."""
    out = counted_out(one)
    is_error = one.verdict in ERRORS
    where = line((f"{hand:>3} {one.index + 1:>3} ", "$quiet"))
    said = line((one.words, "$quiet" if out else ""))
    if is_error:
        told = line((f" {GLYPHS[one.verdict]:<2}", STYLES[one.verdict]), f" {100 * one.loss:>4.1f}")
    else:
        told = line((f" {out}" if out else " ·   ", "$quiet"))
    return ends(line(where, said), told, width)


# --- One move ------------------------------------------------------------------------------------------------------


def judgement_block(one: DecisionReview, names: Sequence[str], word: str, width: int) -> Block:
    """What a move was worth, why another was better, and the chance to win after each."""
    drawn = text_block([(place_text(one, word), "$quiet")], width)
    drawn += comment_block(one, width)
    drawn += text_block([(text, "") for text in why_lines(one, names)], width)
    out = counted_out(one)
    if out:
        drawn += text_block([("It doesn't count in the rates.", "$quiet")], width)
    if len(one.candidates) > 1:
        drawn += text_block([(f"Given away: {points(one.loss)} ({interval(one.low, one.high)})", "$quiet")], width)
        drawn += [*blank(width, 1), *candidates_block(shown_candidates(one), one.best, one.move, width)]
    return drawn


def comment_block(one: DecisionReview, width: int) -> Block:
    """The verdict and its sentence."""
    if one.verdict not in ERRORS:
        return text_block([(one.sentence, "$quiet" if counted_out(one) else "$good")], width)
    return text_block(
        [(f"{VERDICT_WORDS[one.verdict]} {GLYPHS[one.verdict]}  {one.sentence}", STYLES[one.verdict])], width
    )


def candidates_block(shown: Sequence[Candidate], best_move: str, played: str, width: int) -> Block:
    """Moves with the chance to win after each."""
    best = max(candidate.chance for candidate in shown)
    names = min(max(len(candidate.words) for candidate in shown), width // 2)
    drawn = [fit(line((" Chance to win after each move", "$quiet")), width)]
    for candidate in shown:
        notes = [
            note for note, true in (("best", candidate.move == best_move), ("played", candidate.move == played)) if true
        ]
        blocks = f"{bar(candidate.chance, best)} " if width >= BAR_ROOM else ""
        style = "bold" if notes else ""
        told = f"{percent(candidate.chance, 1):>6}  {', '.join(notes)}"
        drawn.append(
            fit(line(" ", fit(line((candidate.words, style)), names), "  ", (blocks, "$primary"), (told, style)), width)
        )
    return drawn


# --- The summary ---------------------------------------------------------------------------------------------------


def summary_block(review: Review, seat: int, names: Sequence[str], word: str, width: int) -> Block:
    """The biggest errors first, then the kinds of error, the biggest swings of luck, and the hands."""
    head = next(head for head in review.headlines if head.seat == seat)
    decisions = {one.index: one for one in review.decisions}
    drawn = text_block([("Biggest errors", "$accent bold")] if head.biggest else [], width)
    for number, index in enumerate(head.biggest, 1):
        one = decisions[index]
        for i, part in enumerate(wrapped(f"{place_text(one, word)}: {one.sentence}", width - 5)):
            drawn.append(fit(line((f" {'' if i else number:<3}", "$accent bold"), part), width))
    drawn += _table(
        "Kinds of error", [(review.kinds.get(kind, kind), loss) for kind, loss in head.kinds.items()], width
    )
    swings = luck_swings(review, head)
    if swings:
        told = [(f"{signed(event.luck[head.seat]):>6}  {event_text(event, names, word)}", "") for event in swings]
        drawn += text_block([("", ""), ("Biggest swings of luck", "$accent bold"), *told], width)
    if len(head.hands) > 1:
        lost = [
            (f"{capital(word)} {hand.hand + 1}", hand.given_away) for hand in head.hands if hand.given_away >= 0.0005
        ]
        drawn += _table(f"Given away by {word}", lost, width)
    drawn += text_block([("", ""), (f"Judged by {review.evaluator} ({review.budget}).", "$quiet")], width)
    return drawn


def _table(title: str, rows: Sequence[tuple[str, float]], width: int) -> Block:
    if not rows:
        return []
    most = max(loss for _, loss in rows)
    drawn = text_block([("", ""), (title, "$accent bold")], width)
    names = max(len(name) for name, _ in rows)
    for name, loss in rows:
        blocks = f"{bar(loss, most)} " if width >= BAR_ROOM else ""
        drawn.append(fit(line(f" {name:<{names}}  ", (blocks, "$primary"), points(loss)), width))
    return drawn

"""A review as one self-contained HTML page: headline, graph, the biggest errors with their boards, hands, luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from knockroll.engine.accounts import open_hands
from knockroll.engine.game import Game, get_game
from knockroll.engine.record import AnyRecord
from knockroll.engine.table import Table
from knockroll.engine.words import capital, fill
from knockroll.review.document import ERRORS, DecisionReview, Review, SeatReview
from knockroll.review.sentences import VERDICT_WORDS, percent, points, signed
from knockroll.review.text import (
    event_text,
    graph_words,
    interval,
    lost,
    luck_swings,
    place_text,
    seat_names,
    share,
    shows_luck,
)
from knockroll.svg import draw_table

GRAPH_WIDTH, GRAPH_HEIGHT, EDGE = 960, 260, 64
MOST_BOARDS = 24
"""Most errors that are shown with their board, the biggest ones, so that a page stays small."""
MOST_CANDIDATES = 5


def review_page(review: Review, record: AnyRecord) -> str:
    """Return the page of a review of this record."""
    game, names = get_game(review.game), seat_names(review)
    boards = _boards(review, record, names)
    parts = [part for head in review.headlines for part in _seat(review, head, game, names, boards)]
    title = f"{game.title}: review"
    style = files("knockroll.review").joinpath("page.css").read_text(encoding="utf-8")
    note = "" if review.complete else '<p class="note">The review was interrupted: this is what was done so far.</p>'
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>",
            f"<h1>{escape(title)}</h1>",
            note,
            *parts,
            _all_decisions(review, game, names),
            _footer(review),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _boards(review: Review, record: AnyRecord, names: Sequence[str]) -> dict[int, str]:
    """Return the boards of the biggest errors as SVG, by the index of the move: what the seat saw, with its hand."""
    errors = sorted((one for one in review.decisions if one.verdict in ERRORS), key=lambda one: -one.loss)
    wanted = {one.index: one.seat for one in errors[:MOST_BOARDS]}
    found = {}
    for index, table in enumerate(Table.replay_steps(record)):
        if index in wanted:
            seat = wanted[index]
            hands = [hand if i == seat else [] for i, hand in enumerate(open_hands(table.state))]
            found[index] = draw_table(table.game, table.view(seat), hands, names)
    return found


def _seat(review: Review, head: SeatReview, game: Game, names: Sequence[str], boards: dict[int, str]) -> Iterator[str]:
    lead, *rest = head.sentences
    word = game.showing.round.one
    yield f'<section class="seat" aria-labelledby="seat{head.seat}">'
    yield f'<h2 id="seat{head.seat}">{escape(names[head.seat])}</h2>'
    yield f'<p class="lead">{escape(lead)}</p>'
    yield f"<p>{escape(' '.join(rest))}</p>"
    yield _figures(head)
    if review.curve:
        yield _graph(review, head, names[head.seat])
    errors = [one for one in review.decisions if one.seat == head.seat and one.verdict in ERRORS]
    errors.sort(key=lambda one: -one.loss)
    if errors:
        yield "<h3>The biggest errors first</h3>"
        for place, one in enumerate(errors):
            before = errors[place - 1] if place else None
            after = errors[place + 1] if place + 1 < len(errors) else None
            yield _mistake(one, names, boards.get(one.index, ""), before, after, word)
    yield _kinds(review, head)
    yield _hands(head, game, shows_luck(review, head))
    yield _swings(review, head, names, word)
    yield "</section>"


def _figures(head: SeatReview) -> str:
    shown = [("Given away", lost(head.given_away, head.high), interval(head.low, head.high))]
    if head.per_ten is not None and head.per_ten_low is not None and head.per_ten_high is not None:
        per_ten = lost(head.per_ten, head.per_ten_high)
        shown.append(("Per ten real decisions", per_ten, interval(head.per_ten_low, head.per_ten_high)))
    if not head.luck_is_uncertain and head.luck is not None and head.adjusted is not None:
        shown.append(("Luck", signed(head.luck), f"±{196 * head.luck_error:.1f}" if head.luck_error else "exact"))
        shown.append(("Result without luck", share(head.adjusted), f"result {percent(head.result or 0.0)}"))
    cells = "".join(f"<div><dt>{what}</dt><dd>{value}<small>{more}</small></dd></div>" for what, value, more in shown)
    return f'<dl class="figures">{cells}</dl>'


def _graph(review: Review, head: SeatReview, name: str) -> str:
    """Draw the chance to win over the game, with a dot for each error."""
    last = max(1, review.curve[-1].index)
    inner_width, inner_height = GRAPH_WIDTH - EDGE - 8, GRAPH_HEIGHT - 40

    def place(index: int, chance: float) -> tuple[float, float]:
        return round(EDGE + inner_width * index / last, 1), round(12 + inner_height * (1 - chance), 1)

    points_of = [place(point.index, min(1.0, max(0.0, point.chances[head.seat]))) for point in review.curve]
    path = "M" + "L".join(f"{x} {y}" for x, y in points_of)
    lines = []
    for chance in (0.0, 0.5, 1.0):
        _, y = place(0, chance)
        lines.append(f'<line class="grid" x1="{EDGE}" x2="{GRAPH_WIDTH - 8}" y1="{y}" y2="{y}"/>')
        lines.append(f'<text class="label" x="{EDGE - 6}" y="{y + 4}" text-anchor="end">{percent(chance)}</text>')
    dots = []
    for one in review.decisions:
        if one.seat == head.seat and one.verdict in ERRORS:
            near = max((point for point in review.curve if point.index <= one.index), key=lambda point: point.index)
            x, y = place(one.index, min(1.0, max(0.0, near.chances[head.seat])))
            told = f"Move {one.index + 1}, {VERDICT_WORDS[one.verdict].lower()}: {one.sentence}"
            dots.append(
                f'<a href="#move{one.index}"><circle class="{one.verdict}" cx="{x}" cy="{y}" r="6">'
                f"<title>{escape(told)}</title></circle></a>"
            )
    return (
        f'<figure><svg class="graph" viewBox="0 0 {GRAPH_WIDTH} {GRAPH_HEIGHT}" role="group"'
        f' aria-label="Chance to win of {escape(name)} over the game">'
        f'{"".join(lines)}<path class="chance" d="{path}"/>{"".join(dots)}'
        f'<text class="label" x="{EDGE}" y="{GRAPH_HEIGHT - 6}">first move</text>'
        f'<text class="label" x="{GRAPH_WIDTH - 8}" y="{GRAPH_HEIGHT - 6}" text-anchor="end">move {last}</text></svg>'
        f"<figcaption>{graph_words(review)}. Dots are errors.</figcaption></figure>"
    )


def _mistake(
    one: DecisionReview,
    names: Sequence[str],
    board: str,
    before: DecisionReview | None,
    after: DecisionReview | None,
    word: str,
) -> str:
    reasons = "".join(f"<p>{escape(capital(fill(reason.text, names)))}</p>" for reason in one.reasons)
    second = ""
    if one.second is not None:
        second = f'<p class="note">{escape(one.second.sentence)}</p>'
    links = [
        f'<a href="#move{other.index}">{text}</a>'
        for other, text in ((before, "Bigger error"), (after, "Smaller error"))
        if other is not None
    ]
    return (
        f'<article id="move{one.index}" class="error {one.verdict}"><h4><span>{VERDICT_WORDS[one.verdict]}</span>'
        f" {escape(place_text(one, word))}</h4>"
        f"<p>{escape(one.sentence)}</p>{reasons}{second}"
        f"{_candidates(one)}<div class='board'>{board}</div><p class='links'>{' · '.join(links)}</p></article>"
    )


def _candidates(one: DecisionReview) -> str:
    rows = []
    shown = list(one.candidates[:MOST_CANDIDATES])
    shown += [candidate for candidate in one.candidates[MOST_CANDIDATES:] if candidate.move == one.move]
    for candidate in shown:
        mark = ' class="played"' if candidate.move == one.move else ""
        hand = "" if candidate.wins_hand is None else percent(candidate.wins_hand)
        rows.append(
            f"<tr{mark}><th scope='row'>{escape(candidate.words)}{' (played)' if mark else ''}</th>"
            f"<td>{percent(candidate.chance, 1)}</td><td>{hand}</td></tr>"
        )
    return (
        "<table><thead><tr><th scope='col'>Move</th><th scope='col'>Wins the game</th>"
        f"<th scope='col'>{'Wins the hand' if one.candidates[0].wins_hand is not None else ''}</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _kinds(review: Review, head: SeatReview) -> str:
    if not head.kinds:
        return ""
    most = max(head.kinds.values())
    rows = "".join(
        f"<tr><th scope='row'>{escape(review.kinds.get(kind, kind))}</th><td>{_bar(loss, most)}</td>"
        f"<td>{points(loss)}</td></tr>"
        for kind, loss in head.kinds.items()
    )
    return f"<h3>Kinds of error</h3><table><tbody>{rows}</tbody></table>"


def _hands(head: SeatReview, game: Game, with_luck: bool) -> str:
    if len(head.hands) < 2:
        return ""
    most = max(hand.given_away for hand in head.hands)
    rows = "".join(
        f"<tr><th scope='row'>{hand.hand + 1}</th><td>{_bar(hand.given_away, most)}</td>"
        f"<td>{points(hand.given_away)}</td><td>{signed(hand.luck) if with_luck else ''}</td></tr>"
        for hand in head.hands
    )
    word = escape(game.showing.round.one)
    return (
        f"<details><summary>Every {word}</summary><table><thead><tr><th scope='col'>{capital(word)}</th><th></th>"
        f"<th scope='col'>Given away</th><th scope='col'>{'Luck' if with_luck else ''}</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></details>"
    )


def _bar(value: float, most: float) -> str:
    share = round(100 * value / most) if most > 0 else 0
    return f'<span class="bar" style="width:{share}%"></span>'


def _swings(review: Review, head: SeatReview, names: Sequence[str], word: str) -> str:
    swings = luck_swings(review, head)
    if not swings:
        return ""
    rows = "".join(
        f"<tr><th scope='row'>{escape(event_text(event, names, word))}</th>"
        f"<td>{signed(event.luck[head.seat])}</td></tr>"
        for event in swings
    )
    return f"<h3>Biggest swings of luck</h3><table><tbody>{rows}</tbody></table>"


def _all_decisions(review: Review, game: Game, names: Sequence[str]) -> str:
    rows = "".join(
        f"<tr class='{one.verdict}'><td>{one.hand + 1}</td><td>{one.index + 1}</td><td>{escape(names[one.seat])}</td>"
        f"<td>{escape(one.sentence)}</td><td>{points(one.loss) if one.candidates else ''}</td></tr>"
        for one in review.decisions
        if one.verdict != "forced"
    )
    heads = "".join(
        f"<th scope='col'>{head}</th>"
        for head in (capital(game.showing.round.one), "Move", "Player", "Judgement", "Loss")
    )
    return (
        f"<details><summary>Every decision</summary><table class='wide'><thead><tr>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></details>"
    )


def _footer(review: Review) -> str:
    limits = ", ".join(
        f"{VERDICT_WORDS[verdict].lower()} from {points(limit)}"
        for verdict, limit in zip(ERRORS, review.thresholds, strict=True)
    )
    return (
        f"<footer><p>Judged by {escape(review.evaluator)}, budget {escape(review.budget)}. Every legal move was tried"
        " in the same worlds, sampled from what the player knew. Points are percentage points of the chance to win."
        f" A move is an error only if the 95% interval of its loss excludes 0: {limits}.</p></footer>"
    )

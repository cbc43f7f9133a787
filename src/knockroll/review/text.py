"""A review as text, with blocks for graphs, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from knockroll.engine.game import get_game
from knockroll.engine.state import CardState
from knockroll.engine.words import capital, fill
from knockroll.review.document import ChanceReview, DecisionReview, Review, SeatReview
from knockroll.review.sentences import SWING, percent, points, signed

WIDTH = 72
"""Columns of the graph of the chance to win."""
BAR = 20
"""Columns of the longest bar."""
BLOCKS = "▁▂▃▄▅▆▇█"
MOST_SWINGS = 3


def seat_names(review: Review) -> list[str]:
    """Return the names of the seats, or their numbers."""
    return [name or f"Seat {seat}" for seat, name in enumerate(review.names)]


def review_lines(review: Review) -> Iterator[str]:
    """Yield a review line by line."""
    game = get_game(review.game)
    yield f"{game.title}: review of {_listed([seat_names(review)[seat] for seat in review.reviewed])}"
    if not review.complete:
        yield "(interrupted: this is what was done so far)"
    for head in review.headlines:
        yield ""
        yield from _seat_lines(review, head)
    yield ""
    yield f"Judged by: {review.evaluator} ({review.budget})."
    yield "Chances are chances to win the game; points are percentage points of them."
    yield "A move is an error only if the 95% interval of its loss excludes 0."


def _seat_lines(review: Review, head: SeatReview) -> Iterator[str]:
    names, word = seat_names(review), get_game(review.game).showing.round.one
    yield f"━━ {names[head.seat]} ━━"
    yield from head.sentences
    yield from figures(head)
    chances = [point.chances[head.seat] for point in review.curve]
    if chances:
        yield ""
        yield f"{graph_words(review)}:"
        yield graph(chances)
    decisions = {one.index: one for one in review.decisions}
    if head.biggest:
        yield ""
        yield "Biggest errors:"
        for number, index in enumerate(head.biggest, 1):
            yield from _mistake_lines(number, decisions[index], names, word)
    if head.kinds:
        yield ""
        yield "Kinds of error:"
        most = max(head.kinds.values())
        for kind, loss in head.kinds.items():
            yield f"  {review.kinds.get(kind, kind):<32} {bar(loss, most)} {points(loss)}"
    yield from _hand_lines(head, word, shows_luck(review, head))
    yield from _swing_lines(review, head, names, word)


def figures(head: SeatReview) -> Iterator[str]:
    """Yield a seat's headline figures: what it gave away, its luck, and its result without luck."""
    per_ten = ""
    if head.per_ten is not None and head.per_ten_high is not None:
        per_ten = f", {lost(head.per_ten, head.per_ten_high)} per ten real decisions"
    yield f"Given away: {lost(head.given_away, head.high)} ({interval(head.low, head.high)}){per_ten}"
    if not head.luck_is_uncertain and head.luck is not None and head.adjusted is not None and head.result is not None:
        width = f"±{196 * head.luck_error:.1f}" if head.luck_error else "exact"
        without = share(head.adjusted)
        yield f"Result: {percent(head.result)}. Luck: {signed(head.luck)} ({width}). Result without luck: {without}"


def shows_luck(review: Review, head: SeatReview) -> bool:
    """Return whether the luck of a seat was measured, and is known well enough to show."""
    return bool(review.chances) and not head.luck_is_uncertain


def lost(loss: float, most: float) -> str:
    """Return what was given away, or if that may be nothing, the most it can be: ``at most 4.2 points``."""
    return points(loss) if loss or not most else f"at most {points(most)}"


def share(result: float) -> str:
    """Return a result without luck as a percentage, which may be below 0% or above 100%."""
    whole = round(100 * result)  # never −0%
    return f"{whole}%".replace("-", "−")


def graph_words(review: Review) -> str:
    """Say what the graph of a review shows."""
    has_hands = issubclass(get_game(review.game).state, CardState)
    return "Chance to win, with all hands open" if has_hands else "Chance to win"


def _mistake_lines(number: int, one: DecisionReview, names: Sequence[str], word: str) -> Iterator[str]:
    yield f"  {number}. {place_text(one, word)}: {one.sentence}"
    for line in why_lines(one, names):
        yield f"     {line}"


def place_text(one: DecisionReview, word: str) -> str:
    """Return where a decision is: ``Hand 3, move 41``; ``word`` is the game's word for a hand."""
    return f"{capital(word)} {one.hand + 1}, move {one.index + 1}"


def why_lines(one: DecisionReview, names: Sequence[str]) -> Iterator[str]:
    """Yield why another move was better, and the verdict against another opponent."""
    for reason in one.reasons:
        yield capital(fill(reason.text, names))
    if one.second is not None:
        yield one.second.sentence


def _hand_lines(head: SeatReview, word: str, with_luck: bool) -> Iterator[str]:
    """Yield for each hand what was given away and how lucky it was, unless there are dozens of hands."""
    if not 1 < len(head.hands) <= BAR:
        return
    yield ""
    yield f"{capital(word):<6} given away{'':<{BAR}} {'luck' if with_luck else ''}".rstrip()
    most = max(hand.given_away for hand in head.hands)
    for hand in head.hands:
        luck = f"   {signed(hand.luck)}" if with_luck else ""
        yield f"{hand.hand + 1:>4}   {100 * hand.given_away:5.1f} {bar(hand.given_away, most)}{luck}".rstrip()


def _swing_lines(review: Review, head: SeatReview, names: Sequence[str], word: str) -> Iterator[str]:
    swings = luck_swings(review, head)
    if swings:
        yield ""
        yield "Biggest swings of luck:"
        for event in swings:
            yield f"  {signed(event.luck[head.seat])}  {event_text(event, names, word)}"


def luck_swings(review: Review, head: SeatReview) -> list[ChanceReview]:
    """Return the chance events that changed the chance of a seat most, if luck is known well enough to show."""
    if not shows_luck(review, head):
        return []
    return sorted(review.chances, key=lambda event: -abs(event.luck[head.seat]))[:MOST_SWINGS]


def step_of(event: ChanceReview) -> int:
    """The number of moves after which a chance event shows: a draw is a move, a deal or a throw follows one."""
    return event.index + 1 if event.what == "draw" else event.index


def swings(review: Review, head: SeatReview) -> list[ChanceReview]:
    """Return the chance events that helped or hurt a seat a lot, in order; none if luck is not known well enough."""
    found = review.chances if shows_luck(review, head) else ()
    return [event for event in found if abs(event.luck[head.seat]) >= SWING]


def luck_line(event: ChanceReview, seat: int, names: Sequence[str]) -> str:
    """Say what chance gave, and what that changed for a seat."""
    change = capital(fill(f"{{{seat}'s}} chance to win: {signed(event.luck[seat])} points.", names))
    return f"Luck: {chance_text(event, names)}. {change}"


def event_text(event: ChanceReview, names: Sequence[str], word: str) -> str:
    """Say what chance gave, and in which hand."""
    return f"{capital(word)} {event.hand + 1}: {chance_text(event, names)}"


def chance_text(event: ChanceReview, names: Sequence[str]) -> str:
    """Say what chance gave, without saying where."""
    if event.what == "dealer":
        return fill(f"the first dealer is {event.text}", names)
    if event.what == "deal":
        return "the deal"
    verb = "drew" if event.what == "draw" else "rolled"
    return f"{names[event.seat or 0]} {verb} {event.text}"


def interval(low: float, high: float) -> str:
    """Return a 95% interval in points: ``95%: 8.2 to 11.9``."""
    return "exact" if low == high else f"95%: {100 * low:.1f} to {100 * high:.1f}"


def graph(chances: Sequence[float]) -> str:
    """Return chances as a row of blocks."""
    columns = min(WIDTH, len(chances))
    picked = [chances[i * (len(chances) - 1) // max(1, columns - 1)] for i in range(columns)]
    return block_graph(picked, 1)[0]


def block_graph(chances: Sequence[float], rows: int) -> list[str]:
    """Return chances as columns of blocks, in several rows, the highest first."""
    most = rows * len(BLOCKS)
    levels = [min(most, 1 + int(most * max(0.0, chance))) for chance in chances]
    return ["".join(_block(level - row * len(BLOCKS)) for level in levels) for row in reversed(range(rows))]


def _block(level: int) -> str:
    return " " if level <= 0 else BLOCKS[min(level, len(BLOCKS)) - 1]


def bar(value: float, most: float) -> str:
    """Return a bar of blocks, padded to the width of the longest one."""
    columns = round(BAR * value / most) if most > 0 else 0
    return "█" * columns + " " * (BAR - columns)


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

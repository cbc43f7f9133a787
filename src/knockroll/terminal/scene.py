"""What is to be seen: the view, the log, who did what last, and a hand that is over and waits to be looked at.

A scene takes the steps of a session one after the other. It is plain data: the screen draws it, tests read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from knockroll.engine.events import Event
from knockroll.engine.game import Game
from knockroll.terminal.session import Step
from knockroll.terminal.words import ENDERS, how_it_ended, log_line, name_all, said

LONGEST_LOG = 500


class Moment(Enum):
    """Why the scene pauses."""

    MOVE = "a move has been made"
    TURN = "a turn of dice is over"
    HAND = "a hand is over: it is to be looked at before the next one"
    GAME = "the game is over"


@dataclass(frozen=True)
class Row:
    """What one seat showed at the end of a hand, and what it got."""

    seat: int
    name: str
    groups: tuple[tuple[str, ...], ...]
    added: tuple[str, ...]
    """Cards that were put on somebody else's sets."""
    rest: tuple[str, ...]
    shown: bool
    count: int | None
    change: int
    total: int
    won: bool
    ended_it: bool
    out: bool


@dataclass(frozen=True)
class Showdown:
    """A hand that is over."""

    number: int
    sentence: str
    count_name: str
    rows: tuple[Row, ...]


@dataclass
class Scene:
    """Everything the screen shows of a game."""

    game: Game
    seat: int | None
    names: tuple[str, ...]
    characters: tuple[str, ...] = ()
    """Who the players are, each in one line; empty for people."""
    view: dict[str, Any] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    last: dict[int, Event] = field(default_factory=dict)
    """The last move of each seat in this hand."""
    fresh: str | None = None
    """The card that the person has just drawn."""
    thrown: tuple[int, ...] = ()
    """Dice that lie there although the view has none: a throw that ended a turn."""
    showdown: Showdown | None = None
    winners: tuple[int, ...] = ()
    """Who has won the game."""
    hands: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    """How each finished hand ended, and the change of each seat's score."""
    open_hands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Hands of others that may be seen: in a replay."""
    count_name: str = "count"
    """What the count of a hand is called in this game."""
    ender: int | None = None
    added: dict[int, list[str]] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)

    # --- Looking ---------------------------------------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        """Whether the person is to move."""
        return self.seat is not None and self.view.get("turn") == self.seat and self.showdown is None

    @property
    def has_dice(self) -> bool:
        """Whether the game is played without cards: its turns are short hands that need no look at the end."""
        return "hand" not in self.view

    @property
    def clockwise(self) -> list[int]:
        """The other seats, clockwise from the person (or from seat 0), those that are out included."""
        order = list(self.view.get("order") or range(len(self.view["players"])))
        order += [i for i in range(len(self.view["players"])) if i not in order]
        start = order.index(self.seat) + 1 if self.seat in order else 0
        turned = order[start:] + order[:start]
        return [seat for seat in turned if seat != self.seat]

    def name(self, seat: int) -> str:
        """What the player on a seat is called."""
        return self.names[seat] if seat < len(self.names) else f"Seat {seat}"

    # --- Taking steps ----------------------------------------------------------------------------------------------

    def catch_up(self, steps: Sequence[Step]) -> None:
        """Take steps that happened before: nobody waits for them."""
        for step in steps:
            for _ in self.take(step):
                self.showdown = None

    def take(self, step: Step) -> Iterator[Moment]:
        """Take a step, pausing at every moment that the person should see before it goes on."""
        players = step.view["players"]
        self.scores += [0] * (len(players) - len(self.scores))
        self.count_name = (step.view.get("reading") or {}).get("count_name") or self.count_name
        if not self.view:
            self.view = step.view
            self.scores = [player["score"] - gain for player, gain in zip(players, _gains(step), strict=True)]
        hands_left = sum(event.kind == "hand over" for event in step.events)
        self.thrown, self.fresh = (), None
        shown: dict[int, Event] = {}
        for event in step.events:
            self._note(event, shown)
            if event.kind == "hand over":
                hands_left -= 1
                counts = (step.view.get("last_hand") or {}).get("counts") if hands_left == 0 else None
                yield self._end_hand(event, shown, counts, step.view, hands_left)
                self._clear_hand()
                shown = {}
        self.view = step.view
        self.scores = [player["score"] for player in players]
        self.winners = tuple(step.view["winners"])
        yield Moment.GAME if self.winners else Moment.MOVE

    def _note(self, event: Event, shown: dict[int, Event]) -> None:
        """Write an event down."""
        text = log_line(event, self.names + tuple(f"Seat {i}" for i in range(len(self.names), 10)), self.seat)
        if text and not (event.kind == "show" and text in self.log[-30:]):  # a hand may be spread before it is over
            self.log.append(text)
            del self.log[:-LONGEST_LOG]
        if event.seat is None:
            return
        if event.text or event.kind == "farkle":
            self.last[event.seat] = event
        if event.kind in ENDERS:
            self.ender = event.seat
        if event.kind == "draw" and event.seat == self.seat and event.cards:
            self.fresh = event.cards[0]
        if event.kind == "throw":
            self.thrown = event.dice
        if event.kind == "show":
            shown[event.seat] = event
        if event.kind == "add":
            self.added.setdefault(event.seat, []).extend(event.cards)

    def _end_hand(
        self,
        event: Event,
        shown: dict[int, Event],
        counts: Sequence[int | None] | None,
        view: dict[str, Any],
        hands_left: int,
    ) -> Moment:
        self.hands.append((event.ending, event.points))
        points = list(event.points) + [0] * (len(self.scores) - len(event.points))
        self.scores = [score + change for score, change in zip(self.scores, points, strict=True)]
        if "hand" not in view:
            return Moment.TURN
        rows = [self._row(seat, shown.get(seat), points[seat], counts, event, view) for seat in range(len(points))]
        self.showdown = Showdown(
            number=view["hands_played"] - hands_left,
            sentence=how_it_ended(event.ending, event.winners, self.ender, self.names),
            count_name=self.count_name,
            rows=tuple(row for row in rows if row.shown or row.groups or row.change or not row.out),
        )
        return Moment.HAND

    def _row(
        self,
        seat: int,
        show: Event | None,
        change: int,
        counts: Sequence[int | None] | None,
        event: Event,
        view: dict[str, Any],
    ) -> Row:
        groups = show.melds if show is not None else self._laid(seat)
        added = tuple(self.added.get(seat, ()))
        placed = {card for group in groups for card in group} | set(added)
        cards = show.cards if show is not None else ()
        return Row(
            seat=seat,
            name=self.name(seat),
            groups=groups,
            added=added,
            rest=tuple(card for card in cards if card not in placed),
            shown=show is not None,
            count=counts[seat] if counts is not None and seat < len(counts) else None,
            change=change,
            total=self.scores[seat],
            won=seat in event.winners,
            ended_it=seat == self.ender,
            out=bool(view["players"][seat]["out"]),
        )

    def _laid(self, seat: int) -> tuple[tuple[str, ...], ...]:
        """The spreads of a seat that keeps its hand covered."""
        return tuple(tuple(spread["cards"]) for spread in self.view.get("spreads", ()) if spread["owner"] == seat)

    def _clear_hand(self) -> None:
        self.showdown = None
        self.ender = None
        self.added = {}
        self.thrown = ()
        if not self.has_dice:
            self.last = {}

    # --- Words -----------------------------------------------------------------------------------------------------

    def last_words(self, seat: int) -> str:
        """What a seat did last, in the grammar."""
        event = self.last.get(seat)
        return said(event) if event is not None else ""

    def verdict(self) -> str:
        """Who has won, in a sentence."""
        if self.seat in self.winners:
            others = [self.name(seat) for seat in self.winners if seat != self.seat]
            return f"You win, together with {' and '.join(others)}!" if others else "You win!"
        return f"{name_all(self.winners, self.names)} {'wins' if len(self.winners) == 1 else 'win'}."


def _gains(step: Step) -> list[int]:
    """What a step changed about the scores."""
    gains = [0] * len(step.view["players"])
    for event in step.events:
        if event.kind == "hand over":
            for seat, change in enumerate(event.points):
                gains[seat] += change
    return gains

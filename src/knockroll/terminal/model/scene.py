"""What the screen shows: the view, the log, each seat's last move, and a finished hand until the person continues.

A scene takes the steps of a session one by one. It is plain data: the screen draws it, tests read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from knockroll.engine.events import Event
from knockroll.engine.game import Game, SeatRank
from knockroll.engine.showing import Account, Pile, Showing, Spreads, Term
from knockroll.engine.words import fill, happening, places_of
from knockroll.terminal.model.session import Ended, SeatStep
from knockroll.terminal.model.words import account_title, limit_of, log_line, score_text, verdict

LONGEST_LOG = 500
MOST_SEATS = 16
"""The most seats that need a name: players may join during a game."""


class Moment(Enum):
    """Why the scene pauses."""

    MOVE = "a move has been made"
    TURN = "a hand is over that needs no showdown, such as a turn of dice"
    HAND = "a hand is over and is shown before the next one"
    GAME = "the game is over"


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    stands_out: bool
    in_showdown: bool
    """Whether the showdown of the finished hand says the same."""
    covered: str = ""
    """The text without the card that was put on, or taken from, a pile that no one may look through."""
    whole: str = ""
    """The text with the card, while the log shows :attr:`covered` instead; the log shows it again after the hand."""


@dataclass(frozen=True)
class Row:
    """What one seat showed at the end of a hand, and its points."""

    seat: int
    name: str
    groups: tuple[tuple[str, ...], ...]
    added: tuple[str, ...]
    """Cards added to another player's sets."""
    rest: tuple[str, ...]
    counting: frozenset[str]
    """The cards that count, in a game where only some do."""
    shown: bool
    count: int | None
    terms: tuple[Term, ...]
    """The arithmetic of the points."""
    note: str
    change: int
    total: int
    won: bool
    out: bool


@dataclass(frozen=True)
class FinishedHand:
    """The end of a hand."""

    number: int
    title: str
    detail: str
    clause: str
    rows: tuple[Row, ...]


@dataclass
class Scene:
    """Everything the screen shows about a game."""

    game: Game
    seat: int | None
    names: tuple[str, ...]
    characters: tuple[str, ...] = ()
    """A line about each computer player; empty for people."""
    remarks: tuple[str, ...] = ()
    """A remark about the player in each seat, such as a lost connection."""
    slow: tuple[bool, ...] = ()
    """Whether the player in each seat takes long to move."""
    view: dict[str, Any] = field(default_factory=dict)
    told: list[LogLine] = field(default_factory=list)
    """The log."""
    lines_told: int = 0
    """The number of lines so far, including those dropped from the log."""
    last: dict[int, str] = field(default_factory=dict)
    """The last move of each seat in this hand."""
    fresh: str | None = None
    """The card that the person has just drawn."""
    banner: str = ""
    """Something in the person's own turn that is worth a pause."""
    trouble: bool = False
    """Whether the banner is bad news, which waits for Enter."""
    showdown: FinishedHand | None = None
    winners: tuple[int, ...] = ()
    """The winners of the game."""
    ended: list[Ended] = field(default_factory=list)
    """How each finished hand ended."""
    open_cards: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Open cards of other seats, in a replay."""
    added: dict[int, list[str]] = field(default_factory=dict)
    _covered_last: dict[int, str] = field(default_factory=dict)
    """The last moves without their cards, to show once another card covers them."""
    scores: list[int] = field(default_factory=list)

    # --- Looking ---------------------------------------------------------------------------------------------------

    @property
    def showing(self) -> Showing:
        """The game's words and layout."""
        return self.game.showing

    @property
    def log(self) -> list[str]:
        """The log as text."""
        return [line.text for line in self.told]

    def log_since(self, lines: int) -> list[str]:
        """Return the log from a line on, without lines that the showdown repeats."""
        new = self.lines_told - lines
        told = self.told[-new:] if new else []
        return [line.text for line in told if self.showdown is None or not line.in_showdown]

    @property
    def my_turn(self) -> bool:
        """Whether it is the person's turn."""
        return self.seat is not None and self.view.get("turn") == self.seat and self.showdown is None

    @property
    def has_cards(self) -> bool:
        """Whether players hold cards."""
        return "hand" in self.view

    @property
    def clockwise(self) -> list[int]:
        """The other seats, clockwise from the person (or from seat 0), including those that are out."""
        order = list(self.view.get("order") or range(len(self.view["players"])))
        order += [i for i in range(len(self.view["players"])) if i not in order]
        start = order.index(self.seat) + 1 if self.seat in order else 0
        turned = order[start:] + order[:start]
        return [seat for seat in turned if seat != self.seat]

    @property
    def all_names(self) -> tuple[str, ...]:
        """The players' names, including those who may still join."""
        return tuple(self.name(seat) for seat in range(MOST_SEATS))

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.names[seat] if seat < len(self.names) else f"Seat {seat}"

    def to_move(self, seat: int) -> str:
        """Say whose turn it is, or that a slow player is thinking."""
        return (
            f"{self.name(seat)} is thinking …"
            if any(self.slow[seat : seat + 1])
            else f"Waiting for {self.name(seat)} …"
        )

    # --- Taking steps ----------------------------------------------------------------------------------------------

    def catch_up(self, steps: Sequence[SeatStep]) -> None:
        """Take steps of the past, without pauses."""
        for step in steps:
            for _ in self.take(step):
                self.showdown = None

    def take(self, step: SeatStep) -> Iterator[Moment]:
        """Take a step, pausing at every moment that the person should see."""
        players = step.view["players"]
        self.scores += [0] * (len(players) - len(self.scores))
        if not self.view:
            self.view = step.view
            self.scores = [player["score"] - gain for player, gain in zip(players, _gains(step), strict=True)]
        hands_left = sum(event.account is not None for event in step.events)
        self.banner, self.trouble, self.fresh = "", False, None
        shown: dict[int, Event] = {}
        for event in step.events:
            self._note(event, shown)
            if event.account is not None:
                hands_left -= 1
                last_hand = step.view.get("last_hand") or {} if hands_left == 0 else {}
                yield self._end_hand(event, event.account, shown, last_hand, step.view, hands_left)
                self._clear_hand()
                shown = {}
        self.view = step.view
        self.scores = [player["score"] for player in players]
        self.winners = tuple(step.view["winners"])
        yield Moment.GAME if self.winners else Moment.MOVE

    def _note(self, event: Event, shown: dict[int, Event]) -> None:
        """Add an event to the log, and update the view with its public changes."""
        names = self.all_names
        told = happening(self.showing.events, event)
        text = log_line(self.showing, event, names)
        if text and not (event.kind == "show" and text in self.log[-30:]):  # a hand may be spread before it is over
            stands_out = told.stands_out or bool(told.banner) or event.account is not None
            covered = self._cover(event)
            self.told.append(LogLine(text, stands_out, _is_shown(event) or event.account is not None, covered))
            self.lines_told += 1
            del self.told[:-LONGEST_LOG]
        self.view = {**self.view, **event.changes}
        if event.seat is None:
            return
        if told.short:
            self.last[event.seat] = fill(told.short, names, places_of(event, names))
        if told.banner and event.seat == self.seat:
            self.banner = fill(told.banner, names, places_of(event, names))
            self.trouble = told.tone == "bad"
        if _is_shown(event):
            shown[event.seat] = event
        elif event.kind != "deal" and event.target == "hand" and event.seat == self.seat and event.cards:
            self.fresh = event.cards[0]
        if event.kind == "add":
            self.added.setdefault(event.seat, []).extend(event.cards)

    def _cover(self, event: Event) -> str:
        """Remove from the log the card that this event covers, in a game with a pile that no one may look through.

        Return the event as text without its card, for when another card covers it; empty if it may always be shown.
        """
        if event.kind in ("hand over", "game over"):
            self.told = [line._replace(text=line.whole or line.text, whole="") for line in self.told]
        piles = {part.place for part in self.showing.middle if isinstance(part, Pile) and part.only_top}
        if not piles & {event.source, event.target}:
            return ""
        for i, line in enumerate(self.told):
            if line.covered and not line.whole:
                self.told[i] = line._replace(text=line.covered, whole=line.text)
        for seat in self.last:
            self.last[seat] = self._covered_last.pop(seat, self.last[seat])
        without = msgspec.structs.replace(event, cards=())
        if event.seat is not None:
            short = happening(self.showing.events, event).short
            self._covered_last[event.seat] = fill(short, self.all_names, places_of(without, self.all_names)).strip()
        return log_line(self.showing, without, self.all_names).strip()

    def _end_hand(
        self,
        event: Event,
        account: Account,
        shown: dict[int, Event],
        last_hand: dict[str, Any],
        view: dict[str, Any],
        hands_left: int,
    ) -> Moment:
        names = self.all_names
        self.ended.append(Ended(account_title(account, names), event.points))
        points = list(event.points) + [0] * (len(self.scores) - len(event.points))
        self.scores = [score + change for score, change in zip(self.scores, points, strict=True)]
        rows = [self._row(seat, shown.get(seat), event, account, last_hand, view) for seat in range(len(points))]
        ended = FinishedHand(
            number=view["hands_played"] - hands_left,
            title=account_title(account, names),
            detail=fill(account.detail, names),
            clause=account.clause,
            rows=tuple(row for row in rows if row.shown or row.groups or row.change or row.note or not row.out),
        )
        if not self.showing.round.pauses:
            self.banner = f"{ended.title}. {ended.detail}".strip()
            return Moment.TURN
        self.showdown = ended
        return Moment.HAND

    def _row(
        self,
        seat: int,
        show: Event | None,
        event: Event,
        account: Account,
        last_hand: dict[str, Any],
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
            counting=frozenset(_of_seat(account.counting, seat, ())),
            shown=show is not None,
            count=_of_seat(last_hand.get("counts") or (), seat, None),
            terms=_of_seat(account.sums, seat, ()),
            note=fill(_of_seat(account.notes, seat, ""), self.all_names),
            change=_of_seat(event.points, seat, 0),
            total=self.scores[seat],
            won=seat in event.winners and self.showing.round.has_winner,
            out=bool(view["players"][seat]["out"]),
        )

    def _laid(self, seat: int) -> tuple[tuple[str, ...], ...]:
        """The spreads of a seat that didn't show its hand."""
        spreads = [self.view.get(part.field, ()) for part in self.showing.middle if isinstance(part, Spreads)]
        return tuple(tuple(spread["cards"]) for row in spreads for spread in row if spread["owner"] == seat)

    def _clear_hand(self) -> None:
        self.showdown = None
        self.added = {}
        self.banner, self.trouble = "", False
        if self.showing.round.pauses:
            self.last = {}

    # --- Words -----------------------------------------------------------------------------------------------------

    def score_words(self, points: int) -> str:
        """Return a score in the game's units: ``35/100 points``."""
        return score_text(points, self.showing.score, limit_of(self.showing.score, self.view))

    def ranking(self) -> list[SeatRank]:
        """Return all seats, the best first, and when each went out; without an account of the game, by score."""
        last_hand = self.view.get("last_hand") or {}
        if last_hand.get("ranking"):
            return [SeatRank(**rank) for rank in last_hand["ranking"]]
        better = 1 if self.showing.score.best == "low" else -1
        merits = [(player["seat"] not in self.winners, better * player["score"]) for player in self.view["players"]]
        order = sorted(range(len(merits)), key=merits.__getitem__)
        return [SeatRank(seat, 1 + sorted(merits).index(merits[seat]), 0) for seat in order]

    def verdict(self) -> str:
        """Return a sentence about the winners."""
        return verdict(self.winners, self.seat, self.all_names)


def _is_shown(event: Event) -> bool:
    """Whether a seat shows its whole hand."""
    return event.source == "hand" and event.target == "table"


def _of_seat(values: Sequence[Any], seat: int, otherwise: Any) -> Any:
    """The value of a seat in a row, which may be shorter than the table."""
    return values[seat] if seat < len(values) else otherwise


def _gains(step: SeatStep) -> list[int]:
    """The points that each seat got in a step."""
    gains = [0] * len(step.view["players"])
    for event in step.events:
        if event.account is not None:
            for seat, change in enumerate(event.points):
                gains[seat] += change
    return gains

"""The setup of a game: its rules and who sits where; and the form in which a person chooses all that."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from knockroll.engine.errors import InvalidOption, KnockrollError
from knockroll.engine.game import Game
from knockroll.engine.options import Option, Value
from knockroll.engine.table import Table
from knockroll.players import is_slow, player, player_names
from knockroll.terminal.model.options import value_text, words_of
from knockroll.terminal.model.recording import Recording
from knockroll.terminal.model.saves import Save, last_unfinished, open_save
from knockroll.terminal.model.session import SUBSTITUTE, LocalSession, seat_players

NO_VARIANT = "none"
ANYONE = "person"
"""A seat for a person at an online table, as the server calls it."""
CLOCKS: dict[Value, str] = {None: "no limit", 30: "30 seconds", 60: "1 minute", 300: "5 minutes"}
LONGEST_LIST = 21
"""A number with at most this many values is chosen from a list; others are typed."""


@dataclass(frozen=True)
class GameSetup:
    """The setup of a game, which can be started again."""

    game: Game
    seats: int | None = None
    variant: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    opponents: tuple[str, ...] = ()
    seed: int | None = None
    watching: bool = False
    saving: bool = True

    def open(self) -> LocalSession:
        """Start the game, or raise :class:`knockroll.engine.errors.KnockrollError` if it does not allow this."""
        table = Table(self.game, self.seats, seed=self.seed, variant=self.variant, **self.options)
        if len(self.opponents) > table.seats - (0 if self.watching else 1):
            raise InvalidOption(f"{len(self.opponents)} computer players are too many for {table.seats} seats")
        players = seat_players(self.game, table.seats, self.opponents, self.seed, self.watching)
        return LocalSession(table, players, Save.new(self.game.name) if self.saving else None)


class NothingToResume(KnockrollError):
    """There is no unfinished game."""


def resume_session(path: Path | None = None, allow_commands: bool = False) -> LocalSession:
    """Resume a saved game, by default the last unfinished one; programs start only if they are allowed."""
    if path is None:
        path = last_unfinished()
        if path is None:
            raise NothingToResume("there is no unfinished game to resume: start one with 'knockroll play'")
    saved = open_save(path, allow_commands)
    session = LocalSession(saved.table, saved.players, saved.save)
    session.catch_up(Recording(saved.document).last_hand(session.seat))
    return session


# --- The form ------------------------------------------------------------------------------------------------------


@dataclass
class SetupField:
    """One line of the form."""

    name: str
    label: str
    help: str
    value: Value
    choices: dict[Value, str] = field(default_factory=dict)
    """The values to choose from, each as people say it; empty for a number that is typed."""
    or_none: str = ""
    """The meaning of an empty number, if the field may be empty."""


class SetupForm:
    """Everything that can be chosen about a game, line by line; more for a table on a server."""

    def __init__(self, game: Game, online: bool = False) -> None:
        self.game = game
        names = [name for name in player_names(game) if name != SUBSTITUTE] + [SUBSTITUTE]
        quick = [name for name in names[:-1] if not is_slow(game, name)]
        self._usual = [ANYONE] if online else quick or names[-1:]
        self._choices: dict[Value, str] = {ANYONE: "Anyone"} if online else {}
        self._choices |= {name: name for name in names}
        self._seats = SetupField("seats", "Players", "How many play, including you.", game.default_seats)
        self._rule_sets = {key or NO_VARIANT: rules for key, rules in game.rule_sets().items()}
        titles: dict[Value, str] = {key: rules.title for key, rules in self._rule_sets.items()}
        self._variant = SetupField("variant", "Rules", "", NO_VARIANT, titles)
        self._others: list[SetupField] = []
        self._table = _table_fields() if online else []
        self._options: list[SetupField] = []
        self.follow(self._variant)

    @property
    def fields(self) -> list[SetupField]:
        """All lines, from top to bottom."""
        rules = [self._variant] if self.game.variants else []
        return [self._seats, *rules, *self._others, *self._table, *self._options]

    def follow(self, changed: SetupField) -> bool:
        """Update the other lines after a change; return whether there may be other lines now, or other values."""
        if changed is self._variant:
            preset = self._preset()
            self._options = [_field(self.game, option, preset[option.name]) for option in _in_order(self.game)]
            rules = self._rule_sets[str(changed.value)]
            changed.help, most = _sentence(rules.help), rules.max_seats
            self._seats.choices = {n: str(n) for n in range(self.game.min_seats, most + 1)}
            self._seats.value = min(self._count, most)
        for i in range(len(self._others), self._count - 1):
            name = self._usual[i % len(self._usual)]
            self._others.append(SetupField(f"opponent {i + 1}", f"Opponent {i + 1}", "", name, self._choices))
        del self._others[max(self._count - 1, 0) :]
        for other in self._others:
            is_open = other.value == ANYONE
            other.help = "Anyone who has the link." if is_open else player(self.game, str(other.value)).character
        return changed in (self._variant, self._seats)

    def setup(self) -> GameSetup:
        """Return what was chosen; raise :class:`InvalidOption` if the game does not allow it."""
        preset = self._preset()
        options = {field.name: field.value for field in self._options if field.value != preset[field.name]}
        variant = self._rules
        self.game.option_values(self._count, variant, options)
        return GameSetup(self.game, self._count, variant, options, tuple(str(field.value) for field in self._others))

    def plan(self) -> dict[str, Any]:
        """Return what was chosen, as the body of a request to a server."""
        chosen = self.setup()
        table = {field.name: field.value for field in self._table}
        return {"seats": [ANYONE, *chosen.opponents], "variant": chosen.variant, "options": chosen.options, **table}

    @property
    def _count(self) -> int:
        assert isinstance(self._seats.value, int)
        return self._seats.value

    @property
    def _rules(self) -> str | None:
        return None if self._variant.value == NO_VARIANT else str(self._variant.value)

    def _preset(self) -> dict[str, Value]:
        return self.game.option_values(None, self._rules, {})


def _table_fields() -> list[SetupField]:
    in_lobby = "If not, players need the link."
    return [
        SetupField("public", "Show in lobby", in_lobby, False, {False: "no", True: "yes"}),
        SetupField("clock", "Time per move", "If time runs out, the computer plays for you.", None, CLOCKS),
    ]


def _in_order(game: Game) -> list[Option]:
    """The options in the order in which the game explains them to people."""
    told = [name for group in game.showing.options for name in group.options]
    return sorted(game.options, key=lambda option: told.index(option.name) if option.name in told else len(told))


def _field(game: Game, option: Option, value: Value) -> SetupField:
    words = words_of(game, option.name)
    values: tuple[Value, ...] = option.choices
    if not values and option.high - option.low < LONGEST_LIST:
        values = (*([None] if option.or_none else []), *range(option.low, option.high + 1))
    choices = {each: value_text(words, each) for each in values}
    or_none = value_text(words, None) if option.or_none else ""
    limits = "" if choices else f" From {option.low:,} to {option.high:,}."
    return SetupField(option.name, words.label, _sentence(option.help) + limits, value, choices, or_none)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""

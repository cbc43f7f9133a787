"""What is to be played: a game, its options, who sits where. And the form in which a person says so."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from knockroll.engine.errors import InvalidOption, KnockrollError
from knockroll.engine.game import Game
from knockroll.engine.options import Option, Value
from knockroll.engine.showing import OptionWords
from knockroll.engine.table import Table
from knockroll.players import player, player_names
from knockroll.terminal.model.options import value_text, words_of
from knockroll.terminal.model.recording import Recording
from knockroll.terminal.model.saves import Save, last_unfinished, open_save
from knockroll.terminal.model.session import SUBSTITUTE, LocalSession, seat_players

NO_VARIANT = "none"


@dataclass(frozen=True)
class GameSetup:
    """A game that can be begun, and begun again."""

    game: Game
    seats: int | None = None
    variant: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    opponents: tuple[str, ...] = ()
    seed: int | None = None
    watching: bool = False
    saving: bool = True

    def open(self) -> LocalSession:
        """Begin the game. Raises :class:`knockroll.engine.errors.KnockrollError` for what the game does not allow."""
        table = Table(self.game, self.seats, seed=self.seed, variant=self.variant, **self.options)
        if len(self.opponents) > table.seats - (0 if self.watching else 1):
            raise InvalidOption(f"there are {len(self.opponents)} computer players for {table.seats} seats")
        players = seat_players(self.game, table.seats, self.opponents, self.seed, self.watching)
        return LocalSession(table, players, Save.new(self.game.name) if self.saving else None)


class NothingToResume(KnockrollError):
    """There is no unfinished game."""


def resume_session(path: Path | None = None, allow_commands: bool = False) -> LocalSession:
    """Resume a saved game, by default the last unfinished one; programs start only if they are allowed."""
    if path is None:
        path = last_unfinished()
        if path is None:
            raise NothingToResume("there is no unfinished game to resume: begin one with 'knockroll play'")
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
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    or_none: bool = False
    words: OptionWords | None = None
    """How the game tells an option; other lines are told as they are."""
    typed: str = ""
    """The digits typed so far."""

    @property
    def text(self) -> str:
        """The value, as it is shown."""
        return value_text(self.words, self.value) if self.words is not None else str(self.value)

    def change(self, by: int) -> None:
        """The next value, or the one before."""
        self.typed = ""
        if self.choices:
            at = self.choices.index(self.value)
            self.value = self.choices[(at + by) % len(self.choices)]
            return
        if self.value is None:
            self.value = self.low if by > 0 else None
            return
        assert isinstance(self.value, int)
        below = self.value - 1 if by < 0 else self.value
        step = _step(below, self.high - self.low)
        new = (self.value // step + by) * step if self.value % step == 0 or by > 0 else self.value // step * step
        self.value = None if new < self.low and self.or_none else min(max(new, self.low), self.high)

    def type(self, digit: str) -> None:
        """A digit of a new number; ``backspace`` takes one away."""
        if self.choices:
            return
        if digit == "backspace":
            self.typed = (self.typed or ("" if self.value is None else str(self.value)))[:-1]
        else:
            self.typed = (self.typed + digit)[:9]
        number = int(self.typed) if self.typed else self.low
        self.value = None if not self.typed and self.or_none else min(max(number, self.low), self.high)


def _step(value: int, span: int) -> int:
    """By how much a number changes at a time: by ones, or where it is large by rounder steps."""
    if span <= 30 or value < 20:
        return 1
    return 5 if value < 100 else 50 if value < 1000 else 500 if value < 20_000 else 5000


class SetupForm:
    """Everything that can be chosen about a game, line by line."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.opponents = [name for name in player_names(game) if name != SUBSTITUTE] + [SUBSTITUTE]
        seats = SetupField("seats", "Players", "how many play, you included", game.default_seats)
        seats.low, seats.high = game.min_seats, game.max_seats
        self._seats = seats
        self._variant: SetupField | None = None
        if game.variants:
            titles = {key or NO_VARIANT: rules.title for key, rules in game.rule_sets().items()}
            help = "; ".join(f"{titles.get(name, name)}: {variant.help}" for name, variant in game.variants.items())
            words = OptionWords(label="Rules", said=titles)
            choices = (NO_VARIANT, *game.variants)
            self._variant = SetupField("variant", words.label, help, NO_VARIANT, choices, words=words)
        self._others: list[SetupField] = []
        self._options = [_field(game, option, option.default) for option in _in_order(game)]
        self._seat_others()

    @property
    def fields(self) -> list[SetupField]:
        """All lines, from top to bottom."""
        return [self._seats, *([self._variant] if self._variant else []), *self._others, *self._options]

    def change(self, field: SetupField, by: int) -> None:
        """Change a line; others that depend on it follow."""
        field.change(by)
        self.follow(field)

    def follow(self, field: SetupField) -> None:
        """Let other lines follow a changed one."""
        if field is self._variant:
            preset = {} if field.value == NO_VARIANT else self.game.variants[str(field.value)].options
            self._options = [
                _field(self.game, option, preset.get(option.name, option.default)) for option in _in_order(self.game)
            ]
            self._seats.high = (
                self.game.max_seats if field.value == NO_VARIANT else self.game.variants[str(field.value)].max_seats
            )
            assert isinstance(self._seats.value, int)
            self._seats.value = min(self._seats.value, self._seats.high)
        self._seat_others()

    def _seat_others(self) -> None:
        """A line for each computer player; those there are stay who they are."""
        assert isinstance(self._seats.value, int)
        usual = self.opponents[:-1] or self.opponents
        for i in range(len(self._others), self._seats.value - 1):
            name = usual[i % len(usual)]
            self._others.append(SetupField(f"opponent {i + 1}", f"Opponent {i + 1}", "", name, tuple(self.opponents)))
        del self._others[max(self._seats.value - 1, 0) :]
        for other in self._others:
            other.help = player(self.game, str(other.value)).character

    def setup(self, saving: bool = True) -> GameSetup:
        """What was chosen; raises :class:`InvalidOption` if the game does not allow it."""
        variant = None if self._variant is None or self._variant.value == NO_VARIANT else str(self._variant.value)
        preset = self.game.variants[variant].options if variant else {}
        options = {
            option.name: field.value
            for option, field in zip(_in_order(self.game), self._options, strict=True)
            if field.value != preset.get(option.name, option.default)
        }
        seats = self._seats.value
        assert isinstance(seats, int)
        self.game.option_values(seats, variant, options)
        return GameSetup(self.game, seats, variant, options, tuple(str(f.value) for f in self._others), saving=saving)


def _in_order(game: Game) -> list[Option]:
    """The options in the order in which the game tells them to people."""
    told = [name for group in game.showing.options for name in group.options]
    return sorted(game.options, key=lambda option: told.index(option.name) if option.name in told else len(told))


def _field(game: Game, option: Option, value: Value) -> SetupField:
    words = words_of(game, option.name)
    return SetupField(
        option.name, words.label, option.help, value, option.choices, option.low, option.high, option.or_none, words
    )

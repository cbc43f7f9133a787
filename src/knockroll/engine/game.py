"""What a game is, and which games there are.

A game is a folder below ``knockroll/games`` (or a module in another package that declares an entry point in the group
``knockroll.games``) with a module attribute ``GAME``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from knockroll.engine.errors import InvalidOption, UnknownGame
from knockroll.engine.events import Event
from knockroll.engine.game_check import check_game
from knockroll.engine.grammar import MoveBook
from knockroll.engine.names import find, tell_known
from knockroll.engine.options import Option, OptionsSchema, Value, option_values
from knockroll.engine.placement import Placement
from knockroll.engine.plugins import Unfit, load_plugins, why_left_out
from knockroll.engine.review_rules import DEFAULT_RULES, ReviewRules
from knockroll.engine.showing import Account, Reading, Showing
from knockroll.engine.state import NOBODY
from knockroll.engine.views import Shown, seats_in

if TYPE_CHECKING:
    from knockroll.players.player import Bot, Thinker

BUILTIN = "knockroll.games"
ENTRY_POINTS = "knockroll.games"


@dataclass(frozen=True)
class Variant:
    """A named set of options that people know a game by."""

    options: Mapping[str, Value]
    help: str
    """The variant in a sentence or two."""
    max_seats: int
    title: str = ""
    """The name that people see; by default it is made from the name that programs use."""


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """What each seat showed at the end of a hand; None and () for those who showed nothing."""

    cards: tuple[tuple[str, ...] | None, ...] = ()
    """The cards of each seat."""
    melds: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """The melds of each seat."""
    counts: tuple[int | None, ...] = ()
    """The count of each seat's hand."""
    added: tuple[tuple[str, ...], ...] = ()
    """The cards that each seat laid off on another seat's melds; empty if no one did."""
    onto: int | None = None
    """The seat whose melds cards were laid off on."""


class SeatRank(msgspec.Struct, frozen=True, gc=False):
    """The place of a seat at the end of a game."""

    seat: int
    """The seat."""
    place: int
    """1 for the winners; seats that are equal share a place."""
    out_in: int
    """The number of the hand in which the seat went out; 0 if it stayed in to the end."""


class Hand(Showdown, frozen=True, kw_only=True, gc=False):
    """A finished hand, or a finished turn of a dice game.

    >>> hand = Hand(ending="roll", points=(3, 0), winners=(0,), dealer=1, account=Account(title="{0} rolled 3"))
    >>> hand.to_dict()["points"]
    (3, 0)
    """

    ending: str
    """One of ``Game.endings``."""
    points: tuple[int, ...]
    """The change of each seat's score."""
    winners: tuple[int, ...]
    """The seats that won the hand; none if it is void."""
    dealer: int
    """The dealer of the hand."""
    account: Account
    """How the hand ended, in words."""
    out_in: tuple[int, ...] = ()
    """For each seat the number of the hand in which it went out, 0 if it is still in; empty if all are."""
    ranking: tuple[SeatRank, ...] = ()
    """All seats, the best first, if this hand ended the game."""

    def to_dict(self) -> dict[str, Any]:
        """Return the hand as JSON."""
        document: dict[str, Any] = msgspec.to_builtins(self)
        return document


class Result(msgspec.Struct, frozen=True):
    """The result of a game.

    >>> Result((0,), (31, 12)).to_dict()
    {'winners': [0], 'scores': [31, 12]}
    """

    winners: tuple[int, ...]
    """The seats that won."""
    scores: tuple[int, ...]
    """The score of each seat."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON."""
        return {"winners": list(self.winners), "scores": list(self.scores)}


def seats_still_in(s: Any) -> tuple[int, ...]:
    """The seats still in, clockwise, in games where seats never move."""
    return seats_in(s.playing)


@lru_cache(maxsize=256)
def _blank_view(game: Game, options: tuple[int, ...]) -> Any:
    v = game.state()
    for option, value in zip(game.options, options, strict=True):
        setattr(v, option.field, value)
    return v


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """Everything the rest of Knock & Roll knows about a game.

    The rules (see :mod:`knockroll.engine.rule`) are:

    ``start(s)``
        Begin a game on a state whose seats, options and perhaps dealer are set.
    ``chance(s, given)``
        Take what ``s.wants`` asked for: one seat, 52 cards or the faces of dice.
    ``legal(s, moves) -> n``
        Write the numbers of the legal moves into ``moves``, ascending; it has room for ``most_moves``.
    ``play(s, move)``
        Make a legal move. When a hand is over: set ``ending, points, hand_winners``, add 1 to ``hands_played``, and
        leave the cards in place until the next deal.
    ``look(s, seat, v)``
        Copy into the view ``v`` what the seat (NOBODY: a spectator) may know. The view is blank but for the options,
        which everyone knows: see :meth:`blank_view`.
    ``complete(v, seat, deck)``
        Fill in the rest of such a view at random, so that the seat could not tell it from the real state.
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    """Other names that people know the game by, and may type."""
    summary: str
    rules_version: str = "1"
    """Changed whenever the same moves would lead to another game; a server stores it with each table."""
    min_seats: int
    max_seats: int
    default_seats: int
    options: tuple[Option, ...]
    variants: Mapping[str, Variant] = field(default_factory=dict)
    offered: tuple[str | None, ...] = ()
    """The order in which front ends offer the variants; None is the game of the source document. The first one is
    preselected. By default the source comes first, then the variants. Programs get the source unless they choose."""
    source_title: str = "Standard"
    """The name that people see for the game without a variant."""
    source_help: str = "The standard rules of this game."
    """The game without a variant, in a sentence or two."""
    state: type[Any]
    moves: MoveBook
    most_moves: int
    phases: tuple[str, ...]
    endings: tuple[str, ...]
    start: Callable[[Any], None]
    chance: Callable[[Any, list[int]], None]
    legal: Callable[[Any, list[int]], int]
    play: Callable[[Any, int], None]
    look: Callable[[Any, int, Any], None]
    complete: Callable[[Any, int, list[int]], None]
    shown: tuple[Shown, ...]
    """The fields of a view beyond those of every game, and how JSON writes them."""
    tell: Callable[[Any, int | None, Any], list[Event]]
    """The events of a move (None: of chance), from the states before and after it."""
    showdown: Callable[[Any], Showdown]
    """What was shown in the hand that has just ended."""
    showing: Showing
    """How front ends show the game. See :mod:`knockroll.engine.showing`, also for the next three fields."""
    read: Callable[[Any, int], Reading]
    """Reads a seat's view for a person."""
    refuse: Callable[[Any, int], str]
    """Says why a move is not legal, from the view of the seat to move."""
    end: Callable[[Any], Account]
    """Describes how the hand that has just ended came out."""
    players: tuple[Bot, ...] = ()
    """The computer players of this game, the usual first opponent first."""
    thinkers: tuple[Thinker, ...] = ()
    """The computer players that search; they are available where code can be compiled."""
    order: Callable[[Any], tuple[int, ...]] = seats_still_in
    """The seats still in, clockwise."""
    join: Callable[[Any], int] | None = None
    """The rule for a player who joins, if the game allows it: returns the new seat, or NOBODY if there is no room."""
    join_at: Callable[[Any, int], int] | None = None
    """The rule for a player who joins at a seat left before its first deal: returns whether that was possible."""
    leave: Callable[[Any, int], int] | None = None
    """The rule for a player who leaves: returns whether that was possible."""
    placement: Placement | None = None
    """How positions are set up (``Table.at``); None if they cannot be."""
    review: ReviewRules = DEFAULT_RULES
    """What reviews need: when a loss is a mistake, the kinds of error, and the reasons for a better move."""
    book: str | None = None
    """The rule book in Markdown, for a game from another package."""
    check: Callable[[int, Mapping[str, Value]], None] | None = None
    """Raises :class:`InvalidOption` for seats and options that do not go together."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name: the reader looks the game up."""
        if _registered(self.name) is not self:
            from pickle import PicklingError

            raise PicklingError(
                f"the game {self.name!r} cannot be pickled: it goes by name, and is not the registered game of that"
                f" name; give it an entry point in the group {ENTRY_POINTS!r}"
            )
        return get_game, (self.name,)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def option_values(self, seats: int | None, variant: str | None, options: Mapping[str, Any]) -> dict[str, Value]:
        """The values of all options, or :class:`InvalidOption` for anything that this game does not allow.

        >>> get_game("farkle").option_values(2, None, {"target": 5000})["target"]
        5000
        """
        most = self.max_seats
        preset: Mapping[str, Value] = {}
        if variant is not None:
            if variant not in self.variants:
                known = ", ".join(repr(name) for name in self.variants) or "none"
                raise InvalidOption(f"{self.title} has no variant {variant!r}; it has: {known}")
            preset = self.variants[variant].options
            most = self.variants[variant].max_seats
        if seats is not None and (type(seats) is not int or not self.min_seats <= seats <= most):
            allowed = f"{self.min_seats} to {most}" if most > self.min_seats else f"{most}"
            raise InvalidOption(f"{self.title} cannot have {seats!r} seats: it takes {allowed}")
        values = option_values(self.options, preset, options)
        if self.check is not None:
            self.check(self.default_seats if seats is None else seats, values)
        return values

    def rule_sets(self) -> dict[str | None, Variant]:
        """The rule sets that front ends offer, the preselected one first; None is the game of the source document.

        >>> None in get_game("gin_rummy").rule_sets()
        True
        """
        source = Variant(options={}, help=self.source_help, max_seats=self.max_seats, title=self.source_title)
        known: dict[str | None, Variant] = {None: source}
        for name, variant in self.variants.items():
            known[name] = replace(variant, title=variant.title or name.replace("_", " ").capitalize())
        return {name: known[name] for name in self.offered or known}

    def is_variant(self, variant: str | None, values: Mapping[str, Value]) -> bool:
        """Return whether these values fit a variant.

        >>> game = get_game("gin_rummy")
        >>> game.is_variant("standard", game.option_values(2, "standard", {}))
        True
        """
        preset = self.variants[variant].options if variant is not None else {}
        return all(values[name] == value for name, value in preset.items())

    def new_state(self, seats: int, values: Mapping[str, Value], dealer: int = NOBODY) -> Any:
        """Return a state from before the start of a game.

        >>> game = get_game("farkle")
        >>> game.new_state(3, game.option_values(3, None, {})).seats
        3
        """
        s = self.state()
        s.seats = seats
        s.dealer = dealer
        s.playing = (1 << seats) - 1
        for option in self.options:
            setattr(s, option.field, option.encode(values[option.name]))
        return s

    @property
    def score_name(self) -> str:
        """The unit of scores: points, strikes, chips.

        >>> get_game("thirty_one").score_name
        'strikes'
        """
        return self.showing.score.many

    def blank_view(self, s: Any) -> Any:
        """Return a view that shows nothing but the options of ``s``, which never change during a game.

        >>> game = get_game("farkle")
        >>> s = game.new_state(2, game.option_values(2, None, {"target": 5000}))
        >>> game.blank_view(s).target, game.common_blank(s) is game.common_blank(s)
        (5000, True)
        """
        return self.common_blank(s).copy()

    def common_blank(self, s: Any) -> Any:
        """Return the blank view that all tables with these options share: copy it, never change it.

        >>> game = get_game("farkle")
        >>> game.common_blank(game.state()).seats
        0
        """
        return _blank_view(self, tuple([getattr(s, option.field) for option in self.options]))

    def view_of(self, s: Any, seat: int) -> Any:
        """Return what a seat (NOBODY: a spectator) may know of a state, as a state with the rest blank.

        >>> import knockroll
        >>> table = knockroll.Table("thirty_one", seats=2, seed=7)
        >>> v = table.game.view_of(table.state, 1)
        >>> v.hands[1] == table.state.hands[1], v.hands[0]
        (True, 0)
        """
        v = self.blank_view(s)
        self.look(s, seat, v)
        return v

    def list_legal(self, s: Any) -> list[int]:
        """The numbers of the legal moves.

        >>> import knockroll
        >>> table = knockroll.Table("thirty_one", seats=2, seed=7)
        >>> [table.game.moves.format(move) for move in table.game.list_legal(table.state)]
        ['draw stock', 'draw discard', 'knock']
        """
        moves = [0] * self.most_moves
        return moves[: self.legal(s, moves)]

    def options_schema(self) -> OptionsSchema:
        """The options as JSON schema.

        >>> get_game("farkle").options_schema()["properties"]["target"]["type"]
        'integer'
        """
        properties = {option.name: option.schema() for option in self.options}
        return {"type": "object", "properties": properties, "additionalProperties": False}


@cache
def _built_in() -> tuple[str, ...]:
    """The folders of ``knockroll.games``."""
    import pkgutil

    return tuple(module.name for module in pkgutil.iter_modules(import_module(BUILTIN).__path__))


@cache
def _from_packages() -> dict[str, Game]:
    """The games of other packages. Listing them loads them, because a game that cannot be loaded is left out."""
    games: dict[str, Game] = {}

    def take(name: str, game: Any) -> None:
        if not isinstance(game, Game):
            raise Unfit(f"it is a {type(game).__name__}, not a knockroll.engine.game.Game")
        if game.name != name:
            raise Unfit(f"its entry point must be called {game.name!r} as the game is")
        if name in _built_in() or name in games:
            raise Unfit("there is a game of that name already")
        check_game(game)
        games[name] = game

    load_plugins(ENTRY_POINTS, lambda name: True, take)
    return games


def game_names() -> tuple[str, ...]:
    """The names of all games, those of other packages included.

    >>> "gin_rummy" in game_names()
    True
    """
    return tuple(sorted({*_built_in(), *_from_packages()}))


@cache
def _load(name: str) -> Game:
    game: Game = import_module(f"{BUILTIN}.{name}").GAME
    return game


def _registered(name: str) -> Game | None:
    if name in _built_in():
        return _load(name)
    return _from_packages()[name] if name in game_names() else None


@contextmanager
def registered(game: Game) -> Iterator[None]:
    """Register a game for a while, as if its package were installed: for tests of that game."""
    if _registered(game.name) is game:
        yield
        return
    others = _from_packages()
    replaced = others.get(game.name)
    others[game.name] = game
    try:
        yield
    finally:
        del others[game.name]
        if replaced is not None:
            others[game.name] = replaced


def get_game(name: str) -> Game:
    """Return the game of that name.

    >>> get_game("gin_rummy").title
    'Gin Rummy'
    """
    game = _registered(name)
    if game is not None:
        return game
    if (reason := why_left_out(ENTRY_POINTS, str(name))) is not None:
        raise UnknownGame(f"there is no game {name!r}: it was left out ({reason})")
    raise UnknownGame(f"there is no game {name!r}: {tell_known(str(name), _spellings())}")


def find_game(typed: str) -> Game:
    """Return the game that a person means: by name, title, alias, or a part that no other game shares.

    Use it for what people type. Programs and records name a game exactly (:func:`get_game`): what is unambiguous today
    may no longer be so once another package adds a game.
    """
    meant = () if typed in _built_in() else find(typed, _spellings())
    return get_game(meant[0] if len(meant) == 1 else typed)


def _spellings() -> dict[str, tuple[str, ...]]:
    games = {name: get_game(name) for name in game_names()}
    return {name: (name, game.title, *game.aliases) for name, game in games.items()}

"""Views: what a seat may know, as JSON.

A game's ``look`` rule builds a view up field by field in a blank state; this module writes such a view as a dict for
front ends and players in any language, and reads it back for players that are rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict, get_type_hints

from msgspec import Meta, Raw

from knockroll.engine.acts import read_acts, write_acts
from knockroll.engine.cards import TEXTS, parse_card, parse_mask, texts_in
from knockroll.engine.forms import AS_NUMBERS, CARD, CARDS, NUMBER, SEAT, SEATS, Form
from knockroll.engine.options import Value
from knockroll.engine.rule import packed
from knockroll.engine.state import NO_CARD, NOBODY, CardState

if TYPE_CHECKING:
    from knockroll.engine.game import Game


def plain(name: str) -> Meta:
    """Mark a dict, for the schema, as written from the structure of this name."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


class PlayerView(TypedDict):
    """A player, as everyone sees them."""

    seat: int
    """Their number."""
    score: int
    """Points, strikes or chips: what ``Showing.score`` says."""
    cards: int
    """How many cards they hold."""
    out: bool
    """Whether this player is out of the game."""


class SpreadView(TypedDict):
    """A meld on the table, see :class:`knockroll.engine.showing.Spreads`."""

    number: int
    """Counted from 1, as they were laid: ``hit 8c on 1``."""
    cards: list[str]
    """In card order."""
    owner: int
    """The seat that laid it."""


class BaseView(TypedDict):
    """The position that a view shows. Each game adds fields, listed in ``Game.shown``."""

    game: str
    """The name of the game."""
    seat: int | None
    """Whose view this is; None for a spectator's."""
    turn: int | None
    """The seat to move; None when the game is over."""
    phase: str
    """What the seat to move has to do: one of ``Game.phases``."""
    dealer: int | None
    """The seat that deals this hand. In a dice game, the seat to its left began."""
    players: list[PlayerView]
    """Everybody, in the order of the seats."""
    hands_played: int
    """The hands (of a dice game, the turns) that are over."""
    winners: list[int]
    """The winners of the game, when it is over."""
    hand: NotRequired[list[str]]
    """In a card game, the cards of the seat."""
    stock: NotRequired[int]
    """How many cards are left to draw."""
    discard: NotRequired[str | None]
    """The top of the discard pile."""
    pile: NotRequired[list[str | None]]
    """The discards, the top one last; None for those that nobody may look at."""


class View(BaseView):
    """What a seat may know."""

    legal: list[str]
    """The legal moves, if the seat is to move."""
    options: dict[str, Value]
    """The value of every option."""
    acts: NotRequired[list[str]]
    """In a card game, what was done in this hand for all to see, in order, the last 128 of it: the seat, its move, and
    if it could have taken the top discard then, that card. ``1 draw stock over 7h``, ``1 discard Kc``."""
    reading: Annotated[dict[str, Any], plain("Reading")] | None
    """The position read for the person on this seat."""
    last_hand: Annotated[dict[str, Any], plain("Hand")] | None
    """The hand that was played before this one."""


class StepView(BaseView):
    """A step of a replay: what everyone could see, and all hands."""

    hands: list[list[str]]
    """The cards of each seat."""


GameView = dict[str, Any]
"""A view with the fields of its game, as plain JSON. :func:`view_type` says what they are."""


@dataclass(frozen=True)
class Shown:
    """How one field of a view is written in JSON and read back. ``seats`` is the number of seats."""

    field: str
    write: Callable[[Any, int], Any]
    read: Callable[[Any], Any]
    kind: Any = Any
    """The type of what is written, for the schema of the game's views …"""
    note: str = ""
    """… and what it says, in a few words."""
    form: Form = AS_NUMBERS
    """How arrays write it; by default every number as it is."""


def as_it_is(value: Any, seats: int) -> Any:
    """Return a value unchanged: JSON writes it in the same way."""
    return value


def amount(field: str, note: str = "") -> Shown:
    """A plain number."""
    return Shown(field, as_it_is, lambda value: value, int, note)


def truth(field: str, note: str = "") -> Shown:
    """A number that is 0 or 1: false or true."""
    return Shown(field, lambda value, seats: bool(value), int, bool, note)


def seat(field: str, note: str = "") -> Shown:
    """A seat, null for nobody."""
    return Shown(
        field,
        lambda value, seats: None if value == NOBODY else value,
        lambda value: NOBODY if value is None else value,
        int | None,
        note,
        Form(SEAT),
    )


def card(field: str, note: str = "") -> Shown:
    """A card, null for none."""
    return Shown(
        field,
        lambda value, seats: None if value == NO_CARD else TEXTS[value],
        lambda value: NO_CARD if value is None else parse_card(value),
        str | None,
        note,
        Form(CARD),
    )


def per_seat(field: str, note: str = "") -> Shown:
    """A row with a number for each seat."""
    return Shown(field, lambda value, seats: value[:seats], list, list[int], note, Form(NUMBER, 1))


def _write_cards_per_seat(value: list[int], seats: int) -> list[list[str]]:
    return [texts_in(mask) if mask else [] for mask in value[:seats]]


def cards_per_seat(field: str, note: str = "") -> Shown:
    """A row with a set of cards for each seat."""
    return Shown(
        field,
        _write_cards_per_seat,
        lambda value: [parse_mask(cards) if cards else 0 for cards in value],
        list[list[str]],
        note,
        Form(CARDS, 1),
    )


def seat_set(field: str, note: str = "") -> Shown:
    """A set of seats."""
    return Shown(
        field,
        lambda value, seats: list(seats_in(value)),
        lambda value: sum(1 << seat for seat in value),
        list[int],
        note,
        Form(SEATS),
    )


@cache
def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a set of seats."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


CARD_FIELDS = (
    cards_per_seat("taken", "The cards that each seat has taken from the discard pile in this hand."),
    cards_per_seat("known", "Those of them that it still holds."),
    amount("turns", "The turns of this hand that are over."),
    card("just_taken", "The discard that the seat to move has taken in this turn."),
)
"""The fields that every card game shows beside its hand, stock and discard pile."""


_text_or_none = [*TEXTS, None].__getitem__
"""The text of a card. NO_CARD is -1, and so finds the last of them."""


def view_type(game: Game) -> Any:
    """The type of a game's views, for the schema: the fields of every view, and its own."""
    fields = get_type_hints(View, include_extras=True)
    for name in ("hand", "stock", "discard", "pile", "acts"):
        kind = fields.pop(name)
        if issubclass(game.state, CardState):
            fields[name] = kind if name == "acts" else kind.__args__[0]  # acts are left out where events tell them
    for shown in game.shown:
        fields[shown.field] = Annotated[shown.kind, Meta(description=shown.note)] if shown.note else shown.kind
    return TypedDict(f"{game.name}_view", fields)  # type: ignore[operator]


def write_view(
    game: Game,
    v: Any,
    seat: int,
    options: Mapping[str, Any] | Raw | None = None,
    legal: Sequence[int] | None = None,
    acts: bool = True,
) -> GameView:
    """The view ``v`` of a seat (NOBODY: of a spectator) as JSON, with the acts of the hand or without.

    ``options`` and ``legal`` are those of the state, if at hand; otherwise they are worked out from the view.
    """
    is_cards = isinstance(v, CardState)
    seats, scores, playing, turn, dealer = v.seats, v.scores, v.playing, v.turn, v.dealer
    held = v.held if is_cards else [0] * seats
    moves: Sequence[int] = ()
    if turn == seat != NOBODY:
        moves = game.list_legal(v) if legal is None else legal
    view: GameView = {
        "game": game.name,
        "seat": None if seat == NOBODY else seat,
        "turn": None if turn == NOBODY else turn,
        "phase": game.phases[v.phase],
        "dealer": None if dealer == NOBODY else dealer,
        "players": [
            {"seat": i, "score": scores[i], "cards": held[i], "out": not playing >> i & 1} for i in range(seats)
        ],
        "legal": list(map(game.moves.texts.__getitem__, moves)),
        "hands_played": v.hands_played,
        "winners": list(seats_in(v.winners)) if v.winners else [],
        "options": read_options(game, v) if options is None else options,
    }
    if is_cards:
        pile = list(map(_text_or_none, v.pile[: v.pile_size]))
        view["hand"] = texts_in(v.hands[seat]) if seat != NOBODY else []
        view["stock"] = v.stock_end - v.stock_next
        view["discard"] = pile[-1] if pile else None
        view["pile"] = pile
        if acts:
            view["acts"] = write_acts(game.moves, v)
    _writer(game)(v, seats, view)
    return view


@cache
def _writer(game: Game) -> Callable[[Any, int, GameView], None]:
    """Return a function that writes the fields specific to a game into a view.

    It is made as code, because views are written all the time: with a loop over the fields, a view takes 0.5 to 0.7 µs
    more. That is 16% in Farkle and 6 to 7% in the card games (processor time, best of 200 passes in turns).
    """
    scope: dict[str, Any] = {f"write_{shown.field}": shown.write for shown in game.shown}
    lines = ["def write(v, seats, view):"]
    for shown in game.shown:
        value = f"v.{shown.field}"
        written = value if shown.write is as_it_is else f"write_{shown.field}({value}, seats)"
        lines.append(f"    view[{shown.field!r}] = {written}")
    exec("\n".join(lines), scope)  # noqa: S102
    writer: Callable[[Any, int, GameView], None] = scope["write"]
    return writer


def read_options(game: Game, v: Any) -> dict[str, Value]:
    """The values of the options that a view was made with."""
    return {option.name: option.decode(getattr(v, option.field)) for option in game.options}


def read_view(game: Game, view: GameView) -> Any:
    """The flat view that a JSON view was written from."""
    v = game.state()
    seat = NOBODY if view["seat"] is None else view["seat"]
    v.seats = len(view["players"])
    v.turn = NOBODY if view["turn"] is None else view["turn"]
    v.dealer = NOBODY if view["dealer"] is None else view["dealer"]
    v.phase = game.phases.index(view["phase"])
    v.hands_played = view["hands_played"]
    for i, player in enumerate(view["players"]):
        v.scores[i] = player["score"]
        v.playing |= 0 if player["out"] else 1 << i
    for winner in view["winners"]:
        v.winners |= 1 << winner
    for option in game.options:
        setattr(v, option.field, option.encode(view["options"][option.name]))
    if isinstance(v, CardState):
        v.held[: v.seats] = [player["cards"] for player in view["players"]]
        if seat != NOBODY:
            v.hands[seat] = parse_mask(view["hand"])
        v.stock_end = len(v.deck)
        v.stock_next = v.stock_end - view["stock"]
        v.pile_size = len(view["pile"])
        v.pile[: v.pile_size] = packed([NO_CARD if text is None else parse_card(text) for text in view["pile"]])
        read_acts(game.moves, view.get("acts", []), v)  # views of 0.1.0 have none
    for shown in game.shown:
        value = shown.read(view[shown.field])
        if isinstance(value, list):
            getattr(v, shown.field)[: len(value)] = value
        else:
            setattr(v, shown.field, value)
    return v

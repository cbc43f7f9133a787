"""A check that the parts of a game from another package fit together, before it is offered.

It takes a few milliseconds: names that one part of a :class:`Game` uses of another, then some moves at random with
views, events and words. It finds what would end in a traceback at a table. Whether the rules are right is for the
conformance kit (:mod:`knockroll.testing`) and for the game's own tests.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.plugins import Unfit
from knockroll.engine.showing import Account, Dice, OpenHands, Part, Pile, Reading, Spreads, Total, Verb
from knockroll.engine.state import A_DECK, A_SEAT, NOBODY
from knockroll.engine.views import view_type, write_view
from knockroll.engine.words import RESERVED_KEYS

if TYPE_CHECKING:
    from knockroll.engine.game import Game

MOVES_TRIED = 12
TEXTS_TRIED = 100


def check_game(game: Game) -> None:
    """Raise :class:`Unfit` if a game could not be played; the message says what is wrong and where."""
    with _doing("its fields cannot be read"):
        _check_options(game)
        _check_moves(game)
        _check_names(game)
    for seats in {game.min_seats, game.max_seats}:
        _try_moves(game, seats)


@contextmanager
def _doing(what: str) -> Iterator[None]:
    """Say what was being done if something raises."""
    try:
        yield
    except Unfit:
        raise
    except Exception as error:
        raise Unfit(f"{what}: {type(error).__name__}: {error}") from error


def _need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Unfit(otherwise)


# --- Names ---------------------------------------------------------------------------------------------------------


def _check_options(game: Game) -> None:
    seats = (game.min_seats, game.default_seats, game.max_seats)
    _need(1 <= seats[0] <= seats[1] <= seats[2], f"min_seats, default_seats and max_seats are not in order: {seats}")
    fields = game.state.fields
    for option in game.options:
        _need(option.field in fields, f"the option {option.name!r} needs a field {option.field!r} in {_state(game)}")
    for name in game.variants:
        game.option_values(None, name, {})
    game.option_values(None, None, {})


def _check_moves(game: Game) -> None:
    texts = game.moves.texts
    _need(bool(texts) and len(set(texts)) == len(texts), "its moves are not different texts, at least one")
    for number in range(0, len(texts), max(1, len(texts) // TEXTS_TRIED)):
        read = game.moves.parse(game.moves.format(number))
        _need(read == number, f"the move {texts[number]!r} is number {number}, but is read as {texts[read]!r}")
        _verb_of(game, texts[number])


def _verb_of(game: Game, move: str) -> Verb:
    verbs = [verb for verb in game.showing.verbs if move == verb.word or move.startswith(f"{verb.word} ")]
    _need(bool(verbs), f"the move {move!r} begins with no word of Showing.verbs")
    _need(len(verbs) == 1, f"the move {move!r} belongs to two verbs: {[verb.word for verb in verbs]}")
    return verbs[0]


def _check_names(game: Game) -> None:
    """What ``Showing`` names must be there."""
    showing = game.showing
    words = {verb.word for verb in showing.verbs}
    for verb in showing.verbs:
        key_fits = len(verb.key) == 1 and verb.key.isalpha() and verb.key not in RESERVED_KEYS
        _need(key_fits, f"the verb {verb.word!r} has the key {verb.key!r}: take one letter, none of {RESERVED_KEYS!r}")
        _need(bool(verb.label and verb.phrase), f"the verb {verb.word!r} has no label or no phrase")
    fields = set(view_type(game).__annotations__)
    for part in showing.middle:
        kind = type(part).__name__
        for field in _fields_of(part):
            _need(
                field in fields, f"{kind} in Showing.middle shows {field!r}, which views do not have: add it to shown"
            )
        for word in _verbs_of(part):
            _need(word in words, f"{kind} in Showing.middle names the verb {word!r}, which is not in Showing.verbs")
    for mark in showing.marks:
        _need(mark.field in fields, f"a mark shows {mark.field!r}, which views do not have: add it to shown")
    for shown in game.shown:
        _need(shown.field in game.state.fields, f"shown has the field {shown.field!r}, which {_state(game)} does not")
    options = {option.name for option in game.options}
    for name in (showing.score.limit, showing.round.number, showing.hand.size_option):
        _need(not name or name in options, f"Showing names the option {name!r}, which there is not")
    for phase in showing.prompts:
        _need(phase in game.phases, f"Showing.prompts names the phase {phase!r}, which there is not")


def _state(game: Game) -> str:
    return f"the state {game.state.__name__}"


def _fields_of(part: Part) -> list[str]:
    more = (part.melds, part.added) if isinstance(part, OpenHands) else ()
    return [field for field in (part.field, *more) if field]


def _verbs_of(part: Part) -> list[str]:
    match part:
        case Pile():
            named: tuple[str, ...] = (part.take, *part.put)
        case Spreads():
            named = part.put
        case Dice():
            named = (part.choose,)
        case Total():
            named = (part.adds,)
        case OpenHands():
            named = ()
    return [word for word in named if word]


# --- Some moves ----------------------------------------------------------------------------------------------------


def _try_moves(game: Game, seats: int) -> None:
    """Play the same few moves every time, and ask for everything that a table would."""
    choices = random.Random(seats)
    with _doing("start fails"):
        s = game.new_state(seats, game.option_values(seats, None, {}))
        game.start(s)
    s = _take_chance(game, s, choices)
    for _ in range(MOVES_TRIED):
        if s.turn == NOBODY:
            return
        legal = _legal_moves(game, s)
        _check_views(game, s, legal)
        move = choices.choice(legal)
        before, text = s.copy(), game.moves.format(move)
        with _doing(f"play fails with {text!r}"):
            game.play(s, move)
        _check_events(game, before, move, s)
        s = _take_chance(game, s, choices)


def _take_chance(game: Game, s: Any, choices: random.Random) -> Any:
    """Give the rules what they ask for until a seat is to move."""
    for _ in range(100):
        if not s.wants:
            return s
        before = s.copy()
        given = _numbers(s, choices)
        with _doing(f"chance fails with {given}"):
            game.chance(s, given)
        _check_events(game, before, None, s)
    raise Unfit("chance is asked for without end: it must clear s.wants, and play must come to a seat's turn")


def _numbers(s: Any, choices: random.Random) -> list[int]:
    if s.wants == A_SEAT:
        return [choices.randrange(s.wants_count)]
    if s.wants == A_DECK:
        return choices.sample(range(DECK_SIZE), DECK_SIZE)
    return [choices.randint(1, 6) for _ in range(s.wants_count)]


def _legal_moves(game: Game, s: Any) -> Sequence[int]:
    room = [0] * game.most_moves
    with _doing("legal fails"):
        count = game.legal(s, room)
    _need(0 < count <= game.most_moves, f"legal gives {count} moves to the seat whose turn it is")
    legal = room[:count]
    numbered = all(0 <= move < len(game.moves.texts) for move in legal)
    _need(numbered and legal == sorted(set(legal)), f"legal gives {legal}: numbers of moves, ascending, each once")
    return legal


def _check_views(game: Game, s: Any, legal: Sequence[int]) -> None:
    """Check all views, their readings, and the reason for a refused move."""
    for seat in (NOBODY, *range(s.seats)):
        with _doing(f"the view of {'a spectator' if seat == NOBODY else f'seat {seat}'} fails"):
            v = game.view_of(s, seat)
            msgspec.json.encode(write_view(game, v, seat))
            if seat != NOBODY:
                reading = game.read(v, seat)
                _need(isinstance(reading, Reading), f"read gives {type(reading).__name__}, not a Reading")
    illegal = next((move for move in range(len(game.moves.texts)) if move not in legal), None)
    if illegal is not None:
        with _doing(f"refuse fails with {game.moves.format(illegal)!r}"):
            _need(bool(game.refuse(game.view_of(s, s.turn), illegal)), "refuse gives no reason")


def _check_events(game: Game, before: Any, move: int | None, after: Any) -> None:
    """Check the sentences for events, and for a hand that has ended."""
    with _doing("tell fails" if move is None else f"tell fails with {game.moves.format(move)!r}"):
        events = game.tell(before, move, after)
    for event in events:
        known = event.kind in game.showing.events or f"{event.kind} {event.source}" in game.showing.events
        _need(known, f"Showing.events has no words for the event {event.kind!r}")
    if after.hands_played == before.hands_played:
        return
    _need(0 <= after.ending < len(game.endings), f"s.ending is {after.ending}, but there are {game.endings}")
    with _doing("end fails"):
        account = game.end(after)
        _need(isinstance(account, Account), f"end gives {type(account).__name__}, not an Account")
    with _doing("showdown fails"):
        msgspec.json.encode(game.showdown(after))

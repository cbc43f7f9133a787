"""A table: one running game with its seats, chance, moves and events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any
from zlib import crc32

import msgspec

from knockroll.engine.accounts import Lasting, finished_hand, open_hands, result_of, table_text, tell_hand, tell_view
from knockroll.engine.chance import Chance, Fair, Seeded
from knockroll.engine.checked_replay import checked_replay
from knockroll.engine.errors import IllegalMove, InvalidOption, InvalidPosition
from knockroll.engine.events import Event
from knockroll.engine.game import Game, Hand, Result, get_game
from knockroll.engine.history import History
from knockroll.engine.position_text import read_position, write_position
from knockroll.engine.record import (
    FORMAT,
    FORMAT_WITH_SETUP,
    AnyRecord,
    Given,
    Record,
    RecordDocument,
    read_record,
)
from knockroll.engine.setup import OUT_IN, Setup, describe, parts_of, seats_said
from knockroll.engine.snapshot import TableSnapshot, read_state, write_state
from knockroll.engine.state import NOBODY
from knockroll.engine.views import GameView
from knockroll.engine.words import fill

_JOIN = "join"
_LEAVE = "leave"


class Table:
    """One running game, from the first deal to the result.

    >>> t = Table("thirty_one", seats=3, seed=7)
    >>> t.turn, t.phase, t.dealer, t.seats, t.order, t.scores
    (2, 'draw', 1, 3, (0, 1, 2), (0, 0, 0))
    >>> t.legal()
    ('draw stock', 'draw discard', 'knock')
    >>> events = t.play("draw stock")
    >>> t.moves, t.hands, len(t.given)
    (['draw stock'], [], 2)
    """

    __slots__ = (
        "__weakref__",
        "_blank_view",
        "_chance_so_far",
        "_given",
        "_hands",
        "_last_hand",
        "_legal",
        "_moves",
        "_state",
        "chance",
        "events",
        "first_dealer",
        "game",
        "options",
        "result",
        "seats_at_start",
        "setup",
        "variant",
    )

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        seed: int | None = None,
        variant: str | None = None,
        dealer: int | None = None,
        chance: Chance | None = None,
        **options: Any,
    ) -> None:
        """Begin a game.

        :param game: its name, one of :func:`knockroll.game_names`
        :param seats: the number of seats; each game has a default
        :param seed: a 256-bit seed for chance; without seed and chance, a random one
        :param variant: a named set of options, such as ``"standard"`` for gin rummy
        :param dealer: the first dealer; by default chosen as the game says
        :param chance: where chance comes from: ``Seeded``, ``Scripted``, ``Fair``
        :param options: the game's options by name
        """
        self._sit_down(game, seats, seed, variant, dealer, chance, options)
        s = self.game.new_state(self.seats_at_start, self.options, NOBODY if dealer is None else dealer)
        self._blank_view = self.game.common_blank(s)
        self.game.start(s)
        self._state = s
        self.events: tuple[Event, ...] = self._resolve_chance(s.copy(), [])
        """The events of the last play; at first, of the first deal."""

    def _sit_down(
        self,
        game: str | Game,
        seats: int | None,
        seed: int | None,
        variant: str | None,
        dealer: int | None,
        chance: Chance | None,
        options: Mapping[str, Any],
    ) -> None:
        """Do everything that comes before the first deal or the set-up position."""
        self.game = game if isinstance(game, Game) else get_game(game)
        self.options = self.game.option_values(seats, variant, options)
        self.variant = variant if self.game.is_variant(variant, self.options) else None
        """The named set of options that is played: None if one of them has another value."""
        self.seats_at_start = self.game.default_seats if seats is None else seats
        if dealer is not None and (type(dealer) is not int or not 0 <= dealer < self.seats_at_start):
            raise InvalidOption(f"the dealer is a seat from 0 to {self.seats_at_start - 1}, not {dealer!r}")
        if chance is not None and seed is not None:
            raise InvalidOption("give a seed or chance, not both: a seed is short for chance=Seeded(seed)")
        self.first_dealer = dealer
        self.chance: Chance = Seeded(seed) if chance is None else chance
        if isinstance(self.chance, Fair):
            self.chance.check_seats(self.seats_at_start)
        self._moves: History[str] = History()
        self._given: History[Given] = History()
        self._hands: History[Hand] = History()
        self._last_hand: dict[str, Any] | None = None  # as views have it; written when first needed
        self.result: Result | None = None
        self.setup: Mapping[str, Any] | None = None
        """The position that the table was set up at (:meth:`at`), as JSON; None if it began with a deal."""
        self._legal: list[int] = []
        self._chance_so_far = 0
        self.events = ()

    @classmethod
    def at(
        cls,
        game: str | Game,
        seats: int | None = None,
        *,
        seed: int | None = None,
        variant: str | None = None,
        chance: Chance | None = None,
        options: Mapping[str, Any] | None = None,
        **position: Any,
    ) -> Table:
        """Set up a table at a position, to play on from there.

        >>> t = Table.at("thirty_one", hands=["Ks Qs 2h", None, "9d 9c ..."], top="7h", stock="As ...", knocker=2)
        >>> t.turn, t.view(0)["hand"], t.legal()
        (0, ['Qs', 'Ks', '2h'], ('draw stock', 'draw discard'))

        The parts of a position have the names of views. Cards are text or lists. ``?`` is an unnamed card, and ``...``
        or None stands for all that are missing: these are dealt at random, from the seed. What you leave out is as at
        the beginning of a hand.

        * ``hands``: a hand for each seat
        * ``top``, or the whole ``pile``, its top card last: the discards
        * ``stock``: from its top, or how many cards it has
        * ``turn``, ``phase``, ``dealer``, ``scores``, ``hands_played``; where the last player left wins, ``out_in``
        * in card games ``taken``, ``known``, ``turns``, ``just_taken``, ``acts``
        * whatever else the game shows and cannot work out: ``knocker`` in Thirty-One, ``spreads`` in Tonk, ``kept`` in
          Farkle. For an unknown part, :class:`InvalidPosition` lists all of them.

        Give options by name as usual; one with the name of a part (``hands`` in Tonk) goes into ``options``. Raises
        :class:`InvalidPosition` if the position is impossible.
        """
        known = game if isinstance(game, Game) else get_game(game)
        parts = parts_of(known)
        by_name = {option.name for option in known.options if option.name not in parts} & position.keys()
        values = {**(options or {}), **{name: position.pop(name) for name in by_name}}
        return cls._at(known, seats_said(position) if seats is None else seats, seed, variant, chance, values, position)

    @classmethod
    def _at(
        cls,
        game: Game,
        seats: int | None,
        seed: int | None,
        variant: str | None,
        chance: Chance | None,
        options: Mapping[str, Any],
        position: Mapping[str, Any],
    ) -> Table:
        """Set up a table at a position, with its options separate from its parts."""
        new = object.__new__(cls)
        new._sit_down(game, seats, seed, variant, None, chance, options)
        new._set_up(position)
        return new

    def _set_up(self, position: Mapping[str, Any]) -> None:
        """Move to a position; unnamed cards are dealt by chance."""
        s = self.game.new_state(self.seats_at_start, self.options)
        self._blank_view = self.game.common_blank(s)
        setup = Setup(self.game, s, position)
        self.setup = setup.said
        self._state, given = setup.settle(self.chance)
        for one in given:
            self._given = self._given.add(one)
            self._chance_so_far = crc32(bytes(one.numbers), self._chance_so_far)
        self._legal = self.game.list_legal(self._state)

    # --- Looking ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The whole state, hidden cards included: for tests and records, never for players.

        >>> Table("farkle", seed=7).state.seats
        2
        """
        return self._state

    @property
    def moves(self) -> Sequence[str]:
        """The moves so far, as canonical text.

        ``moves``, ``given`` and ``hands`` are immutable sequences: after a move, the table has longer ones.
        """
        return self._moves

    @property
    def given(self) -> Sequence[Given]:
        """Everything that chance has given so far."""
        return self._given

    @property
    def hands(self) -> Sequence[Hand]:
        """The finished hands."""
        return self._hands

    @property
    def seats(self) -> int:
        """The number of seats, including players who are out or have left."""
        return int(self._state.seats)

    @property
    def turn(self) -> int | None:
        """The seat to move, or None when the game is over."""
        return None if self._state.turn == NOBODY else self._state.turn

    @property
    def phase(self) -> str:
        """The phase: what the seat to move has to do."""
        return str(self.game.phases[self._state.phase])

    @property
    def dealer(self) -> int:
        """The dealer of this hand."""
        return int(self._state.dealer)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(self._state.scores[: self._state.seats])

    @property
    def order(self) -> tuple[int, ...]:
        """The seats still in, clockwise."""
        return self.game.order(self._state)

    def legal(self) -> tuple[str, ...]:
        """Return the legal moves of the seat to move, as canonical text in a stable order.

        >>> Table("farkle", seed=7).legal()
        ('throw',)
        """
        return tuple(self.game.moves.format(move) for move in self._legal)

    def view(self, seat: int | None = None, *, acts: bool = True, lasting: Lasting | None = None) -> GameView:
        """Return what a seat may know, or without a seat what a spectator may know, as JSON.

        ``acts=False`` leaves out the history of the hand, for listeners who received every event. ``lasting`` has the
        options and the last hand, if they have already been written.

        >>> t = Table("thirty_one", seats=2, seed=7)
        >>> t.view(1)["hand"], t.view()["hand"], t.view()["discard"]
        (['9s', '5h', '8c'], [], '6h')
        """
        if seat is not None:
            self._check_seat(seat)
        number = NOBODY if seat is None else seat
        v = self._blank_view.copy()
        self.game.look(self._state, number, v)
        options, last_hand = self._lasting() if lasting is None else lasting
        return tell_view(self.game, v, number, options, self._legal, last_hand, acts)

    def _lasting(self) -> Lasting:
        if self._last_hand is None and self._hands:
            self._last_hand = self._hands[-1].to_dict()
        return dict(self.options), None if self._last_hand is None else dict(self._last_hand)

    # --- Playing ---------------------------------------------------------------------------------------------------

    def play(self, move: str, seat: int | None = None) -> tuple[Event, ...]:
        """Make a move for the seat to move, and return the events that follow.

        With ``seat``, the move is refused unless it is that seat's turn. Raises :class:`InvalidMove` for a text that
        is not a move and :class:`IllegalMove` for a move that is not allowed; the table is then unchanged.

        >>> t = Table("thirty_one", seats=2, seed=7)
        >>> [event.kind for event in t.play("draw discard", seat=1)]
        ['draw']
        >>> t.play("draw stock", seat=0)
        Traceback (most recent call last):
        knockroll.engine.errors.IllegalMove: 'draw stock' is not allowed: it is seat 1's turn, not seat 0's
        """
        number = self.game.moves.parse(move)
        if seat is not None:
            self._check_seat(seat)
        if number not in self._legal or (seat is not None and seat != self.turn):
            raise self._refusal(move, number, seat)
        before = self._state
        after = before.copy()
        self.game.play(after, number)
        self.events = self._resolve_chance(after, self.game.tell(before, number, after), self.game.moves.format(number))
        return self.events

    def join(self, seat: int | None = None) -> int:
        """Add a player (Tonk) and return the number of the seat, which is dealt in from the next deal on.

        By default this is a new seat; ``seat`` may name one whose player left before being dealt in.

        >>> t = Table("tonk", seats=2, seed=7)
        >>> t.can_join(), t.join(), t.seats
        (True, 2, 3)
        """
        if self.game.join is None:
            raise IllegalMove(f"nobody can join a game of {self.game.title} that has begun")
        after = self._state.copy()
        number = self._seat_joiner(after, seat)
        if number == NOBODY:
            raise IllegalMove("nobody can join now: the table is full or the game is over")
        text = _JOIN if seat is None else f"{_JOIN} {seat}"
        self.events = self._resolve_chance(after, [Event(_JOIN, number, _JOIN)], text)
        return number

    def can_join(self, seat: int | None = None) -> bool:
        """Return whether a player could join now, at a new seat or at ``seat``.

        >>> Table("farkle", seed=7).can_join()
        False
        """
        return self.game.join is not None and self._seat_joiner(self._state.copy(), seat) != NOBODY

    def _seat_joiner(self, s: Any, seat: int | None) -> int:
        """Seat a new player at a new seat or at ``seat``; return the seat, or NOBODY if that is impossible."""
        if seat is None:
            return NOBODY if self.game.join is None else self.game.join(s)
        self._check_seat(seat)
        return seat if self.game.join_at is not None and self.game.join_at(s, seat) else NOBODY

    def leave(self, seat: int) -> None:
        """Let a player leave (Tonk), from the next deal on.

        >>> t = Table("tonk", seats=3, seed=7)
        >>> t.leave(2)
        >>> t.moves
        ['leave 2']
        """
        if self.game.leave is None:
            raise IllegalMove(f"nobody can leave a game of {self.game.title} before it is over")
        self._check_seat(seat)
        after = self._state.copy()
        if not self.game.leave(after, seat):
            raise IllegalMove(
                f"seat {seat} cannot leave: it has left already or the game is over",
                f"{{{seat}}} can't leave: the seat is already free, or the game is over.",
            )
        text = f"{_LEAVE} {seat}"
        self.events = self._resolve_chance(after, [Event(_LEAVE, seat, text)], text)

    def undo(self) -> str:
        """Take back the last move, with the chance that followed it, and return the move.

        This replays all earlier moves. Raises :class:`IllegalMove` if there is no move.

        >>> table = Table("thirty_one", seats=2, seed=7)
        >>> before = table.copy()
        >>> events = table.play("draw stock")
        >>> table.undo(), table == before
        ('draw stock', True)
        """
        if not self._moves:
            raise IllegalMove("there is no move to take back")
        move = self._moves[-1]
        chance = Fair(self.chance.secret, self.chance.entropy) if isinstance(self.chance, Fair) else None
        before = Table.replay(self.record(), len(self._moves) - 1, chance)
        for name in self.__slots__:
            if name != "__weakref__" and hasattr(before, name):
                setattr(self, name, getattr(before, name))
        return move

    def copy(self) -> Table:
        """Return an independent copy; playing on one does not change the other.

        This is cheap: a move replaces what it changes, so both tables share everything played so far.

        >>> t = Table("farkle", seed=7)
        >>> events = t.copy().play("throw")
        >>> t.moves
        []
        """
        new = object.__new__(type(self))
        new.game, new.variant, new.options = self.game, self.variant, self.options
        new.seats_at_start, new.first_dealer, new.setup = self.seats_at_start, self.first_dealer, self.setup
        new.chance = self.chance.copy()
        new._moves, new._given, new._hands = self._moves, self._given, self._hands
        new._last_hand, new._blank_view = self._last_hand, self._blank_view
        new._state, new._legal, new._chance_so_far = self._state, self._legal, self._chance_so_far
        new.result, new.events = self.result, self.events
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Compare two tables: equal if the same game has been played at both so far."""
        if not isinstance(other, Table):
            return NotImplemented
        return (
            self.game is other.game
            and self._state == other._state
            and self.moves == other.moves
            and self.given == other.given
            and self.hands == other.hands
            and self.result == other.result
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        turn = f"turn of seat {self.turn}" if self.result is None else f"won by {self.result.winners}"
        return f"<Table {self.game.name}, {self.seats} seats, {len(self.moves)} moves, {turn}>"

    def __str__(self) -> str:
        """Return the position as text, with all hands open.

        >>> print(Table("thirty_one", seats=2, seed=7))
        Thirty-One: seat 1 to move (draw)
        Stock: 45
        Discards: 6h
          Seat 0, 0 strikes: 8s 5c Jc
        > Seat 1, 0 strikes: 9s 5h 8c
        """
        return table_text(self.game, self.view(), open_hands(self._state))

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show, with all hands open: the owner of a table may see everything."""
        from knockroll.svg import draw_table

        return draw_table(self.game, self.view(), open_hands(self._state))

    # --- Snapshots -------------------------------------------------------------------------------------------------

    def fingerprint(self) -> int:
        """Return a 32-bit checksum of the position, to check that a replay led to the same one.

        It covers everything that chance gave, the turn, the scores and the legal moves, which reflect the hand of the
        seat to move. It does not depend on how a version stores its state.

        >>> Table("farkle", seed=7).fingerprint() == Table("farkle", seed=7).fingerprint()
        True
        """
        s = self._state
        seen = (s.turn, s.phase, s.playing, s.hands_played, s.scores, self._legal)
        return crc32(msgspec.json.encode(seen), self._chance_so_far)

    def snapshot(self) -> TableSnapshot:
        """Return the current state of the table as plain data. It includes hidden cards: never show it to players.

        >>> Table("farkle", seed=7).snapshot().seats_at_start
        2
        """
        return TableSnapshot(
            self.seats_at_start,
            self.first_dealer,
            write_state(self._state),
            len(self._moves),
            len(self._given),
            len(self._hands),
            self._hands[-1] if self._hands else None,
            self._chance_so_far,
        )

    @classmethod
    def resume(
        cls, game: Game, snapshot: TableSnapshot, chance: Chance, variant: str | None, options: Mapping[str, Any]
    ) -> Table:
        """Return a table that continues from a snapshot. It has no record: see :attr:`has_record`.

        ``chance`` must be at the same point as when the snapshot was taken. Raises :class:`InvalidPosition` if the
        snapshot does not fit the game.

        >>> t = Table("farkle", seed=7)
        >>> again = Table.resume(t.game, t.snapshot(), t.chance.copy(), t.variant, t.options)
        >>> again.legal() == t.legal(), again.has_record
        (True, False)
        """
        new = object.__new__(cls)
        new.game, new.variant, new.chance = game, variant, chance
        new.options = game.option_values(snapshot.seats_at_start, variant, options)
        new.seats_at_start, new.first_dealer = snapshot.seats_at_start, snapshot.first_dealer
        hand = snapshot.last_hand
        new._moves, new._given = History(forgotten=snapshot.moves), History(forgotten=snapshot.given)
        new._hands = History() if hand is None else History([hand], forgotten=snapshot.hands - 1)
        new._last_hand = new.setup = None
        new._state = s = read_state(game, snapshot.state)
        new._blank_view = game.common_blank(s)
        new._legal = game.list_legal(s)
        new._chance_so_far = snapshot.chance_so_far
        new.result = result_of(s) if s.winners else None
        new.events = ()
        return new

    def describe(self) -> dict[str, Any]:
        """Return the arguments with which :meth:`at` sets up this position again, apart from game, options and chance.

        >>> said = Table("thirty_one", seats=2, seed=7).describe()
        >>> said["hands"], said["turn"], Table.at("thirty_one", **said).describe() == said
        (['8s 5c Jc', '9s 5h 8c'], 1, True)
        """
        if self.turn is None:
            raise InvalidPosition("the game is over: there is no position to play on from")
        return describe(self.game, self._state, self.view(), self._out_in(self._hands))

    def _out_in(self, hands: Sequence[Hand]) -> Sequence[int]:
        """Return the hand in which each seat went out, from the last hand or from the set-up position."""
        return hands[-1].out_in if hands else (self.setup or {}).get(OUT_IN, ())

    def position_text(self) -> str:
        """Return the position as one line, like FEN for chess, including hidden cards; :meth:`from_text` reads it.

        >>> Table("farkle", seats=2, seed=7, target=5000).position_text()[:64]
        'farkle/2 options: {target: 5000}, turn: 1, phase: throw, dealer:'
        """
        return write_position(self)

    @classmethod
    def from_text(cls, text: str, *, seed: int | None = None, chance: Chance | None = None) -> Table:
        """Return a table at the position that a line describes, as :meth:`position_text` writes it.

        A line may leave things out, as in :meth:`at`. Raises :class:`InvalidPosition` if the position is impossible.

        >>> t = Table.from_text("thirty_one/2 hands: [Ks Qs 2h, ...], pile: 7h, knocker: 1", seed=1)
        >>> t.turn, t.view(0)["hand"]
        (0, ['Qs', 'Ks', '2h'])
        >>> Table.from_text(t.position_text()).describe() == t.describe()
        True
        """
        game, seats, variant, options, said = read_position(text)
        return cls._at(get_game(game), seats, seed, variant, chance, options, said)

    @property
    def has_record(self) -> bool:
        """Whether the table knows all its moves. A table resumed from a snapshot does not.

        >>> Table("farkle", seed=7).has_record
        True
        """
        return not self._moves.forgotten and not self._given.forgotten

    # --- Records ---------------------------------------------------------------------------------------------------

    def record(self) -> RecordDocument:
        """Return the game as a ``knockroll/1`` document, with everything needed to replay it.

        It includes every deal, so never show the record of a running game to its players. If the table was set up at a
        position, the document includes that and its format is ``knockroll/2``.

        >>> record = Table("farkle", seats=2, seed=7).record()
        >>> record["format"], record["game"], record["moves"]
        ('knockroll/1', 'farkle', [])
        """
        document: RecordDocument = {
            "format": FORMAT if self.setup is None else FORMAT_WITH_SETUP,
            "game": self.game.name,
            "variant": self.variant,
            "options": dict(self.options),
            "seats": self.seats_at_start,
            "dealer": self.first_dealer,
            "chance": self.chance.to_dict(over=self.result is not None),
            "given": [given.to_dict() for given in self.given],
            "moves": list(self.moves),
            "result": self.result.to_dict() if self.result else None,
        }
        if self.setup is not None:
            document["setup"] = deepcopy(dict(self.setup))
        return document

    @classmethod
    def replay(cls, record: AnyRecord | Record, moves: int | None = None, chance: Chance | None = None) -> Table:
        """Return the table that a record describes, after all of its moves or the first ``moves``.

        Chance comes from the record, or from ``chance`` if the keeper of a fair game knows its secret. Raises
        :class:`InvalidRecord` at the first thing that does not fit.

        >>> t = Table("farkle", seed=7)
        >>> events = t.play("throw")
        >>> Table.replay(t.record()) == t, Table.replay(t.record(), moves=0).moves
        (True, [])
        """
        for table in cls.replay_steps(record, chance):
            if len(table.moves) == moves:
                break
        return table

    @classmethod
    def replay_steps(cls, record: AnyRecord | Record, chance: Chance | None = None) -> Iterator[Table]:
        """Yield the table of a record before its first move and after each one: the same object, played on.

        Raises :class:`InvalidRecord` at the first thing that does not fit.

        >>> t = Table("thirty_one", seats=2, seed=7)
        >>> events = t.play("draw stock")
        >>> [table.phase for table in Table.replay_steps(t.record())]
        ['draw', 'discard']
        """
        return checked_replay(cls, read_record(record), chance)

    @classmethod
    def replay_start(cls, document: Record, chance: Chance | None = None) -> Table:
        """Return the table that a record describes, before its first move.

        >>> from knockroll.engine.record import read_record
        >>> Table.replay_start(read_record(Table("farkle", seed=7).record())).turn
        1
        """
        game = get_game(document.game)
        options: dict[str, Any] = game.option_values(document.seats, document.variant, document.options)
        source = document.chance_source() if chance is None else chance
        seats, variant, dealer = document.seats, document.variant, document.dealer
        if document.setup is None:
            return cls(game, seats, variant=variant, dealer=dealer, chance=source, **options)
        table = object.__new__(cls)
        table._sit_down(game, seats, None, variant, dealer, source, options)
        table._set_up(document.setup)
        return table

    def replay_move(self, move: str) -> None:
        """Make a move from a record: one of the game's grammar, or ``join``, ``join 2``, ``leave 2``.

        >>> t = Table("tonk", seats=2, seed=7)
        >>> t.replay_move("join")
        >>> t.seats
        3
        """
        words = move.split()
        if words == [_JOIN]:
            self.join()
        elif len(words) == 2 and words[0] in (_JOIN, _LEAVE) and words[1] in map(str, range(self.seats)):
            (self.join if words[0] == _JOIN else self.leave)(int(words[1]))
        else:
            self.play(move)

    # --- Inside ----------------------------------------------------------------------------------------------------

    def _resolve_chance(self, s: Any, events: list[Event], move: str | None = None) -> tuple[Event, ...]:
        """Answer the rules' requests for chance until a seat is to move; only then change the table."""
        so_far = None
        if s.wants or s.hands_played > self._state.hands_played:
            so_far = self._end_and_deal(s, events, len(self._moves) + (move is not None))
        legal = self.game.list_legal(s)
        if so_far is not None:
            hands, self._given, self._chance_so_far = so_far
            if hands is not self._hands:
                self._hands = hands
                self._last_hand = None
        if s.winners:
            self.result = result_of(s)
            events.append(Event("game over", points=self.result.scores, winners=self.result.winners))
        self._state = s
        self._legal = legal
        if move is not None:
            self._moves = self._moves.add(move)
        return tuple(events)

    def _end_and_deal(self, s: Any, events: list[Event], after: int) -> tuple[History[Hand], History[Given], int]:
        """Add the events of hands that end and of chance; return the new hands, what chance gave, and its checksum."""
        mark = self.chance.mark()
        hands, given, chance_so_far = self._hands, self._given, self._chance_so_far
        played, dealer = self._state.hands_played, self._state.dealer
        try:
            while True:
                if s.hands_played > played:
                    hand = finished_hand(self.game, s, dealer, self._out_in(hands))
                    hands = hands.add(hand)
                    events += tell_hand(hand)
                if not s.wants:
                    break
                numbers = self.chance.give(s.wants, s.wants_count)
                given = given.add(Given(after, s.wants, tuple(numbers)))
                chance_so_far = crc32(bytes(numbers), chance_so_far)
                before = s.copy()
                played, dealer = s.hands_played, s.dealer
                self.game.chance(s, numbers)
                events += self.game.tell(before, None, s)
        except BaseException:
            self.chance.rewind(mark)
            raise
        return hands, given, chance_so_far

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self._state.seats:
            raise InvalidOption(f"there is no seat {seat!r}: seats are 0 to {self.seats - 1}")

    def _refusal(self, move: str, number: int, seat: int | None) -> IllegalMove:
        """Return an error that says why a move is not allowed, and which moves are."""
        if self.turn is None:
            return IllegalMove(f"{move!r} is not allowed now: the game is over", "The game is over.")
        if seat is not None and seat != self.turn:
            who = f"it is seat {self.turn}'s turn, not seat {seat}'s"
            return IllegalMove(f"{move!r} is not allowed: {who}", f"It's {{{self.turn}'s}} turn.")
        reason = self.game.refuse(self.game.view_of(self._state, self.turn), number)
        legal = ", ".join(repr(text) for text in self.legal())
        why = fill(reason, [f"seat {i}" for i in range(self.seats)])
        return IllegalMove(f"{move!r} is not allowed now: seat {self.turn} may {legal}. {why}", reason)

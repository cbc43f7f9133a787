"""Setting up a position: from a description to a state that can be played on.

A description is plain data, in the words of views: ``hands``, ``top`` or ``pile``, ``stock``, ``turn``, ``scores``, and
the fields of the game. In a list of cards ``?`` is an unnamed card, and ``...`` all that are missing: these are
dealt at random. So a position is a function of its description and of chance, as a whole game is, and a record of both
can be replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from knockroll.engine.acts import read_acts, write_acts
from knockroll.engine.cards import DECK_SIZE, TEXTS, cards_in, mask_of, parse_card, texts_in, texts_of
from knockroll.engine.chance import Chance
from knockroll.engine.errors import ChanceExhausted, InvalidPosition, KnockrollError
from knockroll.engine.game import Game
from knockroll.engine.placement import Placement, count, count_each, number_each, seat, seats_between
from knockroll.engine.record import Given
from knockroll.engine.rule import packed
from knockroll.engine.state import A_DECK, FIRST_PHASE, MOST_ACTS, NO_CARD, CardState
from knockroll.engine.views import seats_in

COMMON = ("turn", "phase", "dealer", "scores", "hands_played")
OUT_IN = "out_in"
"""The hand in which each seat went out (0: still in), in games won by the last player left."""
OF_CARDS = ("hands", "top", "pile", "stock", "acts")
UNNAMED = "?"
OPEN = ("...", "…")
MOST_DEALS = 200
"""Random deals to try before giving up on a position that hardly any deal fits."""


def placement_of(game: Game) -> Placement:
    """Return the placement of a game; :class:`InvalidPosition` if it has none."""
    if game.placement is None:
        raise InvalidPosition(f"positions of {game.title} cannot be set up: it does not say how (Game.placement)")
    return game.placement


def parts_of(game: Game) -> tuple[str, ...]:
    """Return the names of all parts of a position that can be given."""
    cards = OF_CARDS if issubclass(game.state, CardState) else ()
    survival = (OUT_IN,) if game.showing.score.survival else ()
    return (*cards, *COMMON, *survival, *placement_of(game).fields)


def seats_said(said: Mapping[str, Any]) -> int | None:
    """Return the number of seats that hands or scores imply; None if neither is given."""
    rows = [said[name] for name in ("hands", "scores") if isinstance(said.get(name), list | tuple)]
    return len(rows[0]) if rows else None


def describe(game: Game, s: Any, view: Mapping[str, Any], out_in: Sequence[int]) -> dict[str, Any]:
    """What there is to say of a state in which somebody is to move, so that it can be set up again.

    ``view`` is what a spectator sees of it, ``out_in`` when each seat went out.
    """
    said: dict[str, Any] = {}
    if isinstance(s, CardState):
        said["hands"] = [" ".join(texts_in(s.hands[i])) for i in range(s.seats)]
        said["pile"] = " ".join(texts_of(s.pile[: s.pile_size]))
        said["stock"] = " ".join(texts_of(s.deck[s.stock_next : s.stock_end]))
        said["acts"] = view["acts"]
    said |= {name: view[name] for name in ("turn", "phase", "dealer", "hands_played")}
    said["scores"] = s.scores[: s.seats]
    if out_in:
        said[OUT_IN] = list(out_in)
    return said | {name: view[name] for name in placement_of(game).fields}


class Setup:
    """A position that has been said: read and checked but for the cards that are not named."""

    def __init__(self, game: Game, blank: Any, said: Mapping[str, Any]) -> None:
        """``blank`` is a state before the game has begun, with its seats and options."""
        self.game = game
        self.placement = placement_of(game)
        self._state = s = blank
        self._names = frozenset(said)
        self.said: dict[str, Any] = {}
        """What was said, as JSON."""
        if unknown := [name for name in said if name not in parts_of(game)]:
            raise InvalidPosition(
                f"a position of {game.title} has no {unknown[0]!r}: it is set up by {', '.join(parts_of(game))}"
            )
        self._read_fields(said)
        self._read_common(said)
        self._hands: list[_Place] = []
        self._middle: tuple[_Place, ...] = ()
        if isinstance(s, CardState):
            self._read_cards(s, said)
        else:
            self.placement.prepare(s, self._names, [])
        self.said = {name: self.said[name] for name in parts_of(game) if name in self.said}

    @property
    def is_open(self) -> bool:
        """Whether there are cards to be dealt at random."""
        return any(None in place.cards for place in (*self._hands, *self._middle))

    def settle(self, chance: Chance) -> tuple[Any, list[Given]]:
        """Return the state and what chance gave: decks for the unnamed cards, until one gives a possible position."""
        given: list[Given] = []
        if not self.is_open:
            return self._finished([]), given
        failed: InvalidPosition | None = None
        while len(given) < MOST_DEALS:
            try:
                deck = chance.give(A_DECK, DECK_SIZE)
            except ChanceExhausted:
                raise failed or ChanceExhausted("the script has no deck to deal the cards that are not named") from None
            given.append(Given(0, A_DECK, tuple(deck)))
            try:
                return self._finished(deck), given
            except InvalidPosition as error:
                failed = error
        raise InvalidPosition(f"{failed}; and so with {MOST_DEALS} other deals of the cards that are not named")

    # --- Reading ---------------------------------------------------------------------------------------------------

    def _read_fields(self, said: Mapping[str, Any]) -> None:
        s = self._state
        writers = {shown.field: shown.write for shown in self.game.shown}
        for name, read in self.placement.fields.items():
            if name not in said:
                continue
            value = _read(name, read, said[name], s.seats)
            if isinstance(value, list):
                getattr(s, name)[: len(value)] = value
            else:
                setattr(s, name, value)
            self.said[name] = writers[name](getattr(s, name), s.seats)

    def _read_common(self, said: Mapping[str, Any]) -> None:
        """Read scores, the seats still in, turn, phase and dealer."""
        s = self._state
        if "scores" in said:
            s.scores[: s.seats] = self.said["scores"] = _read("scores", number_each, said["scores"], s.seats)
        if "hands_played" in said:
            s.hands_played = self.said["hands_played"] = _read("hands_played", count, said["hands_played"], s.seats)
        s.playing = self.placement.playing(s)
        if s.playing.bit_count() < 2:
            raise InvalidPosition("fewer than two players are still in: the game would be over")
        if s.playing.bit_count() < s.seats and OUT_IN in parts_of(self.game):
            self.said[OUT_IN] = self._read_out_in(said.get(OUT_IN))
        for name in ("turn", "dealer"):
            if name in said:
                setattr(s, name, _read(name, self._seat_still_in, said[name], s.seats))
                self.said[name] = getattr(s, name)
        if "dealer" not in said:
            s.dealer = self._right_of(s.turn if "turn" in said else seats_in(s.playing)[0])
        if "turn" not in said:
            s.turn = self.placement.left(s, s.dealer)
        if "phase" in said:
            known = self.game.phases[FIRST_PHASE:]
            if said["phase"] not in known:
                raise InvalidPosition(
                    f"phase: in a position of {self.game.title} somebody is to move, so it is one of"
                    f" {', '.join(map(repr, known))}, not {said['phase']!r}"
                )
            s.phase = self.game.phases.index(said["phase"])
            self.said["phase"] = said["phase"]

    def _read_out_in(self, value: Any) -> list[int]:
        """Return the hand in which each seat went out; by default the previous one."""
        s = self._state
        out = [not s.playing >> place & 1 for place in range(s.seats)]
        if value is None:
            return [max(1, s.hands_played) if is_out else 0 for is_out in out]
        found = list(_read(OUT_IN, count_each, value, s.seats))
        if [number > 0 for number in found] != out:
            raise InvalidPosition(f"{OUT_IN}: it is 0 for each seat still in, and a hand for each other, not {value!r}")
        return found

    def _right_of(self, place: int) -> int:
        before = place
        while self.placement.left(self._state, before) != place:
            before = self.placement.left(self._state, before)
        return before

    def _seat_still_in(self, value: Any, seats: int) -> int:
        found = seat(value, seats)
        if not isinstance(value, int) or not self._state.playing >> found & 1:
            raise InvalidPosition(f"seat {value!r} is not in the game: {list(seats_in(self._state.playing))} are")
        return found

    def _read_cards(self, s: CardState, said: Mapping[str, Any]) -> None:
        """Read where the named cards are, and settle how many cards each place has."""
        if "top" in said and "pile" in said:
            raise InvalidPosition("say top or pile, not both: the top card is the last of the pile")
        if "turns" not in said:
            s.turns = len(seats_between(self.placement, s, self.placement.left(s, s.dealer), s.turn))
        if "acts" in said:
            read_acts(self.game.moves, _read("acts", self._acts, said["acts"], s.seats), s)
            self.said["acts"] = write_acts(self.game.moves, s)
        self._hands = self._read_hands(s, said.get("hands", [None] * s.seats))
        if "hands" in said:
            self.said["hands"] = [place.written for place in self._hands]
        stock = _Place.read("the stock", said.get("stock"), more=-1)
        pile = _Place.read("the discard pile", said.get("pile"), more=0)
        if "top" in said:
            pile = _Place.read("the top of the discard pile", [] if said["top"] is None else [said["top"]])
            self.said["top"] = None if said["top"] is None else pile.written
        for name, place in (("stock", stock), ("pile", pile)):
            if name in said:
                self.said[name] = place.written
        self._hold_what_is_known(s)
        held = [None if hand.is_open else len(hand.cards) for hand in self._hands]
        self.placement.prepare(s, self._names, held)
        on_table = self.placement.on_table(s)
        for hand, size in zip(self._hands, held, strict=True):
            assert size is not None, "prepare settles how many cards every seat holds"
            hand.fill_up(size)
        if "top" in said and stock.is_open is False and said["top"] is not None:
            pile.is_open = True  # what is nowhere else lies below the top card
        if "pile" not in said and "top" not in said and stock.is_open:
            pile = _Place("the discard pile", [None], False, None)
        self._middle = (stock, pile)
        self._share_out(DECK_SIZE - on_table.bit_count() - sum(len(hand.cards) for hand in self._hands))
        self._check_once(on_table)

    def _acts(self, value: Any, seats: int) -> list[str]:
        """Read the acts of the hand, in the spelling of views."""
        if not isinstance(value, list | tuple) or len(value) > MOST_ACTS:
            raise InvalidPosition(f"it is a list of at most {MOST_ACTS} acts, not {value!r}")
        return [self._act(act, seats) for act in value]

    def _act(self, text: Any, seats: int) -> str:
        done, over, top = text.partition(" over ") if isinstance(text, str) else ("", "", "")
        who, _, move = done.partition(" ")
        if who not in map(str, range(seats)):
            raise InvalidPosition(f"an act is a seat and its move, such as '0 draw stock over 7h', not {text!r}")
        moves = self.game.moves
        return f"{who} {moves.format(moves.parse(move))}{over}{TEXTS[parse_card(top)] if over else ''}"

    def _read_hands(self, s: CardState, hands: Any) -> list[_Place]:
        if not isinstance(hands, list | tuple) or len(hands) != s.seats:
            raise InvalidPosition(
                f"hands is a list with a hand for each of {s.seats} seats, None for one that is to be dealt,"
                f" not {hands!r}"
            )
        return [_Place.read(f"the hand of seat {i}", hand) for i, hand in enumerate(hands)]

    def _hold_what_is_known(self, s: CardState) -> None:
        """Put cards that a seat is known to hold into its hand, even if the hand does not name them."""
        on_table = self.placement.on_table(s)
        if s.just_taken != NO_CARD and not on_table >> s.just_taken & 1:
            s.known[s.turn] |= 1 << s.just_taken
        if "taken" not in self._names:
            s.taken[: s.seats] = s.known[: s.seats]
        for hand, known in zip(self._hands, s.known, strict=False):
            for card in cards_in(known):
                hand.hold(card)

    def _share_out(self, left: int) -> None:
        """Settle how many of the cards outside hands are in the stock and in the pile."""
        stock, pile = self._middle
        if stock.is_open and pile.is_open:
            raise InvalidPosition(
                "it is not clear which cards are in the stock and which in the discard pile: say how many one of them"
                " has, such as stock=12"
            )
        if stock.is_open:
            stock.fill_up(left - len(pile.cards))
        elif pile.is_open:
            pile.fill_up(left - len(stock.cards), first=True)
        if len(stock.cards) + len(pile.cards) != left:
            raise InvalidPosition(
                f"{left} cards are in no hand, but {stock.name} has {len(stock.cards)} and {pile.name}"
                f" {len(pile.cards)}: ... at the end of the one or the beginning of the other is for all that are left"
            )

    def _check_once(self, on_table: int) -> None:
        """Refuse a card that is in two places."""
        where = dict.fromkeys(cards_in(on_table), "the table")
        for place in (*self._hands, *self._middle):
            for card in place.cards:
                if card is not None and card in where:
                    raise InvalidPosition(
                        f"each card exists once, but {TEXTS[card]} is in {where[card]} and in {place.name}"
                    )
                if card is not None:
                    where[card] = place.name

    # --- Dealing ---------------------------------------------------------------------------------------------------

    def _finished(self, deck: Iterable[int]) -> Any:
        """Return the state with the unnamed cards dealt from this deck, in order."""
        s = self._state.copy()
        if isinstance(s, CardState):
            self._deal(s, deck)
        self.placement.finish(s, self._names)
        if not self.game.list_legal(s):
            raise InvalidPosition(f"seat {s.turn} could not make any move in this position")
        return s

    def _deal(self, s: CardState, deck: Iterable[int]) -> None:
        places = (*self._hands, *self._middle)
        named = {card for place in places for card in place.cards} | {*cards_in(self.placement.on_table(s))}
        rest = iter([card for card in deck if card not in named])
        *hands, stock, pile = [[next(rest) if card is None else card for card in place.cards] for place in places]
        s.hands[: s.seats] = [mask_of(hand) for hand in hands]
        s.stock_next, s.stock_end = DECK_SIZE - len(stock), DECK_SIZE
        s.deck[s.stock_next :] = packed(stock)
        s.pile_size = len(pile)
        s.pile[: s.pile_size] = packed(pile)
        if "known" not in self._names:
            for i in range(s.seats):
                s.known[i] |= s.taken[i] & s.hands[i]
        if s.phase == FIRST_PHASE and s.just_taken != NO_CARD:
            raise InvalidPosition(f"seat {s.turn} has not drawn yet, so it cannot just have taken a card")


class _Place:
    """Cards in one place: the named ones, None for each unnamed one, and whether there may be more."""

    def __init__(self, name: str, cards: list[int | None], is_open: bool, written: Any) -> None:
        self.name = name
        self.cards = cards
        self.is_open = is_open
        self.written = written
        """As JSON."""

    @classmethod
    def read(cls, name: str, said: Any, more: int | None = None) -> _Place:
        """Read a text or list of cards, a number of cards, or None for any.

        ``more`` is where ... may stand if the cards have an order: 0 at the beginning, -1 at the end.
        """
        if said is None:
            return cls(name, [], True, None)
        if type(said) is int:
            if not 0 <= said <= DECK_SIZE:
                raise InvalidPosition(f"{name} cannot have {said} cards")
            return cls(name, [None] * said, False, said)
        texts = said.split() if isinstance(said, str) else said
        if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
            raise InvalidPosition(f"{name}: {said!r} is not a list of cards: write them as 'As Td 7h'")
        cards = [text for text in texts if text not in OPEN]
        read = [None if text == UNNAMED else _card(name, text) for text in cards]
        words = [UNNAMED if card is None else TEXTS[card] for card in read]
        if twice := [word for word in words if word != UNNAMED and words.count(word) > 1]:
            raise InvalidPosition(f"each card exists once, but {twice[0]} comes more than once in {name}")
        is_open = len(cards) < len(texts)
        if is_open:
            if len(texts) - len(cards) > 1 or (more is not None and texts[more] not in OPEN):
                where = {None: "once", 0: "at the beginning, below all others", -1: "at the end, below all others"}
                raise InvalidPosition(f"{name}: ... stands {where[more]}, not as in {' '.join(texts)!r}")
            words.insert(0 if more == 0 else len(words), OPEN[0])
        return cls(name, read, is_open, " ".join(words))

    def hold(self, card: int) -> None:
        """Include a card."""
        if card in self.cards:
            return
        if None in self.cards:
            self.cards[self.cards.index(None)] = card
        elif self.is_open:
            self.cards.append(card)
        else:
            raise InvalidPosition(f"{TEXTS[card]} was taken and is known to be in {self.name}, but is not among it")

    def fill_up(self, size: int, first: bool = False) -> None:
        """Add unnamed cards up to ``size``: behind the others, or with ``first`` before them."""
        missing = size - len(self.cards)
        if missing < 0:
            raise InvalidPosition(f"{self.name} can have {max(size, 0)} cards, but {len(self.cards)} were named")
        unnamed: list[int | None] = [None] * missing
        self.cards = unnamed + self.cards if first else self.cards + unnamed


def _card(place: str, text: str) -> int:
    try:
        return parse_card(text)
    except KnockrollError as error:
        raise InvalidPosition(f"{place}: {error}") from error


def _read(name: str, read: Any, value: Any, seats: int) -> Any:
    """Read one part of a position; an error names the part."""
    try:
        return read(value, seats)
    except KnockrollError as error:
        raise InvalidPosition(f"{name}: {error}") from error

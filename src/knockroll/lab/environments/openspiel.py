"""The games in OpenSpiel: ``pip install 'knockroll[openspiel]'``. Importing this module registers all of them.

>>> import pyspiel
>>> import knockroll.lab.environments.openspiel
>>> game = pyspiel.load_game("knockroll_thirty_one(players=2)")
>>> state = game.new_initial_state()

Chance is explicit. Hands are dealt card by card, each hand in ascending order, so that every deal occurs once in a
tree; a card of the stock is chosen when it is drawn, because no one knows it before. Parameters in addition to the
game's options: ``players``, ``variant``, ``episode`` ("hand", "game"), ``reward`` ("points", "win"), ``dealer`` (-1:
chance decides), and for card games ``deck``: the cards in play ("As Ks Qs …"), if not all 52.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

import numpy

from knockroll.engine.cards import DECK_SIZE, TEXTS, parse_cards
from knockroll.engine.dice import FACES, MOST_DICE
from knockroll.engine.errors import InvalidOption, MissingPackage
from knockroll.engine.events import Event, redact
from knockroll.engine.game import Game, game_names, get_game
from knockroll.engine.state import A_DECK, DICE, NOBODY, OVER, CardState
from knockroll.engine.views import write_view
from knockroll.lab.environments.arrays import Layout
from knockroll.lab.environments.stepping import Terms, settle

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingPackage(
        f"this needs {error.name}. Install it: pip install 'knockroll[openspiel]'", name=error.name
    ) from error

PREFIX = "knockroll_"
MOST_POINTS = 1e6
LONGEST = 100_000
"""OpenSpiel needs bounds for returns and lengths of games: these are far beyond real play."""
MOST_TOLD = 256
"""Events in the tensor of an information state; if a seat was told more, the last ones."""


class Position:
    """A game in progress, with what chance has to decide and what each seat has been told."""

    def __init__(self, game: Game, first: Any, deck: tuple[int, ...], dealers: int, terms: Terms) -> None:
        self.game = game
        self.terms = terms
        self.s = first
        self.deck = deck
        """The cards in play."""
        self.dealers = dealers
        """The number of possible first dealers, if chance decides that now."""
        self.groups: list[tuple[tuple[int, ...], int]] = []
        """What has to be dealt: places in the deck, and how many of them have cards."""
        self.settled: tuple[int, ...] = ()
        """The places of complete hands."""
        self.chosen: list[int] = []
        """The cards that chance has chosen in this deal."""
        self.move = NOBODY
        """A move that waits for the card that it draws."""
        self.told = [""] * first.seats
        """What each seat has been told, in order: its information state."""
        self.heard: list[tuple[tuple[int, int, int], ...]] = [()] * first.seats
        """The same events as numbers: what happened, the seat, and a card or a die that was seen."""
        if not dealers:
            self._begin()

    def __copy__(self) -> Position:
        """Return a copy to play on; what does not change is shared."""
        new = object.__new__(Position)
        new.__dict__.update(self.__dict__)
        new.s = self.s.copy()
        new.groups, new.chosen = self.groups[:], self.chosen[:]
        new.told, new.heard = self.told[:], self.heard[:]
        return new

    def __deepcopy__(self, memo: object) -> Position:
        """Return itself: OpenSpiel copies states all the time, but a position in a state never changes."""
        return self

    def _begin(self) -> None:
        self.game.start(self.s)
        self._ask()

    def _ask(self) -> None:
        """Find out what chance has to decide if the rules want a deck; if no one sees any of it, give them one."""
        while self.s.wants == A_DECK and self.s.hands_played < self.terms.most_hands:
            self.groups = [(places, 0) for places in self._dealt()]
            dealt = sum(len(places) for places, _ in self.groups)
            if dealt >= len(self.deck):
                raise InvalidOption(
                    f"{dealt} cards are dealt, so the deck needs at least {dealt + 1}, not {len(self.deck)}"
                )
            if self.groups:
                return
            self.s.stock_end = DECK_SIZE  # where the discards become the stock, also with a short deck
            self._give(list(range(DECK_SIZE)))

    def _dealt(self) -> list[tuple[int, ...]]:
        """Return the places of a deck that someone sees when it is dealt, grouped by hand.

        It finds them by dealing two orders: a reshuffle changes only the stock.
        """
        one, other = self.s.copy(), self.s.copy()
        self.game.chance(one, list(range(DECK_SIZE)))
        self.game.chance(other, list(range(DECK_SIZE))[::-1])
        if one.hands == other.hands and one.pile == other.pile:
            return []
        hands = [tuple(c for c in range(DECK_SIZE) if hand >> c & 1) for hand in one.hands]
        return [places for places in (*hands, *((card,) for card in one.pile[: one.pile_size])) if places]

    @property
    def asks_chance(self) -> bool:
        """Whether chance has something to decide."""
        return bool(self.dealers or self.groups or self.move != NOBODY or self.s.wants)

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        if self.dealers:
            return [(seat, 1 / self.dealers) for seat in range(self.dealers)]
        if self.groups:
            return list(self._next_cards())
        if self.move != NOBODY:
            cards = sorted(set(self.s.deck[self.s.stock_next : self.s.stock_end]) - set(self.chosen))
            return [(card, 1 / len(cards)) for card in cards]
        if self.s.wants == DICE:
            return _throws(self.s.wants_count)
        return [(seat, 1 / self.s.wants_count) for seat in range(self.s.wants_count)]

    def _next_cards(self) -> Iterator[tuple[int, float]]:
        """Return the next card of a hand, in ascending order, with probabilities that make all hands equally likely."""
        places, done = self.groups[0]
        left = sorted(set(self.deck) - set(self.chosen))
        if done:
            left = [card for card in left if card > self.chosen[-1]]
        missing = len(places) - done
        hands = comb(len(left), missing)
        for i, card in enumerate(left[: len(left) - missing + 1]):
            yield card, comb(len(left) - i - 1, missing - 1) / hands

    def decide(self, outcome: int) -> None:
        """Apply an outcome of chance."""
        if self.dealers:
            self.s.dealer, self.dealers = outcome, 0
            self._begin()
        elif self.groups:
            self._deal_card(outcome)
        elif self.move != NOBODY:
            self.chosen.append(outcome)
            self._draw()
        elif self.s.wants == DICE:
            self._give(list(_SETS[self.s.wants_count][outcome]))
        else:
            self._give([outcome])

    def _deal_card(self, card: int) -> None:
        self.chosen.append(card)
        places, done = self.groups[0]
        self.groups[0] = places, done + 1
        if done + 1 == len(places):
            self.settled += places
            del self.groups[0]
        if self.groups:
            return
        deck = [NOBODY] * DECK_SIZE
        for place, chosen in zip(self.settled, self.chosen, strict=True):
            deck[place] = chosen
        hidden = [card for card in self.deck if card not in self.chosen]
        rest = iter([*hidden, *(card for card in range(DECK_SIZE) if card not in self.deck)])
        self.settled, self.chosen = (), []
        self._give([next(rest) if card == NOBODY else card for card in deck])
        self.s.stock_end = self.s.stock_next + len(hidden)

    def _give(self, given: list[int]) -> None:
        before = self.s.copy()
        self.game.chance(self.s, given)
        self._tell(before, None)
        self._ask()

    def play(self, move: int) -> None:
        """Apply a move of a player."""
        self.move = move
        self._draw()

    def _draw(self) -> None:
        """Make the waiting move, if all cards that it draws have been chosen."""
        tried = self.s.copy()
        if isinstance(tried, CardState):
            for place, card in enumerate(self.chosen, tried.stock_next):
                other = tried.deck.index(card, tried.stock_next)
                tried.deck[place], tried.deck[other] = card, tried.deck[place]
        before = tried.copy()
        self.game.play(tried, self.move)
        if isinstance(tried, CardState) and tried.stock_next - before.stock_next > len(self.chosen):
            return
        move, self.s, self.move, self.chosen = self.move, tried, NOBODY, []
        self._tell(before, move)
        self._ask()

    def _tell(self, before: Any, move: int | None) -> None:
        seats = len(self.told)
        for event in self.game.tell(before, move, self.s):
            for seat in range(seats):
                seen = redact(event, seat)
                shown = " ".join([*seen.cards, *map(str, seen.dice)])
                who = "" if seen.seat is None else f"{seen.seat} "
                what = seen.text or seen.kind
                self.told[seat] += f"{who}{what}: {shown}\n" if shown else f"{who}{what}\n"
                happened = _number(self.game, seen)
                whom = 0 if seen.seat is None else 1 + (seen.seat - seat) % seats
                things = [1 + TEXTS.index(card) for card in seen.cards] + list(seen.dice)
                self.heard[seat] += tuple((happened, whom, thing) for thing in things or [0])


def _number(game: Game, event: Event) -> int:
    """Return the number of an event: the number of a move plus 1, and for other events, numbers after all moves."""
    if event.text:
        return 1 + game.moves.parse(event.text)
    kinds = list(game.showing.events)
    return 1 + len(game.moves.texts) + (kinds.index(event.kind) if event.kind in kinds else len(kinds))


_SETS = {n: tuple(combinations_with_replacement(range(1, FACES + 1), n)) for n in range(1, MOST_DICE + 1)}


def _throws(count: int) -> list[tuple[int, float]]:
    """Return all throws of a number of dice, in lexicographic order, with their probabilities."""
    ways = factorial(count)
    return [
        (i, ways / prod(factorial(dice.count(face)) for face in range(1, FACES + 1)) / FACES**count)
        for i, dice in enumerate(_SETS[count])
    ]


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position as an OpenSpiel state."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.first

    @property
    def _is_over(self) -> bool:
        s = self.position.s
        return bool(s.phase == OVER or s.hands_played >= self.position.terms.most_hands)

    def current_player(self) -> int:
        """Return the player to move, or chance."""
        if self._is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.asks_chance else int(self.position.s.turn)

    def _legal_actions(self, player: int) -> list[int]:
        position = self.position
        return position.game.list_legal(position.s) if player == position.s.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        position = copy(self.position)
        if position.asks_chance:
            position.decide(action)
        else:
            position.play(action)
        self.position = position

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player >= 0:
            return position.game.moves.texts[action]
        if position.groups or position.move != NOBODY:
            return TEXTS[action]
        if position.s.wants == DICE:
            return " ".join(map(str, _SETS[position.s.wants_count][action]))
        return f"seat {action}"

    def is_terminal(self) -> bool:
        """Whether the episode is over."""
        return self._is_over

    def returns(self) -> list[float]:
        """Return the return of each player at the end: see docs/lab.md."""
        s = self.position.s
        rewards = [0.0] * s.seats
        if self._is_over:
            settle(self.position.terms, s, True, [0] * s.seats, rewards)
        return rewards

    def __str__(self) -> str:
        position = self.position
        s = position.s
        cards = [" ".join(TEXTS[c] for c in range(DECK_SIZE) if hand >> c & 1) for hand in getattr(s, "hands", ())]
        return f"{position.game.name} {s.turn} {cards[: s.seats]} {s.scores[: s.seats]} {position.chosen}"


class Observer:
    """Observes for a player, as a tensor and as text; with perfect recall, all that the player has been told."""

    def __init__(self, layout: Layout, kind: Any) -> None:
        self.recalls = kind.perfect_recall
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError(
                "only observations of one player, with public and its own private information, are supported"
            )
        self._layout = layout
        recalled = layout.seats + 3 * MOST_TOLD if self.recalls else 0
        self.tensor = numpy.zeros(recalled + layout.size, numpy.float32)
        self.dict = layout.read(self.tensor[recalled:])
        """The parts of the tensor, by name."""
        if self.recalls:
            self.dict["player"] = self.tensor[: layout.seats]
            self.dict["told"] = self.tensor[layout.seats : recalled].reshape(MOST_TOLD, 3)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor of a player: what it can see, and with perfect recall, what it has been told."""
        position = state.position
        self.tensor[-self._layout.size :] = self._layout.observe(position.s, player)
        if self.recalls:
            heard = position.heard[player][-MOST_TOLD:]
            self.dict["player"][:] = 0
            self.dict["player"][player] = 1
            self.dict["told"][:] = 0
            if heard:
                self.dict["told"][: len(heard)] = heard

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player can see, or with perfect recall, what it has been told, as text."""
        position = state.position
        if self.recalls:
            return f"{player}\n{position.told[player]}"
        return str(write_view(position.game, position.game.view_of(position.s, player), player))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games, with its parameters."""

    def __init__(self, game: Game, kind: Any, params: Mapping[str, Any] | None) -> None:
        values = {**_parameters(game), **(params or {})}
        self.game = game
        seats, variant = values["players"], values["variant"] or None
        options = {option.name: values[option.name] for option in game.options if option.name in (params or {})}
        for option in game.options:
            if option.or_none and options.get(option.name) == -1:
                options[option.name] = None
        self.values = game.option_values(seats, variant, options)
        for name, kinds in (("episode", ("hand", "game")), ("reward", ("points", "win"))):
            if values[name] not in kinds:
                raise InvalidOption(f"{name} must be {' or '.join(map(repr, kinds))}, not {values[name]!r}")
        if not -1 <= values["dealer"] < seats:
            raise InvalidOption(
                f"dealer must be a seat from 0 to {seats - 1}, or -1 for chance, not {values['dealer']}"
            )
        self.dealer = values["dealer"]
        self.deck = tuple(parse_cards(values.get("deck") or list(TEXTS)))
        self.layout = Layout.of(game, seats)
        self.terms = Terms()
        self.terms.most_hands = 1 if values["episode"] == "hand" else LONGEST
        self.terms.by_win = int(values["reward"] == "win")
        self.terms.sign = 1 if game.showing.score.best == "high" else -1
        most = 1.0 if self.terms.by_win else MOST_POINTS
        outcomes = DECK_SIZE if issubclass(game.state, CardState) else len(_SETS[MOST_DICE])
        moves = len(game.moves.texts)
        info = pyspiel.GameInfo(moves, outcomes, seats, -most, most, 0.0, LONGEST)
        first = game.new_state(seats, self.values, self.dealer)
        dealers = seats if self.dealer == NOBODY else 0
        Position(
            game, game.new_state(seats, self.values, 0), self.deck, 0, self.terms
        )  # refuses a deck that is too short
        self.first = Position(game, first, self.deck, dealers, self.terms)
        """The position before anything has been decided."""
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        """Return the initial state."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer."""
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        return Observer(self.layout, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _parameters(game: Game) -> dict[str, Any]:
    """Return the parameters of a game, with their defaults."""
    own = {"deck": ""} if issubclass(game.state, CardState) else {}
    options = {option.name: -1 if option.default is None else option.default for option in game.options}
    general = {"players": game.default_seats, "variant": "", "episode": "hand", "reward": "points", "dealer": -1}
    return {**general, **own, **options}


def register(game: Game) -> None:
    """Register a game with OpenSpiel as ``knockroll_<name>``."""
    is_cards = issubclass(game.state, CardState)
    information = pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if is_cards else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )

    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, kind, params)

    pyspiel.register_game(kind, Registered)


for _name in game_names():
    register(get_game(_name))

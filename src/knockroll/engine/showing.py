"""How a game is shown: the data and words from which every front end draws any game.

A front end knows cards, dice, piles, spreads, seats and words; it never knows a game. Besides views and events it needs
a :class:`Showing`: plain data that the API serves with the game. A table also calls three functions of the game:

``read(v, seat)``
    What a seat's view means to a person: a :class:`Reading`, which is part of the view.
``refuse(v, move)``
    Why the seat to move may not make this move, in words. It gets that seat's view, so that the reason cannot reveal
    anything else.
``end(s)``
    How the hand that has just ended came out: an :class:`Account` with its clause and its arithmetic. ``s.turn`` is
    already the next seat or NOBODY: a game whose account names the seat that moved last stores that seat in its state,
    or reads it from ``s.points``.

Texts are sentences with placeholders, see :mod:`knockroll.engine.words`. They are in the past tense, so that they are
right for "You" and for any name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

Takes = Literal["", "card", "cards", "place", "dice"]
"""What a verb needs: nothing, one card, several cards, a card and a place (``hit 8c on 1``), or dice."""
Cue = Literal["", "card", "deal", "knock", "dice", "good", "bad"]
"""The sound of an event."""


class Data(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Plain data that JSON can write; omitted fields have their defaults."""


# --- What can be done ----------------------------------------------------------------------------------------------


class Verb(Data, frozen=True, kw_only=True):
    """A kind of move: all legal moves that begin with its word."""

    word: str
    """The beginning of the moves: ``draw stock``, ``knock``."""
    label: str
    """The text of its button: ``Knock``."""
    phrase: str
    """The words for it in a list of what can be done: ``take the discard``."""
    key: str
    """The key that does it. No other verb that may be legal at the same time has the same key, and it is not one of
    :data:`knockroll.engine.words.RESERVED_KEYS`."""
    takes: Takes = ""
    """What a player has to choose with it."""
    asks: str = ""
    """The prompt while a player chooses the card or cards: ``Choose a card to discard and knock``."""
    worth: str = ""
    """The words for a number of ``Reading.worth``: ``with {n}``, ``{n} dice``."""
    worth_one: str = ""
    """The words for the number 1, if they differ from ``worth``: ``{n} die``."""
    usual: bool = False
    """Whether choosing a card means this verb unless another is chosen: the plain discard."""
    any_card: bool = False
    """Whether any allowed card will do: then the first one is used."""
    at_place: str = ""
    """The text of a button for one card and place: ``Add {cards} to {owner's} {meld}``; a meld is a set or a run."""
    follows: str = ""
    """A verb that can be combined with this one: that move is made first, then this one. For example, dice are set
    aside and thrown again in one step."""


# --- What lies on the table ----------------------------------------------------------------------------------------


class Pile(Data, frozen=True, kw_only=True, tag_field="is", tag="pile"):
    """A pile of cards. Its field of the view is a number of covered cards, or a list of cards, the top one last."""

    place: str
    """The name of the pile in the ``source`` and ``target`` of events."""
    label: str
    """What people call it."""
    field: str
    """The field of the view."""
    take: str = ""
    """The verb that takes the top card."""
    put: tuple[str, ...] = ()
    """The verbs that put a card there."""
    only_top: bool = False
    """Whether no one may look through the pile. During the hand, front ends and logs then name only the top card."""


class Spreads(Data, frozen=True, kw_only=True, tag_field="is", tag="spreads"):
    """Melds on the table: a list of ``{number, cards, owner}``."""

    label: str
    """What people call them."""
    field: str
    """The field of the view."""
    put: tuple[str, ...] = ()
    """The verbs that add a card to a spread."""


class OpenHands(Data, frozen=True, kw_only=True, tag_field="is", tag="open hands"):
    """Hands that lie open before the hand is over: fields of the view with a row for each seat."""

    field: str
    """The field with the cards of each seat; empty where a hand is covered."""
    melds: str = ""
    """How they are arranged."""
    added: str = ""
    """The field with the cards that each seat laid off on another's melds."""


class Dice(Data, frozen=True, kw_only=True, tag_field="is", tag="dice"):
    """Dice in a row."""

    label: str
    """What people call them."""
    field: str
    """The field of the view."""
    choose: str = ""
    """The verb that chooses some of the dice."""
    slots: int = 0
    """The number of places to draw, empty or not."""
    none: str = ""
    """What to say when there are no dice."""


class Total(Data, frozen=True, kw_only=True, tag_field="is", tag="total"):
    """A number for everyone to see, such as a turn score."""

    label: str
    """What people call it."""
    field: str
    """The field of the view."""
    adds: str = ""
    """A verb whose worth would be added to the total."""


Part = Pile | Spreads | OpenHands | Dice | Total


# --- Seats and scores ----------------------------------------------------------------------------------------------


class Mark(Data, frozen=True, kw_only=True):
    """A word beside a player's name, from a field of the view."""

    field: str
    """The field of the view."""
    text: str
    """The word to show, with ``{n}`` if the field has numbers."""
    kind: Literal["seat", "seats", "numbers"] = "seat"
    """Whether the field is a seat or null, a list of seats, or a list with a number for each seat."""
    at_least: int = 1
    """The lowest number that shows the mark."""


class Score(Data, frozen=True, kw_only=True):
    """What a score counts and how it is shown."""

    one: str
    """``strike``"""
    many: str
    """``strikes``"""
    best: Literal["high", "low"] = "high"
    """Whether a high or a low score is good."""
    style: Literal["number", "marks", "signed", "race"] = "number"
    """A number; a row of marks up to the limit; a number with its sign, as chips are counted; a race to the limit."""
    limit: str = ""
    """The option with the limit of a score: a target to reach, or the strikes that put a player out."""
    survival: bool = False
    """Whether players are ranked by how long they stayed in the game, and by score only where that is equal."""


class Round(Data, frozen=True, kw_only=True):
    """The unit that a game consists of: a hand, or a turn of dice."""

    one: str = "hand"
    """The word for one: ``hand``."""
    many: str = "hands"
    """The word for several: ``hands``."""
    pauses: bool = True
    """Whether to pause at its end, so that people can look at the result."""
    number: str = ""
    """The option with how many are played."""
    in_turn: bool = False
    """Whether each is one player's turn. Scoreboards then show a round, one turn of everyone, as one column."""
    nothing: str = ""
    """The word for one that scores nothing."""
    has_winner: bool = True
    """Whether someone wins it. Otherwise there are only losers, and front ends mark no winner."""


class Holding(Data, frozen=True, kw_only=True):
    """What players hold."""

    size: int = 0
    """Cards dealt to each player; 0 in games without cards."""
    size_option: str = ""
    """The option with the number of cards, if there is one."""
    drawn: int = 1
    """How many extra cards a player may hold within a turn."""
    count: str = ""
    """The word for ``Reading.count`` and the counts of a showdown: ``deadwood``."""
    best: Literal["high", "low"] = "low"
    """Whether a high or a low count is good."""
    melds: bool = True
    """Whether hands are sorted into melds. Otherwise ``Reading.melds`` are the cards that count."""


# --- Options -------------------------------------------------------------------------------------------------------


class OptionWords(Data, frozen=True, kw_only=True):
    """The words for an option. ``Option`` itself says what it does."""

    label: str
    """The name that people see: ``Bonus for gin``."""
    clause: str = ""
    """The clause of the rule book that the option changes."""
    said: Mapping[str, str] = {}
    """Words for values that would not explain themselves (``none``, ``49_50``, ``0``), by how they are typed."""


class OptionGroup(Data, frozen=True, kw_only=True):
    """Options that belong together."""

    title: str
    """The heading of the group."""
    options: Mapping[str, OptionWords]
    """The options of the group, by name."""


# --- What things are worth -----------------------------------------------------------------------------------------


class Worth(Data, frozen=True, kw_only=True):
    """A line of the score card: what some dice, or something in words, are worth."""

    dice: tuple[int, ...] = ()
    """The dice that score."""
    label: str = ""
    """A name for the combination, if the dice are not enough: ``three pairs``."""
    points: int = 0
    """The points it is worth."""
    said: str = ""
    """What it is worth, if that is not a number: ``adds the three again``."""
    when: Mapping[str, bool | int | str] = {}
    """The option values with which the line applies; if empty, always."""


# --- How the game goes -----------------------------------------------------------------------------------------------


class Example(Data, frozen=True, kw_only=True):
    """Cards or dice that show what a sentence means."""

    pieces: tuple[str, ...]
    """Cards (``Ah``) or dice (``5``)."""
    text: str
    """The caption: ``a run: three or more in a row, one suit``."""


class Explanation(Data, frozen=True, kw_only=True):
    """One of the few paragraphs that teach a newcomer the game, with the usual rules."""

    title: str
    """The heading: ``Your turn``."""
    text: str
    """One to three short sentences."""
    examples: tuple[Example, ...] = ()
    """Pictures to show with the text."""


class SuddenEnd(Data, frozen=True, kw_only=True):
    """A note that a hand may be over before a player's first turn, so that no one is taken by surprise."""

    text: str
    """The note as a sentence: ``Anyone may knock with any hand, even before your first turn.``"""
    option: str = ""
    """The option that allows it, if it is not always possible."""
    value: str | int | bool | None = None
    """The value of that option that allows it."""


# --- What happens --------------------------------------------------------------------------------------------------


class Happening(Data, frozen=True, kw_only=True):
    """The words and sound of an event. Placeholders: ``{who} {cards} {dice} {n} {target} {count} {winners}``."""

    text: str = ""
    """The sentence for the log; empty if the event needs none."""
    short: str = ""
    """The words to show beside the seat's name: ``took {cards}``."""
    cue: Cue = ""
    """The sound to play."""
    banner: str = ""
    """A short text for a moment worth a pause: ``Hot dice``."""
    tone: Literal["", "good", "bad"] = ""
    """Whether the banner is good or bad news."""
    stands_out: bool = False
    """Whether to draw attention to the seat, as for a knock."""


# --- What the functions say ----------------------------------------------------------------------------------------


class Reading(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a seat's view means to a person. JSON writes all fields, for bots as well.

    ``{0}`` in a text stands for the player on seat 0.
    """

    melds: tuple[tuple[str, ...], ...] = ()
    """The melds of the hand in its best arrangement."""
    loose: tuple[str, ...] = ()
    """The cards of the hand that are in no meld."""
    count: int | None = None
    """What the hand counts now: its value, its deadwood, its points."""
    worth: Mapping[str, int] = {}
    """What a move would be worth, as a number: ``{"knock 7h": 4, "keep 1 5": 150}``. Only legal moves are listed."""
    then: Mapping[str, Mapping[str, int]] = {}
    """The worth of moves that may follow a move at once: ``{"keep 1 5": {"throw": 4, "bank": 450}}``."""
    warnings: Mapping[str, str] = {}
    """What to tell a person before a legal move that may surprise them, by move."""
    bold: Mapping[str, str] = {}
    """What to tell a beginner before a move that is likely to cost points, by verb. It is shown once for each verb."""
    prompt: str = ""
    """What to say before the list of possible moves: ``{1} knocked. Last turn``."""


class Term(Data, frozen=True):
    """One term of the sum of a seat's points: ``gin bonus``, 25."""

    text: str
    """What the points are for. With ``{n}`` the words include the amount: ``{0's} {n} deadwood``; otherwise front ends
    write the amount first."""
    amount: int
    """Points, strikes or chips; negative if they are lost."""


class Account(Data, frozen=True, kw_only=True):
    """How a hand ended. ``{0}`` in a text stands for the player on seat 0."""

    title: str
    """The headline: ``{1} went gin``."""
    detail: str = ""
    """The explanation, including ties and exceptions, in one or more sentences."""
    clause: str = ""
    """The clause of the rule book, if the game has one."""
    sums: tuple[tuple[Term, ...], ...] = ()
    """For each seat the terms that add up to its points."""
    notes: tuple[str, ...] = ()
    """For each seat a note to show beside its cards: ``laid off 5♥ on the run``, ``dropped``; may be empty."""
    counting: tuple[tuple[str, ...], ...] = ()
    """For each seat the cards that count, if not all do."""


class Showing(Data, frozen=True, kw_only=True):
    """Everything a front end needs to know about a game."""

    score: Score
    """What scores count and how they are shown."""
    middle: tuple[Part, ...]
    """What lies on the table, in display order."""
    verbs: tuple[Verb, ...]
    """All kinds of move."""
    events: Mapping[str, Happening]
    """Words and sounds by an event's kind, or by kind and source, such as ``draw stock``."""
    round: Round = Round()
    """The unit that the game consists of."""
    hand: Holding = Holding()
    """What players hold."""
    marks: tuple[Mark, ...] = ()
    """Words beside players' names."""
    prompts: Mapping[str, str] = {}
    """What to do in a phase, if a list of its verbs is not enough."""
    options: tuple[OptionGroup, ...] = ()
    """All options in words, in the order of the set-up form; if empty, front ends show the options' names."""
    worth: tuple[Worth, ...] = ()
    """The score card, in games that need one."""
    sudden: tuple[SuddenEnd, ...] = ()
    """Why a hand may be over before a player's first turn."""
    has_dealer: bool = True
    """Whether front ends show the dealer."""
    goal: str
    """How the game is won, in one sentence."""
    explanation: tuple[Explanation, ...] = ()
    """How the game goes: the goal, a turn, how a hand ends, scoring and winning. If empty, the goal has to do."""
    popularity: int = 0
    """How well known the game is, from 0 to 100: lists of games begin with the best known."""
    picture: tuple[str, ...] = ()
    """What stands for the game in a list of games: cards (``Ah``), dice (``5``), or nothing for a card face down."""

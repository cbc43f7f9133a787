"""How a game is told and shown: its own account of itself, from which every front end draws any game.

A front end knows cards, dice, piles, spreads, seats and words; it never knows a game. What it needs beside views and
events is a :class:`Showing`: plain data that the API serves with the game, and three functions that the table asks:

``read(v, seat)``
    What a seat's view means for the person there: a :class:`Reading`, which travels in the view.
``refuse(v, move)``
    Why the seat to move may not make this move now, in a person's words. It gets that seat's view, so that a reason
    cannot tell what the seat does not know.
``end(s)``
    How the hand that has just ended is told: an :class:`Account` with its clause and its arithmetic.
    ``s.turn`` is already the next seat's, or nobody's: a game whose account names the seat that moved last keeps that
    seat in its state, or reads it from ``s.points``.

Texts are sentences with places to fill in, see :mod:`knockroll.engine.words`. They are in the past tense, so that they
are right for "You" as for any name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

Takes = Literal["", "card", "cards", "place", "dice"]
"""What a verb needs beside itself: nothing, one card, several cards, a card and a place (``hit 8c on 1``), dice."""
Cue = Literal["", "card", "deal", "knock", "dice", "good", "bad"]
"""The sound of an event."""


class Data(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Plain data that JSON can write; what is left out has its default."""


# --- What can be done ----------------------------------------------------------------------------------------------


class Verb(Data, frozen=True, kw_only=True):
    """One thing that can be done: all legal moves that begin with its word."""

    word: str
    """As the moves begin: ``draw stock``, ``knock``."""
    label: str
    """On a button: ``Knock``."""
    phrase: str
    """In a sentence that lists what can be done: ``take the discard``."""
    key: str
    """The key that does it. No other verb that may be legal at the same time has it, and it is none of the letters of
    :data:`knockroll.engine.words.RESERVED_KEYS`."""
    takes: Takes = ""
    """What has to be chosen with it."""
    asks: str = ""
    """What to say when it waits for its card or cards: ``Choose a card to discard and knock``."""
    worth: str = ""
    """What ``Reading.worth`` says of a move, in words: ``with {n}``, ``{n} dice``."""
    worth_one: str = ""
    """The same for 1, where that is said in another way: ``{n} die``."""
    usual: bool = False
    """Whether a card that is chosen means this verb, unless another is named: the plain discard."""
    any_card: bool = False
    """Whether it makes no difference which of the cards allowed is taken: the first will do."""
    at_place: str = ""
    """On a button for one card and place: ``Add {cards} to {owner's} {meld}``. The meld is a "set" or a "run"."""
    follows: str = ""
    """A verb that this one may be named together with: first that move is made, then this one. Dice are set aside
    and thrown again, or banked, in one go."""


# --- What lies on the table ----------------------------------------------------------------------------------------


class Pile(Data, frozen=True, kw_only=True, tag_field="is", tag="pile"):
    """A pile of cards. Its field of the view is a number of covered cards, or a list of cards, the top one last."""

    place: str
    """What events call it, in ``source`` and ``target``."""
    label: str
    """What people call it."""
    field: str
    """The field of the view."""
    take: str = ""
    """The verb that takes the top card."""
    put: tuple[str, ...] = ()
    """The verbs that put a card there."""
    only_top: bool = False
    """Whether no one may look through the pile: while the hand is on, front ends and their logs name none of its cards
    but the top one."""


class Spreads(Data, frozen=True, kw_only=True, tag_field="is", tag="spreads"):
    """Melds on the table: a list of ``{number, cards, owner}``."""

    label: str
    """What people call them."""
    field: str
    """The field of the view."""
    put: tuple[str, ...] = ()
    """The verbs that add a card to one."""


class OpenHands(Data, frozen=True, kw_only=True, tag_field="is", tag="open hands"):
    """Hands that lie open before the hand is over: fields with a row for each seat."""

    field: str
    """All cards of each seat; none if its hand is covered."""
    melds: str = ""
    """How they are arranged."""
    added: str = ""
    """What each seat added to the melds of another."""


class Dice(Data, frozen=True, kw_only=True, tag_field="is", tag="dice"):
    """Dice in a row."""

    label: str
    """What people call them."""
    field: str
    """The field of the view."""
    choose: str = ""
    """The verb that takes some of them."""
    slots: int = 0
    """How many places are drawn, empty or not."""
    none: str = ""
    """What to say where there are none."""


class Total(Data, frozen=True, kw_only=True, tag_field="is", tag="total"):
    """A number for everyone to see, such as a turn score."""

    label: str
    """What people call it."""
    field: str
    """The field of the view."""
    adds: str = ""
    """A verb whose worth would be added to it."""


Part = Pile | Spreads | OpenHands | Dice | Total


# --- Seats and scores ----------------------------------------------------------------------------------------------


class Mark(Data, frozen=True, kw_only=True):
    """A word beside a player's name, from a field of the view."""

    field: str
    """The field of the view."""
    text: str
    """With ``{n}``, if the field has numbers."""
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
    """The option that a score is held against: a target to reach, or the strikes that put a player out."""
    survival: bool = False
    """Whether players are ranked by how long they stayed in the game, and by score only where that is equal."""


class Round(Data, frozen=True, kw_only=True):
    """What a game is played in."""

    one: str = "hand"
    """What one of them is called: ``hand``."""
    many: str = "hands"
    """What several are called: ``hands``."""
    pauses: bool = True
    """Whether people want to look at its end before the next one begins."""
    number: str = ""
    """The option that says how many are played."""
    in_turn: bool = False
    """Whether each is one player's turn. Scoreboards then show a round, in which everyone has a turn, as one column."""
    nothing: str = ""
    """What it is called when it brings its player no points."""
    has_winner: bool = True
    """Whether someone wins it. Otherwise it only has losers, and front ends mark no one as its winner."""


class Holding(Data, frozen=True, kw_only=True):
    """What players hold."""

    size: int = 0
    """Cards dealt to each; 0 if there are no cards."""
    size_option: str = ""
    """The option that says how many, where there is one."""
    drawn: int = 1
    """How many more a player may hold within a turn."""
    count: str = ""
    """What ``Reading.count`` and the counts of a showdown are called: ``deadwood``."""
    best: Literal["high", "low"] = "low"
    """Whether a high or a low count is good."""
    melds: bool = True
    """Whether hands are sorted into melds. Otherwise ``Reading.melds`` are the cards that count."""


# --- Options -------------------------------------------------------------------------------------------------------


class OptionWords(Data, frozen=True, kw_only=True):
    """How an option is told to people. What it does is said by the option itself."""

    label: str
    """What people call it: ``Bonus for gin``."""
    clause: str = ""
    """The clause of the rule book that it changes."""
    said: Mapping[str, str] = {}
    """Values in words, by how they are typed (``none``, ``49_50``, ``0``), where that is no word of a person's."""


class OptionGroup(Data, frozen=True, kw_only=True):
    """Options that belong together."""

    title: str
    """What they are about."""
    options: Mapping[str, OptionWords]
    """By name."""


# --- What things are worth -----------------------------------------------------------------------------------------


class Worth(Data, frozen=True, kw_only=True):
    """A line of the score card: what dice, or something that is put in words, are worth."""

    dice: tuple[int, ...] = ()
    """The dice that score."""
    label: str = ""
    """What it is, where dice alone do not say it: ``three pairs``."""
    points: int = 0
    """What they are worth."""
    said: str = ""
    """What it is worth, where that is no number: ``adds the three again``."""
    when: Mapping[str, bool | int | str] = {}
    """The values of options with which it holds; always, if there are none."""


# --- How the game goes -----------------------------------------------------------------------------------------------


class Example(Data, frozen=True, kw_only=True):
    """Cards or dice that show what a sentence means."""

    pieces: tuple[str, ...]
    """Cards (``Ah``) or dice (``5``)."""
    text: str
    """What they are: ``a run: three or more in a row, one suit``."""


class Explanation(Data, frozen=True, kw_only=True):
    """One of the few paragraphs from which a newcomer learns the game, with the usual rules."""

    title: str
    """What it is about: ``Your turn``."""
    text: str
    """One to three short sentences."""
    examples: tuple[Example, ...] = ()
    """Pictures that go with it."""


class SuddenEnd(Data, frozen=True, kw_only=True):
    """Why a hand may be over before a player's first turn, so that it takes no one by surprise."""

    text: str
    """In a sentence: ``Anyone may knock with any hand, even before your first turn.``"""
    option: str = ""
    """The option that allows it, where it is not always so."""
    value: str | int | bool | None = None
    """The value of that option with which it is so."""


# --- What happens --------------------------------------------------------------------------------------------------


class Happening(Data, frozen=True, kw_only=True):
    """How an event is told and heard. Places: ``{who} {cards} {dice} {n} {target} {count} {winners}``."""

    text: str = ""
    """A sentence for the log; nothing if the event is not worth one."""
    short: str = ""
    """What the seat did, to be read beside its name: ``took {cards}``."""
    cue: Cue = ""
    """The sound to play."""
    banner: str = ""
    """A moment worth a pause: ``Hot dice``."""
    tone: Literal["", "good", "bad"] = ""
    """Whether the banner is good or bad news."""
    stands_out: bool = False
    """Whether to draw attention to the seat: a knock."""


# --- What the functions say ----------------------------------------------------------------------------------------


class Reading(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat's position read for a person. JSON writes all of it, for bots as well.

    ``{0}`` in a text stands for the player on seat 0.
    """

    melds: tuple[tuple[str, ...], ...] = ()
    """The melds of the hand in its best arrangement."""
    loose: tuple[str, ...] = ()
    """The cards of the hand that are in no meld."""
    count: int | None = None
    """What the hand counts as it stands: its value, its deadwood, its points."""
    worth: Mapping[str, int] = {}
    """A number that says what a move would mean, where it is not plain: ``{"knock 7h": 4, "keep 1 5": 150}``. The table
    leaves out moves that are not legal now."""
    then: Mapping[str, Mapping[str, int]] = {}
    """After a move that others may follow at once, the worth of those: ``{"keep 1 5": {"throw": 4, "bank": 450}}``."""
    warnings: Mapping[str, str] = {}
    """What a person should be told before a legal move that may surprise them."""
    bold: Mapping[str, str] = {}
    """By verb, what a beginner should be told before a move that is likely to cost. Front ends ask once for each verb,
    not every time."""
    prompt: str = ""
    """What a person should know before the list of what can be done: ``{1} knocked. Last turn``."""


class Term(Data, frozen=True):
    """One summand of a seat's points: ``gin bonus``, 25."""

    text: str
    """What it is for. With ``{n}`` the amount is part of the words: ``{0's} {n} deadwood``; otherwise front ends write
    the amount before them."""
    amount: int
    """Points, strikes or chips; below 0 if they are taken away."""


class Account(Data, frozen=True, kw_only=True):
    """How a hand ended. ``{0}`` in a text stands for the player on seat 0."""

    title: str
    """``{1} went gin``"""
    detail: str = ""
    """Why it came out so, ties and exceptions included, in one or more sentences."""
    clause: str = ""
    """The clause of the rule book, if the game has one."""
    sums: tuple[tuple[Term, ...], ...] = ()
    """For each seat the summands of its points; they add up to them."""
    notes: tuple[str, ...] = ()
    """For each seat what else is to be said beside its cards: ``laid off 5♥ on the run``, ``dropped``; or nothing."""
    counting: tuple[tuple[str, ...], ...] = ()
    """For each seat the cards that count, where not all do."""


class Showing(Data, frozen=True, kw_only=True):
    """Everything a front end has to know about a game."""

    score: Score
    """What scores count, and how they are shown."""
    middle: tuple[Part, ...]
    """What lies on the table, in the order in which to show it."""
    verbs: tuple[Verb, ...]
    """What can be done."""
    events: Mapping[str, Happening]
    """By an event's kind, or its kind and source, such as ``draw stock``."""
    round: Round = Round()
    """What it is played in."""
    hand: Holding = Holding()
    """What players hold."""
    marks: tuple[Mark, ...] = ()
    """Words beside players' names."""
    prompts: Mapping[str, str] = {}
    """What to do in a phase, where a list of its verbs is not enough."""
    options: tuple[OptionGroup, ...] = ()
    """All options in words, in the order of a form; if empty, front ends show the options' names."""
    worth: tuple[Worth, ...] = ()
    """The score card, where people want to have one at hand."""
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

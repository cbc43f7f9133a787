"""A person at the table: sees what the page shows, and acts on what has a role and a name.

Which moves are legal, and what they are called, is asked of the server; that the page offers them is what is tested.
Nothing here knows a game: a person can play any.
"""

from __future__ import annotations

import random
import re
import time
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, Position

from knockroll.engine.showing import Dice, Pile, Showing, Verb

RANKS = dict(zip("A23456789TJQK", ["ace", *"23456789", "10", "jack", "queen", "king"], strict=True))
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
POINTS = {rank: min(10, number) for number, rank in enumerate("A23456789TJQK", start=1)}

CORNER = Position(x=12, y=16)
"""Where a card is seen, however many lie on it."""
STATE = """() => {
  const felt = document.querySelector("main.felt");
  return {
    shown: felt?.dataset.shown ?? null,
    yours: Boolean(document.querySelector(".prompt.now")),
    over: Boolean(document.querySelector(".showdown")),
    end: Boolean(document.querySelector(".final")),
  };
}"""


def card_name(card: str) -> str:
    """The card 7h is the 7 of hearts."""
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


class Person:
    """Plays one seat by mouse, or by keyboard alone."""

    def __init__(self, page: Page, keyboard: bool = False, seed: int = 1) -> None:
        self.page = page
        self.keyboard = keyboard
        self.chance = random.Random(seed)
        self.moves = 0
        self._games: dict[str, dict[str, Any]] = {}
        self.favourite: str | None = None
        """A move that is made whenever it is legal."""

    # --- Coming to a table ------------------------------------------------------------------------------------------

    @property
    def origin(self) -> str:
        return "/".join(self.page.url.split("/")[:3])

    @property
    def table(self) -> str:
        return self.page.url.rsplit("/", 1)[-1]

    def play_now(self, game: str) -> None:
        title = self.about(game)["title"]
        self.page.get_by_role("button", name=f"Play now: {title}", exact=True).click()
        self.page.wait_for_url("**/table/*")

    def open_table(self, game: str, seats: int | None = None, **options: Any) -> None:
        """A table with special options, for short games."""
        seats = self.about(game)["default_seats"] if seats is None else seats
        places = [{"kind": "person"}, *[{"kind": "computer"}] * (seats - 1)]
        plan = {"game": game, "seats": places, "options": options}
        table = self.page.request.post(f"{self.origin}/api/tables", data=plan).json()["table"]["id"]
        self.page.request.post(f"{self.origin}/api/tables/{table}/sit", data={"name": "Ann"})
        self.page.goto(f"{self.origin}/table/{table}")

    def about(self, game: str) -> dict[str, Any]:
        if not self._games:
            games = self.page.request.get(f"{self.origin}/api/games").json()["games"]
            self._games = {about["name"]: about for about in games}
        return self._games[game]

    def showing(self, game: str) -> Showing:
        return msgspec.convert(self.about(game)["showing"], Showing)

    def view(self) -> tuple[int, dict[str, Any]]:
        answer = self.page.request.get(f"{self.origin}/api/tables/{self.table}/view").json()
        return answer["seq"], answer["view"]

    # --- Seeing -----------------------------------------------------------------------------------------------------

    def wait(self, seconds: float = 60.0) -> str:
        """Wait for something to do: ``turn``, ``over`` (a hand) or ``end`` (the game)."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            state = self.page.evaluate(STATE)
            if state["over"]:
                return "over"
            if state["end"]:
                return "end"
            if state["yours"] and state["shown"]:
                return "turn"
            self.page.wait_for_timeout(10)
        raise AssertionError(f"nothing happens: {self.page.evaluate(STATE)}")

    def my_turn(self) -> None:
        """Wait for a turn of mine; a hand that is over before it is looked at and left."""
        for _ in range(30):
            match self.wait():
                case "turn":
                    return
                case "over":
                    self.go_on()
                case _:
                    self.button("Play again").click()
        raise AssertionError("it is never my turn")

    def button(self, name: str) -> Locator:
        """The button of this name; what it would mean may follow: ``Roll, 6 dice``."""
        return self.page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}(, .*)?$"))

    # --- Acting -----------------------------------------------------------------------------------------------------

    def act(self, name: str, key: str) -> None:
        if self.keyboard:
            self.page.keyboard.press(key)
        else:
            self.button(name).first.click()

    def card(self, card: str) -> None:
        if not self.keyboard:
            self.button(card_name(card)).click(position=CORNER)
            return
        for _ in range(12):
            self.page.keyboard.press("ArrowRight")
            if self.page.evaluate("document.activeElement.getAttribute('aria-label')") == card_name(card):
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"no way to {card_name(card)} by keyboard")

    def go_on(self) -> None:
        if self.keyboard:
            self.page.keyboard.press("c")
        else:
            self.button("Continue").click()

    def turn(self) -> str:
        """Make one move; returns it."""
        seq, view = self.view()
        showing = self.showing(view["game"])
        move = self.choose(view, showing)
        self.make(view, showing, move)
        self.moves += 1
        until = time.monotonic() + 60
        while time.monotonic() < until:
            state = self.page.evaluate(STATE)
            if state["over"] or state["end"] or (state["shown"] and int(state["shown"]) > seq):
                return move
            self.page.wait_for_timeout(5)
        raise AssertionError(f"{move!r} had no effect: {self.page.locator('#toast').inner_text()}")

    def play_to_the_end(self, most: int = 1000) -> None:
        for _ in range(most):
            match self.wait():
                case "turn":
                    self.turn()
                case "over":
                    self.go_on()
                case _:
                    return
        raise AssertionError("the game does not end")

    def choose(self, view: dict[str, Any], showing: Showing) -> str:
        """A plain and hasty way to play, so that games are short and everything happens."""
        legal: list[str] = view["legal"]
        worth: dict[str, int] = view["reading"]["worth"]
        if self.favourite in legal:
            return self.favourite
        verb = self.chance.choice([verb for verb in showing.verbs if moves_of(verb, legal)])
        moves = moves_of(verb, legal)
        if verb.takes == "dice":
            return max(moves, key=lambda move: worth.get(move, 0))
        if verb.takes == "card" and not verb.usual:
            return min(moves, key=lambda move: worth.get(move, 0))
        if verb.usual:
            loose = [move for move in moves if move.split()[-1] in view["reading"]["loose"]] or moves
            return max(loose, key=lambda move: POINTS[move.split()[-1][0]])
        return self.chance.choice(moves)

    def make(self, view: dict[str, Any], showing: Showing, move: str) -> None:
        verb = max((verb for verb in showing.verbs if moves_of(verb, [move])), key=lambda verb: len(verb.word))
        rest = move.removeprefix(verb.word).split()
        selects = any(one.takes in ("cards", "place") for one in showing.verbs)
        match verb.takes:
            case "":
                piles = [part.label for part in showing.middle if isinstance(part, Pile) and part.take == verb.word]
                self.act(piles[0] if piles else verb.label, verb.key)
            case "card" if verb.usual:
                self.card(rest[0])
                if selects:
                    self.act(verb.label, verb.key)
            case "card":
                self.act(verb.label, verb.key)
                if not verb.any_card:
                    self.card(rest[0])
            case "cards":
                for card in rest:
                    self.card(card)
                self.act(verb.label, verb.key)
            case "place":
                self.card(rest[0])
                if self.keyboard and rest[-1] == _first_place(view, move):
                    self.page.keyboard.press(verb.key)
                else:  # keys are for the first
                    places = [move for move in view["legal"] if move.startswith(f"{verb.word} {rest[0]} ")]
                    self.page.locator(".actions .placing").nth(places.index(move)).click()
            case "dice":
                self.take_dice(view, showing, verb, rest)
        if move in view["reading"]["warnings"]:
            self.page.get_by_role("dialog").get_by_role("button", name=verb.label, exact=True).click()

    def take_dice(self, view: dict[str, Any], showing: Showing, verb: Verb, faces: list[str]) -> None:
        """Choose dice, and what follows at once, if something does."""
        (row,) = (part for part in showing.middle if isinstance(part, Dice) and part.choose == verb.word)
        dice = [str(face) for face in view[row.field]]
        for face in faces:
            place = dice.index(face)
            dice[place] = ""
            if self.keyboard:
                self.page.keyboard.press(str(place + 1))
            else:
                self.button(f"Die {place + 1}: {face}").click()
        possible = view["reading"]["then"].get(" ".join([verb.word, *faces]), {})
        then = [one for one in showing.verbs if one.word in possible] or [verb]
        chosen = self.chance.choice(then)
        self.act(chosen.label, chosen.key)


def moves_of(verb: Verb, legal: list[str]) -> list[str]:
    """The legal moves that begin with the verb's word."""
    return [move for move in legal if f"{move} ".startswith(f"{verb.word} ")]


def _first_place(view: dict[str, Any], move: str) -> str:
    """The place that the key of this move's button means."""
    same: list[str] = [other for other in view["legal"] if other.split()[:2] == move.split()[:2]]
    return same[0].split()[-1]

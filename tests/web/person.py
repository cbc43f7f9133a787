"""A person at the table: sees what the page shows, and acts on what has a role and a name.

Which moves are legal, and what they mean, is asked of the server; that the page offers them is what is tested.
"""

from __future__ import annotations

import random
import time
from typing import Any

from playwright.sync_api import Locator, Page

TITLES = {
    "thirty_one": "Thirty-One",
    "gin_rummy": "Gin Rummy",
    "tunk": "Tunk",
    "tonk": "Tonk",
    "farkle": "Farkle",
}
RANKS = dict(zip("A23456789TJQK", ["ace", *"23456789", "10", "jack", "queen", "king"], strict=True))
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
POINTS = {rank: min(10, number) for number, rank in enumerate("A23456789TJQK", start=1)}

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
        self.page.get_by_role("button", name=f"Play now: {TITLES[game]}").click()
        self.page.wait_for_url("**/table/*")

    def open_table(self, game: str, seats: int, **options: Any) -> None:
        """A table with options of its own, for short games."""
        places = [{"kind": "person"}, *[{"kind": "computer"}] * (seats - 1)]
        plan = {"game": game, "seats": places, "options": options}
        table = self.page.request.post(f"{self.origin}/api/tables", data=plan).json()["table"]["id"]
        self.page.request.post(f"{self.origin}/api/tables/{table}/sit", data={"name": "Ann"})
        self.page.goto(f"{self.origin}/table/{table}")

    def view(self) -> tuple[int, dict[str, Any]]:
        answer = self.page.request.get(f"{self.origin}/api/tables/{self.table}/view").json()
        return answer["seq"], answer["view"]

    # --- Seeing -----------------------------------------------------------------------------------------------------

    def wait(self, seconds: float = 20.0) -> str:
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
        return self.page.get_by_role("button", name=name, exact=True)

    # --- Acting -----------------------------------------------------------------------------------------------------

    def act(self, name: str, key: str) -> None:
        if self.keyboard:
            self.page.keyboard.press(key)
        else:
            self.button(name).first.click()

    def card(self, card: str) -> None:
        if not self.keyboard:
            self.button(card_name(card)).click()
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
        move = self.choose(view)
        self.make(view, move)
        self.moves += 1
        until = time.monotonic() + 10
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

    def choose(self, view: dict[str, Any]) -> str:
        """A plain and hasty way to play, so that games are short and everything happens."""
        legal: list[str] = view["legal"]
        reading = view["reading"]
        if self.favourite in legal:
            return self.favourite
        by_word: dict[str, list[str]] = {}
        for move in legal:
            by_word.setdefault(move.split()[0], []).append(move)
        if "keep" in by_word:
            return max(by_word["keep"], key=lambda move: int(reading["meanings"][move]))
        if "bank" in by_word:
            return "bank" if view["turn_score"] >= 300 or self.chance.random() < 0.5 else "throw"
        for word in ("gin", "tunk", "spread", "hit"):
            if word in by_word:
                return by_word[word][0]
        if "knock" in by_word and len(by_word["knock"]) > 1:
            return min(by_word["knock"], key=lambda move: int(reading["meanings"][move].split()[-1]))
        if "knock" in legal and reading["count"] >= 20:
            return "knock"
        if "drop" in legal and reading["count"] < 20:
            return "drop"
        if "draw" in by_word:
            return self.chance.choice(by_word["draw"])
        if "discard" in by_word:
            loose = [move for move in by_word["discard"] if move.split()[1] in reading["loose"]] or by_word["discard"]
            return max(loose, key=lambda move: POINTS[move.split()[1][0]])
        return legal[0]

    def make(self, view: dict[str, Any], move: str) -> None:
        word, *rest = move.split()
        match word:
            case "draw":
                self.act("Stock" if rest == ["stock"] else "Discard pile", "s" if rest == ["stock"] else "d")
            case "discard" if view["game"] == "tonk":
                self.card(rest[0])
                self.act("Discard", "x")
            case "discard":
                self.card(rest[0])
            case "knock" if rest:
                self.act("Knock", "k")
                self.card(rest[0])
            case "knock" | "tunk" | "drop":
                self.act(word.capitalize(), "k")
            case "gin":
                self.act("Gin", "g")
            case "pass":
                self.act("Pass", "p")
            case "spread":
                for card in rest:
                    self.card(card)
                self.act("Spread", "p")
            case "hit":
                self.card(rest[0])
                self.act(f"Hit {rest[2]}", "h")
            case "throw":
                self.act("Throw", "t")
            case "bank":
                self.act("Bank", "b")
            case "keep":
                self.keep(view, rest)
            case _:
                raise AssertionError(f"how is {move!r} made?")

    def keep(self, view: dict[str, Any], faces: list[str]) -> None:
        """Set dice aside, and bank or throw the others."""
        dice = [str(face) for face in view["dice"]]
        for face in faces:
            place = dice.index(face)
            dice[place] = ""
            if self.keyboard:
                self.page.keyboard.press(str(place + 1))
            else:
                self.button(f"Die {place + 1}: {face}").click()
        worth = view["turn_score"] + int(view["reading"]["meanings"][" ".join(["keep", *faces])])
        bank = worth >= 300 or self.chance.random() < 0.3
        self.act("Bank" if bank else "Throw", "b" if bank else "t")

"""The states of the page, each with how one gets there: for those who look at all of them (:mod:`tests.web.sheets`)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice

from playwright.sync_api import Page, expect

import knockroll
from knockroll.server.api.catalogue import plan_of
from knockroll.server.api.models import ComputerSeat, NewTable, PersonSeat
from knockroll.server.tables import requests
from knockroll.server.tables.room import Frame
from tests.games import thirty_one_tables
from tests.helpers import deck
from tests.web.person import Person
from tests.web.staged import CHOOSE, Position, Stage, Staged, fullest, resize, seen_at
from tests.web.test_endings import a_knock_that_held
from tests.web.test_warnings import empty_stock

Reach = Callable[[Page, str], None]
"""Brings a page, of a server with that address, to a state."""
SECRET = b"as somebody sees it who looks at everything"


class Solo(Staged):
    """One person against computer players, which have faces."""

    def __init__(self, game: str, variant: str | None, seats: int) -> None:
        super().__init__(game, variant, SECRET, seats, ("Ann",))
        names = islice(cycle(player.name for player in knockroll.get_game(game).players), seats - 1)
        plan = NewTable(game=game, variant=variant, seats=[PersonSeat(), *map(ComputerSeat, names)])
        self.room = type(self.room)("staged", plan_of(plan, host="token 0"), SECRET)

    def sit_down(self) -> Iterator[Frame]:
        """The person does."""
        yield from self.apply(requests.sit(self.room, None, "Ann", "token 0", None, None))


ONCE = ("waiting for people", "about to begin", "out of the game")
"""What looks much the same at tables of any size."""


def tables(game: str) -> Iterator[tuple[str, Reach]]:
    """What one sees of a game: all of it at the usual table, the rest with two and with most seats; what others see."""
    rules = knockroll.get_game(game)
    variant = next(iter(rules.variants), None)
    tables = {
        "usual": Solo(game, None, rules.default_seats),
        "for two": Solo(game, variant, 2),
        "full": Solo(game, None, rules.max_seats),
    }
    for crowd, staged in tables.items():
        for position in fullest(staged.seen_by(0)):
            kind = position.name.partition(" (")[0]
            name = f"{game} {crowd} {kind.replace(': ', ' ')}"
            if crowd == "usual" or kind not in ONCE:
                yield name, partial(show, position)
            if crowd == "usual" and kind.startswith("your turn"):
                yield f"{name} chosen", partial(choose, position)
    waiting, *_ = Staged(game, None, SECRET, rules.default_seats).seen_by(0)
    yield f"{game} people waiting", partial(show, waiting)
    watched = {one.name: one for one in fullest(Staged(game, None, SECRET, rules.default_seats).seen_by(None))}
    yield f"{game} spectator", partial(show, watched["the others' turn"])


def show(position: Position, page: Page, origin: str) -> None:
    """A moment of a game."""
    Stage(page, origin).show(position)


def choose(position: Position, page: Page, origin: str) -> None:
    """A moment of a game, with what can be chosen chosen."""
    show(position, page, origin)
    page.evaluate(CHOOSE)


def visit(path: str, ready: str, page: Page, origin: str) -> None:
    """A page without a table."""
    page.goto(origin + path)
    expect(page.locator(ready).first).to_be_visible()
    page.wait_for_load_state("networkidle")


def returning(page: Page, origin: str) -> None:
    """The lobby for somebody who has finished one game and left another."""
    person = Person(page)
    page.goto(origin)
    person.open_table("farkle", 2, target=1000)
    person.play_to_the_end()
    page.goto(origin)
    person.play_now("thirty_one")
    person.my_turn()
    visit("/", ".picture", page, origin)


def newcomer(page: Page, origin: str) -> None:
    """The first table of somebody's life."""
    page.add_init_script("localStorage.setItem('knockroll', JSON.stringify({ name: 'Ann', speed: 'off' }))")
    page.goto(origin)
    person = Person(page)
    person.play_now("thirty_one")
    person.my_turn()


def dialog(name: str, page: Page, origin: str) -> None:
    """A dialog at a table."""
    show(seen_at(thirty_one_tables.begin(4, deck(thirty_one_tables.low(4), "Js"))), page, origin)
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def asked(page: Page, origin: str) -> None:
    """A question before a move that may surprise."""
    show(empty_stock(), page, origin)
    page.keyboard.press("s")
    expect(page.get_by_role("dialog")).to_be_visible()


def vote(page: Page, origin: str) -> None:
    """Somebody wants to start over, and a hand has just ended."""
    table, move = a_knock_that_held()
    show(seen_at(table, move, starts_over=1), page, origin)


def closed(page: Page, origin: str) -> None:
    """A table that its host has closed."""
    position = seen_at(thirty_one_tables.begin(3, deck(thirty_one_tables.low(3), "Js")))
    show(Position("", position.hello.replace(b'"status":"running"', b'"status":"closed"')), page, origin)


def refused(page: Page, origin: str) -> None:
    """A move that is not allowed."""
    show(seen_at(thirty_one_tables.begin(3, deck(thirty_one_tables.low(3), "Js"))), page, origin)
    page.keyboard.press("s")
    expect(page.locator(".prompt.told")).to_be_visible()


def offline(page: Page, origin: str) -> None:
    """The connection is lost."""
    show(seen_at(thirty_one_tables.begin(3, deck(thirty_one_tables.low(3), "Js"))), page, origin)
    page.evaluate("window.stage.dispatchEvent(new CloseEvent('close'))")
    expect(page.get_by_role("alert")).to_be_visible()


def replay(game: str, seats: int, step: str, page: Page, origin: str, random: bool = False) -> None:
    """A finished game again, in its middle or at its end."""
    page.goto(f"{origin}/replay")
    page.get_by_label("Choose a saved game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": finished(game, seats, random)}
    )
    page.get_by_role("button", name="Step forward").wait_for()
    if step == "end":
        page.keyboard.press("End")
        return
    for _ in range(2 * seats + 1):
        page.get_by_role("button", name="Step forward").click()


def finished(game: str, seats: int, random: bool = False) -> bytes:
    """The record of a game between computer players; all of them move at random if it shall have errors."""
    table = knockroll.Table(game, seats=seats, seed=11)
    names = knockroll.player_names(game)
    sitters = [knockroll.player(game, name, seed=3) for name in (["Random"] * 3 if random else names[:3])]
    while table.turn is not None:
        table.play(sitters[table.turn % 3].choose(table.view(table.turn)))
    return json.dumps(table.record()).encode()


COMPILING = 600_000
"""Milliseconds until the code of a game may be compiled."""


def review(game: str, page: Page, origin: str) -> None:
    """A finished game with its review, at an error. Farkle for two is solved, so that nothing has to be compiled."""
    replay(game, 2, "middle", page, origin, random=True)
    page.get_by_role("button", name="Review this game").click()
    panel = page.get_by_role("region", name="Review")
    expect(panel.locator(".review-summary")).to_be_visible(timeout=COMPILING)
    expect(panel.get_by_role("button", name="Stop")).to_have_count(0, timeout=COMPILING)
    panel.get_by_role("button", name="Next error").click()


def learning(answered: bool, page: Page, origin: str) -> None:
    """Learning from mistakes: the question, or its answer."""
    review("farkle", page, origin)
    page.get_by_role("button", name="Learn from your mistakes").click()
    if answered:
        page.get_by_role("group", name="Learn from your mistakes").get_by_role("button", name="Show").click()


def known(game: str, seats: int, page: Page, origin: str) -> None:
    """What was known at a position of a finished game."""
    replay(game, seats, "middle", page, origin)
    page.get_by_role("button", name=re.compile("What was known|What is each")).click()
    expect(page.get_by_role("table", name="What if?")).to_be_visible(timeout=COMPILING)


def practice(game: str, page: Page, origin: str) -> None:
    """A practice table with a hint."""
    page.goto(f"{origin}/solo/{game}")
    page.get_by_role("switch", name="Practice table").check()
    page.get_by_role("button", name="Play", exact=True).click()
    Person(page).my_turn()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("region", name="Hint")).to_have_attribute("aria-busy", "false", timeout=COMPILING)


def details(page: Page, origin: str) -> None:
    """How a hand was scored."""
    table, move = a_knock_that_held()
    show(seen_at(table, move), page, origin)
    page.get_by_role("button", name="Details").click()


def opened(name: str, page: Page, origin: str) -> None:
    """The menu or the scores, which small windows fold away."""
    show(seen_at(thirty_one_tables.begin(4, deck(thirty_one_tables.low(4), "Js"))), page, origin)
    resize(page, (390, 844))
    page.get_by_role("button", name=name, exact=True).click()


def states() -> Iterator[tuple[str, Reach]]:
    """All of them, each with a name."""
    yield "lobby new", partial(visit, "/", ".picture")
    yield "lobby returning", returning
    for game in knockroll.game_names():
        yield f"set-up solo {game}", partial(visit, f"/solo/{game}", "form")
        yield f"rules first page {game}", partial(visit, f"/rules/{game}", ".lesson")
    yield "set-up friends", partial(visit, "/new/thirty_one", "form")
    yield "rules full", partial(visit, "/rules/tonk#full", "article.book h2")
    yield "replay empty", partial(visit, "/replay", ".drop")
    yield "missing table", partial(visit, "/table/nowhere", ".final")
    yield "missing page", partial(visit, "/nonsense", "main h1")
    yield "newcomer", newcomer
    for name in ("Settings", "Help", "Rules in force: Standard", "People", "React"):
        yield f"dialog {name.partition(':')[0]}", partial(dialog, name)
    yield "dialog asked", asked
    yield "details", details
    yield "opened menu", partial(opened, "Menu")
    yield "opened scores", partial(opened, "Scores")
    yield "vote", vote
    yield "closed table", closed
    yield "refused", refused
    yield "offline", offline
    for game in knockroll.game_names():
        yield from tables(game)
        rules = knockroll.get_game(game)
        yield f"replay {game} for two", partial(replay, game, 2, "middle")
        yield f"replay {game} full", partial(replay, game, rules.max_seats, "middle")
        yield f"replay {game} end", partial(replay, game, rules.default_seats, "end")
        yield f"practice {game}", partial(practice, game)
    for game in ("farkle", "gin_rummy"):
        yield f"review {game}", partial(review, game)
    yield "learning asked", partial(learning, False)
    yield "learning answered", partial(learning, True)
    yield "known farkle", partial(known, "farkle", 2)
    yield "known gin_rummy", partial(known, "gin_rummy", 2)
    yield "known thirty_one", partial(known, "thirty_one", 4)
    yield "known tonk", partial(known, "tonk", 4)

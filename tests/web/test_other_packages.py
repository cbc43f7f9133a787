"""Games of other packages in the page: found by entry point, shown by their own account, without a line for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from scripts.serving import ServerProcess

from tests import seeded
from tests.plugins import environment_with_packages
from tests.web.audit import faults
from tests.web.conftest import DESKTOP, PHONE, Opening, Watched
from tests.web.person import Person


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, Path]]:
    """A server beside which both packages are installed, and the file that tells it whose cards it deals."""
    folder = tmp_path_factory.mktemp("installed")
    deals = folder / "deals"
    deals.touch()
    environment = environment_with_packages(folder)
    with ServerProcess(folder / "tables.sqlite3", environment=environment, command=seeded.command(deals)) as one:
        yield one, deals


@pytest.fixture
def installed(request: pytest.FixtureRequest, running: tuple[ServerProcess, Path], watched: Watched) -> ServerProcess:
    one, deals = running
    deals.write_text(request.node.nodeid)
    watched.knows(one.url)
    return one


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["high_die", "follow"])
def test_a_game_of_another_package_is_played_to_its_end(
    visit: Opening, installed: ServerProcess, game: str, size: tuple[int, int]
) -> None:
    page = visit(size=size)
    page.goto(installed.url)
    person = Person(page)
    person.play_now(game)
    if person.wait() == "turn":
        assert faults(page) == {}
    person.play_to_the_end()
    expect(page.get_by_role("region", name="End of the game")).to_be_visible()
    assert faults(page) == {}
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Verified")).to_be_visible()


@pytest.mark.parametrize("game", ["high_die", "follow"])
def test_by_keyboard_too(visit: Opening, installed: ServerProcess, game: str) -> None:
    page = visit()
    page.goto(installed.url)
    person = Person(page, keyboard=True)
    person.open_table(game)
    person.play_to_the_end()
    expect(page.get_by_role("region", name="End of the game")).to_be_visible()

"""Players that search, picked in the page: every move is theirs, also while all cores are busy."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from scripts.searcher_waits import Heard, endless_loops, sit_down_with
from scripts.serving import ServerProcess

from tests import seeded
from tests.evidence import has_failed
from tests.web.conftest import PATIENCE, settings_of
from tests.web.person import Person

pytestmark = pytest.mark.compiles
MOVES = 8


@pytest.fixture
def prepared_server(
    request: pytest.FixtureRequest, tmp_path: Path, deals: Path, evidence: Path
) -> Iterator[ServerProcess]:
    """A server as ``make play`` starts it: it prepares the players that search by itself."""
    command = seeded.command(deals, switches=())
    with ServerProcess(tmp_path / "tables.sqlite3", tmp_path / "server.log", command=command) as one:
        yield one
        if has_failed(request.node):
            shutil.copy(tmp_path / "server.log", evidence)


def test_nobody_moves_in_madame_zoras_place_while_endless_loops_run(
    browser: Browser, prepared_server: ServerProcess
) -> None:
    """How long one waits is not asserted here; ``python -m scripts.searcher_waits`` measures it."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_init_script(settings_of())
    page = context.new_page()
    heard = Heard()
    heard.listen_to(page)
    sit_down_with(page, prepared_server.url, "gin_rummy", "Madame Zora")
    person = Person(page)
    with endless_loops(2):
        while len(heard.by) < MOVES:
            person.my_turn()
            person.turn()
    seats = page.request.get(f"{prepared_server.url}/api/tables/{person.table}").json()["table"]["seats"]
    context.close()
    assert set(heard.by) == {"computer"}
    assert len(heard.waits) == len(heard.by)
    assert [seat["player"] for seat in seats] == [None, "Madame Zora"]
    assert not any(seat.get("replaced_by") for seat in seats)
    assert prepared_server.log is not None
    assert "in its place" not in prepared_server.log.read_text()

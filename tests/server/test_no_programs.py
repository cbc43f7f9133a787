"""No one on the network can make this machine run a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.helpers import Served


@pytest.mark.parametrize("where", ["seats", "substitute"])
def test_a_seat_for_a_program_is_refused(
    where: str, sqlite_served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = "cmd:touch touched"
    plan = {"seats": [{"kind": "computer", "player": program}] * 2} if where == "seats" else {"substitute": program}
    answer = sqlite_served.http.post("/api/tables", json={"game": "thirty_one", **plan})
    assert answer.json()["error"]["code"] == "unknown_player"
    assert not (tmp_path / "touched").exists()

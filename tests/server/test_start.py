"""A server that cannot start says why, in one line."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from knockroll.cli import main


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--no-browser", "--port", port, "--database", str(tmp_path / "db")]) == 1
    assert f"cannot serve at port {port}" in capsys.readouterr().err


@pytest.mark.parametrize("database", ["postgresql://nobody@127.0.0.1:1/none", "/no/such/folder/tables.sqlite3"])
def test_a_database_that_cannot_be_used(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--port", "0", "--database", database]) == 1
    said = capsys.readouterr().err
    assert said.startswith("knockroll: cannot use the database")
    assert "Traceback" not in said

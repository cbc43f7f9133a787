"""A server that cannot start says why, in one line."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.helpers import said_of_error


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = said_of_error(["serve", "--no-browser", "--port", port, "--database", str(tmp_path / "db")], capsys)
    assert f"cannot serve at port {port}" in said


@pytest.mark.parametrize("database", ["postgresql://nobody@127.0.0.1:1/none", "/no/such/folder/tables.sqlite3"])
def test_a_database_that_cannot_be_used(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of_error(["serve", "--no-browser", "--port", "0", "--database", database], capsys)
    assert said.startswith("knockroll: cannot use the database")

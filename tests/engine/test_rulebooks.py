"""The rule books are found, in a working copy and in an installed package."""

from __future__ import annotations

from pathlib import Path

import pytest

import knockroll
from knockroll.engine import rulebooks
from tests.sixth_game.high_die import GAME


@pytest.mark.parametrize("game", knockroll.game_names())
def test_every_game_has_a_book(game: str) -> None:
    book = rulebooks.rule_book(game)
    assert book is not None
    assert book.startswith(f"# {knockroll.get_game(game).title}")


def test_an_installed_package_has_them_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tonk.md").write_text("# Tonk, as installed")
    monkeypatch.setattr(rulebooks, "_SHELVES", (tmp_path, tmp_path / "elsewhere"))
    assert rulebooks.rule_book("tonk") == "# Tonk, as installed"
    assert rulebooks.rule_book("tunk") is None


def test_a_game_may_come_without_a_book_but_must_be_one() -> None:
    assert rulebooks.rule_book(GAME) is None
    with pytest.raises(knockroll.UnknownGame):
        rulebooks.rule_book("../../etc/passwd")

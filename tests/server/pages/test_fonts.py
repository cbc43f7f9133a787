"""The display typeface: cut down to the letters of English, cached, and left out where it is not installed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from knockroll.server.pages import fonts


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "knockroll"


def test_it_has_the_letters_and_little_else() -> None:
    font = fonts.display_font()
    assert font is not None and len(font) < 15_000
    letters = TTFont(io.BytesIO(font)).getBestCmap()
    assert set(map(ord, fonts.LETTERS)) <= set(letters)
    assert len(letters) < 130


def test_it_keeps_its_licence_and_leaves_the_name_to_the_whole_typeface() -> None:
    font = fonts.display_font()
    assert font is not None
    names = TTFont(io.BytesIO(font))["name"]
    assert "SIL Open Font License" in names.getDebugName(13)
    assert "Adobe" in names.getDebugName(0)
    assert {names.getDebugName(number) for number in (1, 3, 4)} == {fonts.FAMILY}


def test_it_is_made_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fonts.display_font()
    (kept,) = cache.iterdir()
    assert kept.read_bytes() == first

    def refuse(whole: bytes) -> bytes:
        raise AssertionError("it was in the cache")

    monkeypatch.setattr(fonts, "_cut_down", refuse)
    assert fonts.display_font() == first


def test_without_a_folder_to_keep_it_in_it_is_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert fonts.display_font()


def test_without_its_package_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "PACKAGE", "font_that_nobody_has")
    assert fonts.display_font() is None

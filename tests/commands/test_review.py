"""``knockroll review``: text, JSON and a page that needs nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from knockroll.commands import main
from knockroll.review.document import Review
from tests.review.games import path_without_numba, played, played_elsewhere, unfinished


@pytest.fixture
def file(tmp_path: Path) -> Path:
    record = {**played("farkle", seed=3, bots=(3, 0)), "names": ["Ann", "<Ben>"]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def test_text_json_and_page(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told, page = tmp_path / "review.json", tmp_path / "review.html"
    assert main(["review", str(file), "--seat", "0", "--json", str(told), "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert "Farkle: review of Ann" in out
    assert "Biggest errors:" in out
    assert re.search(r"[▁▂▃▄▅▆▇█]{20}", out)
    review = Review.from_json(told.read_bytes())
    assert review.reviewed == (0,)
    html = page.read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert "<Ben>" not in html
    assert "&lt;Ben&gt;" in html
    assert not re.search(r"\b(?:src|href)=[\"'](?!#)", html), "nothing is loaded"
    assert "http://www.w3.org/2000/svg" in html
    assert "Ann's turn: " in html, "boards name the players"
    assert html.count("<article") == sum(bool(one.kind) for one in review.decisions)
    for index in review.headlines[0].biggest:
        assert f'id="move{index}"' in html


def test_anonymous(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told, page = tmp_path / "review.json", tmp_path / "review.html"
    assert main(["review", str(file), "--anonymous", "--json", str(told), "--html", str(page)]) == 0
    for text in (capsys.readouterr().out, told.read_text(encoding="utf-8"), page.read_text(encoding="utf-8")):
        assert not re.search(r"\b(?:Ann|Ben)\b", text)


def test_hands_are_numbered_from_one(file: Path, tmp_path: Path) -> None:
    told = tmp_path / "review.json"
    assert main(["review", str(file), "--hands", "1,3", "--json", str(told)]) == 0
    assert Review.from_json(told.read_bytes()).hands == (0, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seat", "5"], "there is no seat 5"),
        (["--hands", "1,900"], "there is no hand 900: hands are 1 to "),
        (["--json", "/nowhere/review.json"], "there is no folder"),
    ],
)
def test_what_cannot_be_done_is_said(
    file: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(file), *arguments]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "the record is not JSON"),
        ("[]", "a record is a JSON object"),
        (json.dumps({**played("farkle", seed=3, bots=(3, 0)), "result": None}), "but the moves lead to"),
        (json.dumps(unfinished()), "this game is not over"),
        (json.dumps(played_elsewhere()), "there is no game 'follow'"),
    ],
)
def test_what_is_no_finished_game_is_refused(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    assert main(["review", str(file)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("knockroll: ") and message in told


@pytest.mark.usefixtures("other_games")
def test_a_game_of_another_package_without_a_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(played_elsewhere()), encoding="utf-8")
    assert main(["review", str(file)]) == 1
    assert "games of Follow cannot be reviewed" in capsys.readouterr().err


def test_without_numba_it_says_what_to_install(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(played("gin_rummy", seed=3, variant="standard")), encoding="utf-8")
    command = [sys.executable, "-m", "knockroll", "review", str(file)]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": path_without_numba(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "knockroll: this needs numba. Install it: pip install 'knockroll[search]'" in done.stderr


def test_an_interrupted_review_shows_what_was_done(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from knockroll.review.evaluators import SolvedEvaluator

    calls = []
    whole = SolvedEvaluator.try_moves

    def try_moves(self: SolvedEvaluator, *arguments: object) -> object:
        calls.append(arguments)
        if len(calls) == 30:
            raise KeyboardInterrupt
        return whole(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(SolvedEvaluator, "try_moves", try_moves)
    assert main(["review", str(file)]) == 130
    assert "interrupted" in capsys.readouterr().out

"""Many records in one file: read and written as a stream, damaged lines named by their number."""

from __future__ import annotations

import gzip
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

import knockroll
from knockroll.commands import main


def games(count: int) -> Iterator[knockroll.Table]:
    for seed in range(count):
        table = knockroll.Table("thirty_one", seats=2, seed=seed, strikes=1)
        while table.turn is not None:
            table.play(table.legal()[-1])
        yield table


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_they_are_read_as_they_were_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    assert knockroll.write_records(path, games(3)) == 3
    assert knockroll.write_records(path, [table.record() for table in games(2)], append=True) == 2
    replayed = [knockroll.Table.replay(record) for record in knockroll.read_records(path)]
    assert replayed == [*games(3), *games(2)]
    assert path.read_bytes().startswith(b"\x1f\x8b") == name.endswith(".gz")
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_what_fails_halfway_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    knockroll.write_records(path, games(1))

    def broken() -> Iterator[knockroll.Table]:
        yield from games(1)
        raise KeyError("broken off")

    with pytest.raises(KeyError):
        knockroll.write_records(path, broken())
    assert len(list(knockroll.read_records(path))) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]


def test_reading_takes_no_more_memory_for_more_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    record = next(games(1)).record()
    knockroll.write_records(path, (record for _ in range(2000)))

    def peak(most: int) -> int:
        tracemalloc.start()
        for number, _ in enumerate(knockroll.read_records(path), start=1):
            if number == most:
                break
        _, highest = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return highest

    peak(10)
    assert peak(2000) < 2 * peak(10) + 200_000 < path.stat().st_size


def test_damaged_lines_are_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    knockroll.write_records(path, games(2))
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([lines[0], b"", lines[1][:100], lines[1]]))
    records = knockroll.read_records(path)
    next(records)
    with pytest.raises(knockroll.InvalidRecord, match=f"^line 3 of {path}: it is not JSON"):
        next(records)
    path.write_text('{"format": "chess/1"}\n')
    with pytest.raises(knockroll.InvalidRecord, match=r"line 1 of .*: this is not a knockroll/1 record"):
        next(knockroll.read_records(path))


def test_a_file_that_was_cut_off_or_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    knockroll.write_records(path, games(3))
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(knockroll.InvalidRecord, match="is damaged after line"):
        list(knockroll.read_records(path))
    path.write_bytes(b"\x1f\x8bnothing of the kind")
    with pytest.raises(knockroll.InvalidRecord, match="is damaged after line 0"):
        list(knockroll.read_records(path))
    with pytest.raises(knockroll.InvalidRecord, match="cannot be read: No such file"):
        list(knockroll.read_records(tmp_path / "none.jsonl"))


def test_a_bomb_of_gzip_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knockroll.engine.record_files.LARGEST_LINE", 1000)
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress(b"[" * 100_000))
    with pytest.raises(knockroll.InvalidRecord, match=r"line 1 of .* is larger than any record"):
        list(knockroll.read_records(path))


def test_verify_checks_every_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    knockroll.write_records(path, games(2))
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 records are right, 0 wrong"
    first, second = path.read_text().splitlines()
    forged = second.replace('"moves":["', '"moves":["knock","')
    path.write_text("\n".join([first, forged, "{}"]))
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out.splitlines()[-1] == "1 record is right, 2 wrong"
    assert f"knockroll: line 2 of {path}: " in said.err
    assert f"knockroll: line 3 of {path}: this is not a knockroll/1 record: it has no 'format'" in said.err


def test_replay_shows_the_record_that_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    knockroll.write_records(path, games(2))
    assert main(["replay", str(path), "--plain"]) == 0
    first = capsys.readouterr().out
    assert main(["replay", str(path), "--number", "2", "--plain"]) == 0
    assert capsys.readouterr().out not in ("", first)
    assert main(["replay", str(path), "--number", "3", "--plain"]) == 1
    assert "has no record 3: it has 2" in capsys.readouterr().err

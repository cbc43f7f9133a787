"""Many records in one file: JSON Lines, one record per line, compressed with gzip if the name ends in ``.gz``.

Reading and writing take as much memory as one record, however many there are.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import msgspec

from knockroll.engine.errors import InvalidRecord
from knockroll.engine.record import RecordDocument, parse_json, read_record
from knockroll.engine.table import Table
from knockroll.folders import replacing

LARGEST_LINE = 64 * 1024 * 1024
SUFFIXES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
"""How the names of such files end."""
_GZIP = b"\x1f\x8b"


def holds_many(path: str | os.PathLike[str]) -> bool:
    """Return whether a file holds many records, judging by its name."""
    return os.fspath(path).endswith(SUFFIXES)


def read_records(path: str | os.PathLike[str]) -> Iterator[RecordDocument]:
    """Read the records of a file one after the other.

    Each is checked as far as it can be without playing it; :meth:`knockroll.Table.replay` does the rest. Raises
    :class:`InvalidRecord` at a damaged line, and names its number.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = f"{folder}/games.jsonl.gz"
    ...     written = write_records(path, (Table("farkle", seed=seed) for seed in range(3)))
    ...     written, [Table.replay(record).turn for record in read_records(path)]
    (3, [1, 0, 0])
    """
    for number, line in record_lines(path):
        yield read_line(path, number, line)


def record_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the non-empty lines of a file, numbered from 1, without checking them."""
    number = 0
    try:
        with _opened(path) as file:
            while line := file.readline(LARGEST_LINE + 1):
                number += 1
                if len(line) > LARGEST_LINE:
                    raise InvalidRecord(f"line {number} of {os.fspath(path)} is larger than any record")
                if line.strip():
                    yield number, line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InvalidRecord(f"{os.fspath(path)} is damaged after line {number}: {error}") from error
    except OSError as error:
        raise InvalidRecord(f"{os.fspath(path)} cannot be read: {error.strerror}") from error


def read_line(path: str | os.PathLike[str], number: int, line: bytes) -> RecordDocument:
    """Return the record on a line; :class:`InvalidRecord` names the line if it is not one."""
    try:
        document = parse_json(line)
        read_record(document)
    except ValueError as error:
        reason = str(error) if isinstance(error, InvalidRecord) else f"it is not JSON: {error}"
        raise InvalidRecord(f"line {number} of {os.fspath(path)}: {reason}") from error
    return cast(RecordDocument, document)


def write_records(
    path: str | os.PathLike[str], records: Iterable[Table | Mapping[str, Any]], *, append: bool = False
) -> int:
    """Write tables or records to a file, one per line, and return how many there were.

    The file is there when all are written, in place of an older one. With ``append`` they are added to it instead.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = f"{folder}/games.jsonl"
    ...     one = write_records(path, [Table("tonk", seed=1)])
    ...     two = write_records(path, [Table("tonk", seed=2).record()], append=True)
    ...     len(list(read_records(path)))
    2
    """
    target = Path(path)
    if append:
        return _write(target, target, "ab", records)
    with replacing(target) as beside:
        return _write(beside, target, "wb", records)


def _write(file: Path, name: Path, mode: str, records: Iterable[Table | Mapping[str, Any]]) -> int:
    count = 0
    with file.open(mode) as raw, _packed(raw, name) as lines:
        for record in records:
            document = record.record() if isinstance(record, Table) else record
            lines.write(msgspec.json.encode(document) + b"\n")
            count += 1
    return count


@contextmanager
def _packed(raw: IO[bytes], name: Path) -> Iterator[IO[bytes]]:
    """Return the file, or a gzip writer on it; without a timestamp, so that equal games give equal files."""
    if name.suffix != ".gz":
        yield raw
        return
    with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as packed:
        yield cast(IO[bytes], packed)


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file and decompress it if it is gzip, whatever its name."""
    with Path(path).open("rb") as raw:
        is_packed = raw.read(2) == _GZIP
        raw.seek(0)
        if not is_packed:
            yield raw
            return
        with gzip.GzipFile(fileobj=raw, mode="rb") as unpacked:
            yield cast(IO[bytes], unpacked)

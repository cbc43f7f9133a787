"""Saved games: one ``knockroll/1`` record per game, with the player of each seat, written again after every move.

A save is an ordinary record (``knockroll replay`` and ``knockroll verify`` read it) with one more field, ``players``:
for each seat the name of its computer player, null for the person.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knockroll.engine.errors import InvalidRecord, KnockrollError, UnknownPlayer
from knockroll.engine.record import parse_json, word_for
from knockroll.engine.table import Table
from knockroll.engine.verify import read_file
from knockroll.folders import data_folder, write_whole
from knockroll.players import Player, is_code, known_player, player

PLAYERS = "players"


class CannotSave(KnockrollError):
    """The game can't be saved."""


def games_folder() -> Path:
    """Return the folder for saved games."""
    return data_folder() / "games"


@dataclass
class Save:
    """The file of one game."""

    path: Path
    _stamp: int | None = None
    """When this program last wrote the file: a later time means that another program has changed it."""

    @classmethod
    def new(cls, game: str) -> Save:
        """Return the file for a new game; it exists after the first write."""
        return cls(games_folder() / f"{time.strftime('%Y-%m-%d_%H%M%S')}_{game}.json")

    def _reserve(self) -> None:
        """Create the file, under another name if there is one already: several games may begin in one second."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        first, number = self.path, 1
        while True:
            try:
                return self.path.touch(exist_ok=False)
            except FileExistsError:
                number += 1
                self.path = first.with_stem(f"{first.stem}_{number}")

    @property
    def exists(self) -> bool:
        """Whether the game has been written before."""
        return self._stamp is not None

    @property
    def is_ours(self) -> bool:
        """Whether the file is as this program last wrote it."""
        return self.exists and _written_at(self.path) == self._stamp

    @property
    def shown(self) -> str:
        """The path as a person would type it."""
        text = str(self.path)
        home = str(Path.home())
        short = f"~{text[len(home) :]}" if text.startswith(home + os.sep) else text
        return short if " " not in short else f'"{self.path}"'

    def write(self, table: Table, players: Sequence[Player | None]) -> None:
        """Write the game as it is now; the file is always complete, the old one or the new one."""
        document = save_document(table, players)
        if self.exists and not self.is_ours:
            raise CannotSave(f"Another program has changed {self.shown}.")
        try:
            if self._stamp is None:
                self._reserve()
            write_whole(self.path, json.dumps(document, indent=1))
        except OSError as error:
            if self._stamp is None:
                with suppress(OSError):
                    self.path.unlink()  # only the name was reserved
            raise CannotSave(f"Can't save the game in {self.shown}: {error.strerror}.") from error
        self._stamp = _written_at(self.path)


def save_document(table: Table, players: Sequence[Player | None]) -> dict[str, Any]:
    """Return the document of a saved game: its record, and the players."""
    return {**table.record(), PLAYERS: [None if p is None else p.name for p in players]}


def _written_at(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


@dataclass(frozen=True)
class Saved:
    """A saved game, read, checked and ready to resume."""

    save: Save
    document: dict[str, Any]
    table: Table
    players: tuple[Player | None, ...]


def open_save(path: Path, allow_commands: bool = False) -> Saved:
    """Read a saved game, or raise :class:`InvalidRecord` saying what is wrong with it. The file is not changed.

    A file may come from someone else: the programs it names start only with ``allow_commands``.
    """
    document = load_document(path)
    table = Table.replay(document)
    if PLAYERS not in document:
        raise InvalidRecord(
            f"{path} is a record without players and can't be resumed; watch it with 'knockroll replay'"
        )
    names = document[PLAYERS]
    if not isinstance(names, list) or len(names) != table.seats or names.count(None) > 1:
        raise InvalidRecord(f"{path}: 'players' must have a name for each of {table.seats} seats, null for one person")
    commands = [name for name in names if isinstance(name, str) and is_code(name)]
    if commands and not allow_commands:
        raise InvalidRecord(f"{path} starts {', '.join(map(repr, commands))}; if you trust that, add --allow-commands")
    find = player if allow_commands else known_player
    try:
        players = tuple(None if name is None else find(table.game, name) for name in names)
    except (UnknownPlayer, AttributeError) as error:
        raise InvalidRecord(f"{path} can't be resumed: {error}") from error
    return Saved(Save(path, _written_at(path)), document, table, players)


def load_document(path: Path) -> dict[str, Any]:
    """Return the JSON of a record file."""
    text = read_file(path)
    try:
        document = parse_json(text)
    except ValueError as error:
        raise InvalidRecord(f"{path} is not a record: it is not JSON ({error})") from error
    if not isinstance(document, dict):
        raise InvalidRecord(f"{path} is not a record: it is {word_for(document)}, not an object")
    return document


def saved_games() -> list[Path]:
    """Return all saved games, the last played first."""
    return sorted(games_folder().glob("[!.]*.json"), key=_age, reverse=True)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def last_unfinished(paths: Iterable[Path] | None = None) -> Path | None:
    """Return the game to resume: the last one that is unfinished, or unreadable, because the person should know."""
    for path in saved_games() if paths is None else paths:
        try:
            if load_document(path).get("result") is None:
                return path
        except InvalidRecord:
            return path
    return None

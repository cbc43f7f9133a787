"""A growing sequence whose copies share memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Self, TypeVar, overload

from knockroll.engine.errors import HistoryForgotten

T = TypeVar("T")


class History(Sequence[T]):
    """An immutable sequence: adding to it makes a longer one, at the same cost however long it is.

    A longer history appends to the list of the shorter one, and each knows its own length. Only where two histories
    continue differently from one point does one of them copy the list. A history that was resumed in the middle of a
    game knows how many entries came before (``forgotten``), but not what they were.

    >>> moves = History(["draw stock"])
    >>> longer = moves.add("discard 7h")
    >>> list(moves), len(longer), longer[-1], longer == ["draw stock", "discard 7h"]
    (['draw stock'], 2, 'discard 7h', True)
    """

    __slots__ = ("_items", "_length", "forgotten")

    def __init__(self, items: Iterable[T] = (), forgotten: int = 0) -> None:
        """Make a history of ``items``, preceded by ``forgotten`` unknown entries."""
        self._items = list(items)
        self.forgotten = forgotten
        self._length = forgotten + len(self._items)

    def add(self, item: T) -> History[T]:
        """Return the history with one more entry."""
        items, place = self._items, self._length - self.forgotten
        if len(items) == place:
            items.append(item)
        # Another history, perhaps in another thread, may have appended its own entry first.
        if items[place] is not item:
            items = [*items[:place], item]
        new: History[T] = object.__new__(History)
        new._items = items
        new.forgotten = self.forgotten
        new._length = self._length + 1
        return new

    def last(self, count: int) -> History[T]:
        """Return the same history with only its last entries; the others count as forgotten."""
        forgotten = max(self.forgotten, self._length - count)
        return History(self[forgotten:], forgotten)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        places = range(self._length)[index]
        if self.forgotten:
            places = self._remembered(places)
        return self._items[places] if isinstance(places, int) else [self._items[place] for place in places]

    def _remembered(self, places: int | range) -> int | range:
        """Convert places in the history to places in the list."""
        asked = [places] if isinstance(places, int) else places
        if any(place < self.forgotten for place in asked):
            raise HistoryForgotten(f"what came before number {self.forgotten} is no longer known here")
        if isinstance(places, int):
            return places - self.forgotten
        return range(places.start - self.forgotten, places.stop - self.forgotten, places.step)

    def __iter__(self) -> Iterator[T]:
        if self.forgotten:
            self._remembered(0)
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        """Compare with a list, a tuple or another history, entry by entry."""
        if not isinstance(other, History | list | tuple):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self)) if not self.forgotten else f"[… {self.forgotten} …] + {self._items[: self._length]}"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return History, (self[self.forgotten :], self.forgotten)

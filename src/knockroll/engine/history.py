"""What has happened so far, as a sequence that copies share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Self, TypeVar, overload

from knockroll.engine.errors import HistoryForgotten

T = TypeVar("T")


class History(Sequence[T]):
    """A sequence that never changes: adding to it makes a longer one.

    That costs as little at the thousandth move as at the first. The longer one goes on in the list of the shorter one,
    of which each knows how much is its own; only where two go on differently from one place, one of them needs a
    separate list. One that goes on from the middle of a game has ``forgotten`` how it began: it knows how many there
    were, and not what.

    >>> moves = History(["draw stock"])
    >>> longer = moves.add("discard 7h")
    >>> list(moves), len(longer), longer[-1], longer == ["draw stock", "discard 7h"]
    (['draw stock'], 2, 'discard 7h', True)
    """

    __slots__ = ("_items", "_length", "forgotten")

    def __init__(self, items: Iterable[T] = (), forgotten: int = 0) -> None:
        """``forgotten`` is how many there were before these."""
        self._items = list(items)
        self.forgotten = forgotten
        self._length = forgotten + len(self._items)

    def add(self, item: T) -> History[T]:
        """The history that goes on with this."""
        items, place = self._items, self._length - self.forgotten
        if len(items) == place:
            items.append(item)
        # What stands there now may be another's, who was faster or in another thread.
        if items[place] is not item:
            items = [*items[:place], item]
        new: History[T] = object.__new__(History)
        new._items = items
        new.forgotten = self.forgotten
        new._length = self._length + 1
        return new

    def last(self, count: int) -> History[T]:
        """The same history, of which only the last entries are kept."""
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
        """Where in the list something is."""
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
        """Equal to any list, tuple or history of the same."""
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

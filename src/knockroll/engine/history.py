"""What has happened so far, as a sequence that copies share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Self, TypeVar, overload

T = TypeVar("T")


class History(Sequence[T]):
    """A sequence that never changes: adding to it makes a longer one.

    That costs no more at the thousandth move than at the first. The longer one goes on in the list of the shorter one,
    of which each knows how much is its own; only where two go on differently from one place, one of them needs a list
    of its own.

    >>> moves = History(["draw stock"])
    >>> longer = moves.add("discard 7h")
    >>> list(moves), len(longer), longer[-1], longer == ["draw stock", "discard 7h"]
    (['draw stock'], 2, 'discard 7h', True)
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def add(self, item: T) -> History[T]:
        """The history that goes on with this."""
        items, place = self._items, self._length
        if len(items) == place:
            items.append(item)
        # What stands there now may be another's, who was faster or in another thread.
        if items[place] is not item:
            items = [*items[:place], item]
        new: History[T] = object.__new__(History)
        new._items = items
        new._length = place + 1
        return new

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        places = range(self._length)[index]
        return self._items[places] if isinstance(places, int) else [self._items[place] for place in places]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        """Equal to a list or tuple of the same, too."""
        if not isinstance(other, History | list | tuple):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return History, (list(self),)

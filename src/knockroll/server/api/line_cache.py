"""A cache of lines, for the answers of the processes that review games and find hints."""

from __future__ import annotations

from collections import OrderedDict


class LineCache:
    """The latest lines that fit into a number of bytes, and at least one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lines: OrderedDict[bytes, bytes] = OrderedDict()
        self.size = 0

    def get(self, key: bytes) -> bytes | None:
        """The line of a key."""
        if key in self._lines:
            self._lines.move_to_end(key)
        return self._lines.get(key)

    def put(self, key: bytes, line: bytes) -> None:
        """Keep a line, and drop the least recently used ones that no longer fit."""
        self.size += len(line) - len(self._lines.pop(key, b""))
        self._lines[key] = line
        while len(self._lines) > 1 and self.size > self._most:
            self.size -= len(self._lines.popitem(last=False)[1])

"""Time that can be skipped: a test about minutes takes none."""

from __future__ import annotations

import asyncio


class SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be put forward. Whatever a server does by itself, it does by this clock."""

    _skipped = 0.0

    def time(self) -> float:
        return super().time() + self._skipped

    def skip(self, seconds: float) -> None:
        """Put the clock forward, from any thread; what is due by then is done at once."""
        self.call_soon_threadsafe(self.put_forward, seconds)

    def put_forward(self, seconds: float) -> None:
        """Put the clock forward, from the thread of the loop."""
        self._skipped += seconds

"""Time that can be skipped: a test about minutes takes no minutes."""

from __future__ import annotations

import asyncio


class SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be put forward. A server uses this clock for everything that it schedules."""

    _skipped = 0.0

    def time(self) -> float:
        return super().time() + self._skipped

    def skip(self, seconds: float) -> None:
        """Put the clock forward, from any thread; what is due by then is done at once."""
        self.call_soon_threadsafe(self.put_forward, seconds)

    def put_forward(self, seconds: float) -> None:
        """Put the clock forward, from the thread of the loop."""
        self._skipped += seconds

"""Deleting tables that have reached their age limit, a few at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from knockroll.server import metrics
from knockroll.server.settings import Settings
from knockroll.server.storage.queries import Outcome
from knockroll.server.storage.store import Store

logger = logging.getLogger("knockroll.server")
DAY = 86_400.0
MOST_AT_ONCE = 100
"""Most tables deleted in one sweep. Each is its own transaction, so moves wait for one at most."""
REST_SECONDS = 3600.0
"""Time until the next search after everything old has been deleted."""


class Retention:
    """Deletes tables that have reached the age limits in the settings."""

    def __init__(self, store: Store, settings: Settings, in_use: Callable[[str], Awaitable[bool]]) -> None:
        """``in_use`` says whether a table is in memory, here or at another process; those are skipped."""
        days = {
            Outcome.UNUSED: settings.keep_unused_days,
            Outcome.FINISHED: settings.keep_finished_days,
            Outcome.ABANDONED: settings.keep_abandoned_days,
        }
        self._seconds = {outcome: kept * DAY for outcome, kept in days.items() if kept is not None}
        self._store = store
        self._in_use = in_use
        self._round: list[Outcome] = []
        """The outcomes still to be searched in this round."""
        self._after = ""
        """The last id searched."""
        self._rest_until = 0.0
        self.deleting: str | None = None
        """The table being deleted."""

    async def step(self) -> None:
        """Delete some tables."""
        now = asyncio.get_running_loop().time()
        if now < self._rest_until:
            return
        if not self._round:
            self._round, self._after = list(self._seconds), ""
        left = MOST_AT_ONCE
        while self._round and left:
            outcome = self._round[0]
            ids = await self._store.old(outcome, time.time() - self._seconds[outcome], self._after, left)
            await self._delete(outcome, ids)
            if len(ids) < left:
                self._round, self._after = self._round[1:], ""
            else:
                self._after = ids[-1]
            left -= len(ids)
        if not self._round:
            self._rest_until = now + REST_SECONDS

    async def _delete(self, outcome: Outcome, ids: list[str]) -> None:
        deleted = 0
        for id in ids:
            if not await self._in_use(id):
                self.deleting = id
                try:
                    await self._store.delete(id)
                finally:
                    self.deleting = None
                deleted += 1
        if deleted:
            metrics.ROOMS_DELETED.add(deleted, outcome.value)
            logger.info("deleted %d %s tables that had reached their age limit", deleted, outcome.value)

"""A network that falls silent: connections stay open, and nothing comes through."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")


class FreezingProxy:
    """Passes bytes on to a port of this machine; while it is frozen, it takes them and passes none on.

    What it took meanwhile is lost, or comes late: ``thaw`` says which.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._frozen = False
        self._held: list[tuple[asyncio.StreamWriter, bytes]] = []
        self._dead: set[asyncio.StreamWriter] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = self._call(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def freeze(self) -> None:
        """From now on nothing comes through."""
        self._call(self._set(frozen=True, late=False))

    def thaw(self, late: bool = False) -> None:
        """Bytes pass again; those taken meanwhile come ``late``, or their connections stay silent forever."""
        self._call(self._set(frozen=False, late=late))

    def _call(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(20)

    async def _set(self, frozen: bool, late: bool) -> None:
        self._frozen = frozen
        held, self._held = self._held, []
        for writer, data in held:
            if late:
                writer.write(data)
            else:
                self._dead.add(writer)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_server = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers |= {writer, to_server[1]}
        await asyncio.gather(self._pass_on(reader, to_server[1]), self._pass_on(to_server[0], writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if self._frozen:
                    self._held.append((writer, data))
                elif writer not in self._dead:
                    writer.write(data)
        if writer not in self._dead and not self._frozen:
            writer.close()

    async def _end(self) -> None:
        self._server.close()
        for writer in self._writers:
            writer.close()
        mine = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not mine]
        if others:
            await asyncio.wait(others, timeout=5)

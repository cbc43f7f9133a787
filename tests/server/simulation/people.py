"""Clients: people who play legal moves from the views they were sent, and spectators. They go where a member is up.

They do as the page and the Python client do: resume after the last number they have, send a move again if it was not
answered (the number of the position that it answers keeps it from happening twice), and try another member if one is
silent.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from knockroll.server.errors import Refusal
from knockroll.server.tables import requests
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.room import Room
from knockroll.server.tables.seats import Seat, hash_token
from tests.server.simulation.cluster import Link, Member
from tests.server.simulation.judge import Intent, Judge

PING_SECONDS = 1.0
SILENCE_SECONDS = 2.5
ANSWER_SECONDS = 4.0
Note = Callable[[str, str], None]


class Client:
    """Someone with a connection to a table."""

    def __init__(self, name: str, table: str, token: str | None, seed: str, judge: Judge, note: Note) -> None:
        self.name, self.table, self.token = name, table, token
        self.chance = random.Random(f"{seed} {name}")
        self.last = 0
        """The last entry heard."""
        self.plays = True
        """Whether to go on making moves."""
        self.link: Link | None = None
        self.slowest = 1.5
        """Seconds that it thinks at most."""
        self._judge, self._note = judge, note
        self._legal: list[str] = []
        self._is_over = False
        self._is_handed_over = False
        self._wanted: tuple[int, str, Intent] | None = None
        """The move that it has chosen, after which entry, and what became of it."""
        self._waits = False
        """Whether a move is not answered yet."""
        self._act_at = 0.0

    async def stay(self, members: Callable[[], Sequence[Member]]) -> None:
        """Stay connected, to one member after the other."""
        while True:
            up = members()
            if up:
                try:
                    await self._visit(self.chance.choice(up), members)
                except OSError as error:
                    self._note(self.name, f"leaves: {error!r}")
            await asyncio.sleep(self.chance.uniform(0.02, 0.3))

    async def _visit(self, member: Member, members: Callable[[], Sequence[Member]]) -> None:
        is_new = self.chance.random() < 0.15  # as after loading the page again
        after = None if is_new else self.last
        self._note(self.name, f"goes to {member.name} after {after}")
        self.link = link = Link(member, self.table, self.token, after, self.chance)
        try:
            await link.open()
            await self._converse(link, after, members)
        finally:
            link.cut()

    async def _converse(self, link: Link, after: int | None, members: Callable[[], Sequence[Member]]) -> None:
        loop = asyncio.get_running_loop()
        heard_at = loop.time()
        self._waits = False
        while True:
            deadline = min(heard_at + SILENCE_SECONDS, loop.time() + PING_SECONDS)
            if self._wants_to_act():
                deadline = min(deadline, max(self._act_at, loop.time()))
            try:
                async with asyncio.timeout_at(deadline):
                    data = await link.heard.get()
            except TimeoutError:
                if loop.time() >= heard_at + SILENCE_SECONDS:
                    raise TimeoutError("silence") from None
                if self._wants_to_act() and loop.time() >= self._act_at:
                    await self._act(link, members)
                else:
                    link.send(b'{"type":"ping"}')
                continue
            if data is None:
                raise ConnectionResetError
            heard_at = loop.time()
            self._hear(msgspec.json.decode(data), after)

    def _wants_to_act(self) -> bool:
        has_to = bool(self._legal or self._is_over or self._is_handed_over)
        return self.plays and self.token is not None and not self._waits and has_to

    async def _act(self, link: Link, members: Callable[[], Sequence[Member]]) -> None:
        wants = requests.back if self._is_handed_over else None if self.chance.random() < 0.97 else requests.hand_over
        if self._is_over or wants is not None:
            if self._is_over:
                await self._vote(link.member)
            elif wants is not None:
                await self._change(link.member, wants)
            self._act_at = asyncio.get_running_loop().time() + self.chance.uniform(0.2, self.slowest)
            return
        assert self.token is not None
        if self._wanted is None or self._wanted[0] != self.last:
            move = self.chance.choice(self._legal)
            intent = self._judge.tables[self.table].intent(hash_token(self.token), self.last, move)
            self._wanted = self.last, move, intent
        self._waits = True
        seq, move, intent = self._wanted
        intent.sent += 1
        message = {"type": "move", "move": move, "seq": seq, "id": seq}
        self._note(self.name, f"plays {move} at {seq}")
        link.send(msgspec.json.encode(message))

    async def _change(self, member: Member, wants: Callable[[Room, Seat], requests.Changes]) -> bool:
        """Ask for a change of the table; return whether it was made."""
        what, token = wants.__name__, hash_token(self.token or "")

        async def change(hall: Hall) -> None:
            live = await hall.find(self.table)
            seat = live.room.find(token)
            assert seat is not None
            await live.perform(lambda room: wants(room, seat))

        before = self._judge.tables[self.table].seq
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await member.ask(change, self.chance)
        except (Refusal, OSError) as error:
            self._note(self.name, f"asks for {what}: {error!r}")
            if "nothing has changed" in str(error):
                self._judge.check_unchanged(self.name, self.table, token, before)
            return False
        self._note(self.name, f"asks for {what}: done")
        return True

    async def _vote(self, member: Member) -> None:
        """Agree to another game; an acknowledged vote must be in the log."""
        table, token = self._judge.tables[self.table], hash_token(self.token or "")
        games = table.room.games

        def rematch(room: Room, seat: Seat) -> requests.Changes:
            return requests.again(room, seat, None, reset=False)

        if not await self._change(member, rematch):
            return
        number = table.room.number(table.room.find(token))
        if number not in table.room.votes and table.room.games == games:
            self._judge.fail(f"{self.name}: the vote of seat {number} was acknowledged and is not in the log")

    def _hear(self, message: dict[str, Any], after: int | None) -> None:
        kind = message["type"]
        if kind == "hello":
            self._note(self.name, f"is greeted with {message['seq']}")
            self._judge.hear(self.name, self.table, self.token, message, self.last, after)
            self.last = message["seq"]
            self._look(message.get("view"), message["table"])
        elif kind == "event":
            self._note(self.name, f"is told {message['seq']} {message['kind']} {message.get('move', '')}")
            self._judge.hear(self.name, self.table, self.token, message, self.last, after)
            self.last = message["seq"]
            if "answer" in message:
                self._judge.acknowledged += 1
                self._waits = False
            self._look(message.get("view"), message.get("table"))
        elif kind == "error":
            self._note(self.name, f"is refused: {message['code']}: {message['message']}")
            self._waits = False
            self._act_at = asyncio.get_running_loop().time() + self.chance.uniform(0.2, 1.0)
            if self._wanted is not None and self._wanted[0] == message["answer"]:
                self._judge.refuse(self.name, self._wanted[2], message)
            if message["code"] not in ("unavailable", "too_fast") and message["answer"] == self.last:
                self._legal = []  # the position has changed, and news of it is on the way

    def _look(self, view: dict[str, Any] | None, table: dict[str, Any] | None) -> None:
        if table is not None:
            self._is_over = table["status"] == "over"
            self._is_handed_over = any(seat["handed_over"] and seat["name"] == self.token for seat in table["seats"])
        if view is not None:
            self._waits = False
            is_mine = self.token is not None and view["turn"] == view["seat"]
            self._legal = view["legal"] if is_mine else []
            self._act_at = asyncio.get_running_loop().time() + self.chance.uniform(0.05, self.slowest)

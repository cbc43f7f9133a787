"""Bots that wait for invitations: programs anywhere that sit down, as people do, at tables they are invited to.

A bot is listed while its connection is open. Nothing about it is saved: after a restart of the server it reconnects.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

import knockroll
from knockroll.engine.names import clean, plain
from knockroll.server.api.access import client_of
from knockroll.server.api.http import OneTable, answer, base_of, body_of
from knockroll.server.api.models import BotsWaiting, InviteRequest, TableAnswer, WaitingBot
from knockroll.server.api.operations import operation
from knockroll.server.api.websocket import LineStream
from knockroll.server.edge.rate_limits import ClientLimits
from knockroll.server.errors import Code, Refusal, engine_errors
from knockroll.server.tables import messages
from knockroll.server.tables.audience import Listener
from knockroll.server.tables.messages import BotInfo, Invitation, Welcome
from knockroll.server.tables.peers import Peers
from knockroll.server.tables.seats import clean_name, free_name, skeleton

router = APIRouter(prefix="/api", tags=["bots"])


class Invitations:
    """The bots that are waiting for invitations."""

    def __init__(self) -> None:
        self.peers = Peers()
        """The other processes, where bots may also be waiting."""
        self._waiting: dict[str, tuple[BotInfo, Listener, str]] = {}
        """The bots waiting at this process, by case-folded name, and the address of this server that each one uses."""

    async def listed(self) -> list[BotInfo]:
        """All waiting bots, sorted by name."""
        here = [info for info, _, _ in self._waiting.values()]
        return sorted([*here, *await self.peers.bots()], key=lambda info: info.name.casefold())

    async def add(self, wanted: BotInfo, listener: Listener, base: str) -> None:
        """Add a bot, with a number after its name if another bot has that name."""
        name = free_name(wanted.name, [info.name for info in await self.listed()])
        self._waiting[name.casefold()] = (BotInfo(name, wanted.character, wanted.games), listener, base)
        self._tell_peers()
        listener.send(messages.encode(Welcome(name)))

    def remove(self, listener: Listener) -> None:
        """Remove a bot."""
        self._waiting = {name: one for name, one in self._waiting.items() if one[1] is not listener}
        self._tell_peers()

    def _tell_peers(self) -> None:
        self.peers.wait_here([info for info, _, _ in self._waiting.values()], self._invite_here)

    async def invite(self, name: str, table: str, game: str) -> None:
        """Invite a bot to a table."""
        listed = await self.listed()
        info = next((one for one in listed if plain(one.name) == plain(name)), None)
        if info is None:
            names = ", ".join(one.name for one in listed) or "none"
            raise Refusal(Code.UNKNOWN_PLAYER, f"no bot called {clean(name)!r} is waiting; waiting now: {names}")
        if game not in info.games:
            raise Refusal(Code.INVALID_OPTION, f"{info.name} does not play this game, only {', '.join(info.games)}")
        if not self._invite_here(info.name, table, game):
            await self.peers.invite(info.name, table, game)

    def _invite_here(self, name: str, table: str, game: str) -> bool:
        found = self._waiting.get(name.casefold())
        if found is not None:
            _, listener, base = found  # the bot's own address of this server: a host could have used any
            listener.send(messages.encode(Invitation(table, game, f"{base}/table/{table}")))
        return found is not None

    def send_home(self) -> None:
        """End all connections; bots will reconnect when the server is back."""
        for _, listener, _ in list(self._waiting.values()):
            listener.end(1001, "the server is shutting down")


class InvitationStream(LineStream):
    """The invitations of one bot, one per line."""

    def __init__(self, invitations: Invitations, bot: BotInfo, limits: ClientLimits, client: str, base: str) -> None:
        super().__init__(None, limits, client)
        self._invitations = invitations
        self._bot = bot
        self._base = base

    async def begin(self, listener: Listener) -> None:
        """List the bot."""
        await self._invitations.add(self._bot, listener, self._base)

    def leave(self, listener: Listener) -> None:
        """Remove the bot from the list."""
        self._invitations.remove(listener)


def _invitations(request: Request) -> Invitations:
    invitations: Invitations = request.app.state.invitations
    return invitations


@router.get("/bots", **operation(BotsWaiting))
async def list_bots(request: Request) -> Response:
    """List the bots that are waiting for invitations."""
    return answer(BotsWaiting(await _invitations(request).listed()))


@router.post("/bots", **operation(media="application/x-ndjson", body=WaitingBot))
async def wait_for_invitations(request: Request, body: Annotated[WaitingBot, Depends(body_of(WaitingBot))]) -> Response:
    """Wait for invitations, which arrive one per line. The bot is listed while the connection is open."""
    with engine_errors():
        games = tuple(knockroll.get_game(name).name for name in body.games) or knockroll.game_names()
    bot = BotInfo(clean_name(body.name), clean(body.character), games)
    _refuse_name_of_computer(bot.name)
    client = client_of(request.scope)
    return InvitationStream(_invitations(request), bot, request.app.state.limits, client, base_of(request))


def _refuse_name_of_computer(name: str) -> None:
    for game in knockroll.game_names():
        if any(plain(skeleton(name)) == plain(skeleton(known)) for known in knockroll.player_names(game)):
            title = knockroll.get_game(game).title
            raise Refusal(Code.INVALID_NAME, f"{name} is a computer player of {title}; give your bot another name")


@router.post("/tables/{id}/invite", **operation(TableAnswer, body=InviteRequest))
async def invite_bot(
    visit: OneTable, request: Request, body: Annotated[InviteRequest, Depends(body_of(InviteRequest))]
) -> Response:
    """Invite a waiting bot to your table. It sits down a moment later."""
    room = visit.live.room
    visit.refuse_strangers()
    if not room.can_join:
        raise Refusal(Code.NO_SEAT, "there is no free seat at this table", reason="There are no free seats left.")
    await request.app.state.limits.invitation(visit.client)
    await _invitations(request).invite(body.bot, room.id, room.plan.game)
    return answer(visit.table())

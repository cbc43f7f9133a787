"""Workers play the games of a match on one thread, among bots or with players that are asked for each move."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from knockroll.engine.accounts import finished_hand, tell_view
from knockroll.engine.errors import PlayerFailed
from knockroll.engine.game import Hand
from knockroll.engine.state import OVER
from knockroll.engine.stream import CHOICE, HALF, below, open_stream
from knockroll.lab.arena.match import Games, Match
from knockroll.lab.playout import FAULTS, SUBSTITUTE, Runner
from knockroll.players import Player, ask
from knockroll.players.player import Bot

Asked = Bot | Callable[[int], Player]
"""A player that is asked for each move: a bot, or a function from a seed to a new player for each game."""


class Stopped(Exception):
    """The match was interrupted in the middle of a game."""


class Worker:
    """Plays games among bots."""

    def __init__(self, match: Match, bots: Sequence[Bot | None], compiled: bool) -> None:
        self.match = match
        self.runner = Runner(match.game, bots, match.first_state, match.seed, compiled)

    def play(self, first: int, count: int) -> Games:
        """Play the games of some deals."""
        games = self.games(first, count)
        self.play_on(games)
        return games

    def games(self, first: int, count: int) -> Games:
        """Return the games of some deals, to be played here."""
        import numpy

        games = self.match.games_of(first, count)
        games.playouts["choosers"][:, : self.match.seats] = numpy.array(self.runner.choosers)[games.players]
        return games

    def play_on(self, games: Games) -> None:
        """Play games to the end."""
        self.runner.play(games.playouts, games.states, self.match.move_limit)

    def close(self) -> None:
        """Release resources when nothing more will be played."""


class AskingWorker(Worker):
    """Plays games in which some players are asked for each move with a view, and measures their time.

    The playout, compiled or not, makes the moves of the others up to the turn of a player that is asked.
    """

    def __init__(
        self,
        match: Match,
        bots: Sequence[Bot | None],
        asked: Mapping[int, Asked],
        compiled: bool,
        stopped: Callable[[], bool],
    ) -> None:
        """``asked`` has players by number.

        When ``stopped()`` is true, the current game is abandoned, and :class:`Stopped` is raised.
        """
        super().__init__(match, [None if number in asked else bot for number, bot in enumerate(bots)], compiled)
        self.asked = asked
        self._stopped = stopped

    def play_on(self, games: Games) -> None:
        """Play games to the end, one after the other."""
        for i in range(len(games.states)):
            self._play_one(games, i)

    def _play_one(self, games: Games, i: int) -> None:
        match, players = self.match, games.players[i].tolist()
        playouts, states = games.playouts[i : i + 1], games.states[i : i + 1]
        p = playouts[0]
        sitters = {
            seat: self._sit_down(who, seat, int(p["number"])) for seat, who in enumerate(players) if who in self.asked
        }
        last_hand: Hand | None = None
        while True:
            if self._stopped():
                raise Stopped
            hands = int(p["hands"])
            self.runner.play(
                playouts, states, match.move_limit, hands + 1
            )  # a view shows the last hand: stop after each
            s = match.game.state.read(states[0])
            if p["hands"] > hands:
                last_hand = finished_hand(match.game, s, int(p["dealer"]), last_hand.out_in if last_hand else ())
            if s.phase == OVER or p["moves"] >= match.move_limit:
                return
            if p["hands"] == hands:
                self._answer(games, p, s, players[s.turn], sitters[s.turn], last_hand)

    def _sit_down(self, number: int, seat: int, game: int) -> Bot | Player:
        player = self.asked[number]
        if isinstance(player, Bot):
            return player
        stream = open_stream(self.match.seed, game, CHOICE + seat)
        return player(sum(below(stream, HALF + 1) << 16 * i for i in range(16)))

    def _answer(self, games: Games, p: Any, s: Any, number: int, sitter: Bot | Player, last_hand: Hand | None) -> None:
        """Give a playout the move that a player chooses, or take its seat away if it fails."""
        began = time.perf_counter()
        try:
            p["answer"] = self._ask_bot(sitter, s) if isinstance(sitter, Bot) else self._ask(sitter, s, last_hand)
        except PlayerFailed as error:
            p["faults"][s.turn] = FAULTS.index(error.kind)
            p["choosers"][s.turn] = SUBSTITUTE
            games.failures.setdefault(number, str(error))
        finally:
            seconds, moves = games.timed.get(number, (0.0, 0))
            games.timed[number] = seconds + time.perf_counter() - began, moves + 1

    def _ask(self, sitter: Player, s: Any, last_hand: Hand | None) -> int:
        game = self.match.game
        told = None if last_hand is None else last_hand.to_dict()
        view = tell_view(game, game.view_of(s, s.turn), s.turn, dict(self.match.options), None, told)
        return game.moves.parse(ask(game, sitter, view))

    def _ask_bot(self, bot: Bot, s: Any) -> int:
        game = self.match.game
        v = game.view_of(s, s.turn)
        legal = game.list_legal(v)
        move = bot.choose(v, legal[:], len(legal), self.runner.streams[1 + s.turn])
        if move not in legal:
            could = ", ".join(map(game.moves.format, legal))
            raise PlayerFailed("illegal", f"it chose {game.moves.format(move)!r}, but could only {could}")
        return move

    def close(self) -> None:
        """Stop the programs of this worker."""
        for player in self.asked.values():
            close = getattr(player, "close", None)
            if close is not None:
                close()

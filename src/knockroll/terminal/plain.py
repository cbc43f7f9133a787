"""Play line by line, without a full screen, for pipes, screen readers and tests.

It reads moves from standard input, in the move grammar or by number, and prints views and events. The end of the
input or Ctrl-C leaves the game, which is saved.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

from knockroll.engine.errors import IllegalMove, KnockrollError
from knockroll.engine.rulebooks import rule_book
from knockroll.engine.words import counted, fill
from knockroll.terminal.model.ascii import to_ascii
from knockroll.terminal.model.counts import canonical, warning_of
from knockroll.terminal.model.descriptions import describe, describe_ending
from knockroll.terminal.model.recording import Recording
from knockroll.terminal.model.scene import Moment, Scene
from knockroll.terminal.model.session import Notice, SeatStep, Session
from knockroll.terminal.model.words import sudden_text

HELP = "Type a move or its number. 'view' shows the table again, 'rules' the rule book, 'quit' leaves."
T = TypeVar("T")


@contextmanager
def quiet_pipe() -> Iterator[None]:
    """Stop silently when the reader of the output has gone (``| head``)."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Printer:
    """Prints lines; in ASCII on request, or if nothing else can be printed."""

    def __init__(self, ascii: bool = False) -> None:
        try:
            "♠−…".encode(sys.stdout.encoding or "ascii")
        except UnicodeEncodeError:
            ascii = True
        self._ascii = ascii

    def __call__(self, text: str = "", end: str = "\n") -> None:
        """Print a text at once."""
        print(to_ascii(text) if self._ascii else text, end=end, flush=not end)


class _Loop:
    """Runs a session while the program waits for a line: an online one has to answer its server."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Prompt:
    """Plays a session line by line."""

    def __init__(self, session: Session, lines: TextIO | None = None, ascii: bool = False) -> None:
        self.session = session
        self.scene = Scene(session.game, session.seat, session.names)
        self._lines = sys.stdin if lines is None else lines
        self._print = Printer(ascii)
        self._warned_of = ""
        """A move that the game has warned about. Typing it again makes it."""

    def run(self) -> int:
        """Play until the game is over or the person leaves; return the exit status, which is always 0."""
        with quiet_pipe():
            self._run()
        return 0

    def _run(self) -> None:
        loop = _Loop()
        game = self.session.game
        moved = False
        try:
            self._print(f"{game.title}: {game.summary}\n{HELP}")
            while not self.scene.winners:
                if self.scene.my_turn and not moved:
                    answer = self._turn(loop)
                    if answer is None:
                        break
                    moved = answer
                step = loop.wait_for(self.session.next_step())
                if isinstance(step, Notice):
                    if step.text:
                        self._print(f"! {step.text}")
                elif step is None:
                    break
                else:
                    self._show(step)
                    moved = False
        except KeyboardInterrupt:
            self._print()
        finally:
            loop.wait_for(self.session.close())
            loop.stop()
            self._print(self.session.farewell())

    def _show(self, step: SeatStep) -> None:
        """Print the log as it grows, and a finished hand in full."""
        if step.new_game:
            self.scene = Scene(self.session.game, self.session.seat, self.session.names)
        self.scene.seat, self.scene.names, self.scene.slow = self.session.seat, self.session.names, self.session.slow
        is_first, moved = not self.scene.view, self.scene.view.get("turn")
        tell_step(self.scene, step, self._print)
        if is_first and not self.scene.my_turn and (warning := sudden_text(self.scene.showing, self.scene.view)):
            self._print(f"! {warning}")
        turn = self.scene.view["turn"]
        if turn not in (None, moved) and any(self.scene.slow[turn : turn + 1]):
            self._print(self.scene.to_move(turn))

    # --- Asking ----------------------------------------------------------------------------------------------------

    def _turn(self, loop: _Loop) -> bool | None:
        """Ask for a move; return whether one was made before something else happened, None if the person leaves."""
        legal = self.scene.view["legal"]
        self._print(describe(self.scene))
        while True:
            self._print("> ", end="")
            text = self._lines.readline()
            if not text:
                self._print()
                return None
            text = text.strip()
            if not sys.stdin.isatty():
                self._print(text)
            if text.lower() in ("quit", "exit", "q"):
                return None
            if text.lower() in ("view", "help", "?"):
                self._print(f"{describe(self.scene)}\n{HELP}")
            elif text.lower() == "rules":
                self._print(rule_book(self.session.game) or self.session.game.summary)
            elif text and self._play(loop, _by_number(text, legal)):
                return True
            elif self.session.has_news:
                return False

    def _play(self, loop: _Loop, text: str) -> bool:
        move = canonical(self.session.game, text)
        warning = warning_of(self.scene.view, move)
        if warning and self._warned_of != move:
            self._warned_of = move
            self._print(f"! {fill(warning, self.scene.all_names)} Type it again to confirm.")
            return False
        self._warned_of = ""
        try:
            loop.wait_for(self.session.play(text))
            return True
        except KnockrollError as error:
            reason = error.reason if isinstance(error, IllegalMove) else str(error)
            self._print(f"! {fill(reason, self.scene.all_names)}")
            return False


def _by_number(text: str, legal: list[str]) -> str:
    """The move with that number, if the text is a number."""
    return legal[int(text) - 1] if text.isdigit() and 1 <= int(text) <= len(legal) else text


# --- Telling -------------------------------------------------------------------------------------------------------


def tell_step(scene: Scene, step: SeatStep, say: Printer) -> None:
    """Take a step, and print what happened in it."""
    told = scene.lines_told
    for moment in scene.take(step):
        for text in scene.log_since(told):
            say(text)
        told = scene.lines_told
        for text in describe_ending(scene):
            say(text)
        if moment is Moment.GAME:
            say(f"== {scene.verdict()} {final_scores(scene)}")


def final_scores(scene: Scene) -> str:
    """Return the final scores, the best first."""
    scores = [player["score"] for player in scene.view["players"]]
    told = []
    for rank in scene.ranking():
        out = f" (out in {scene.showing.round.one} {rank.out_in})" if rank.out_in else ""
        told.append(f"{scene.name(rank.seat)} {scene.score_words(scores[rank.seat])}{out}")
    return ", ".join(told) + "."


def replay_plain(recording: Recording, seat: int | None, ascii: bool = False) -> int:
    """Print a recorded game from its first deal to its end."""
    say = Printer(ascii)
    scene = Scene(recording.game, seat, recording.names)
    with quiet_pipe():
        say(f"{recording.game.title}, {recording.seats} seats, {counted(len(recording.moves), 'move', 'moves')}")
        for recorded in recording.seen_by(seat):
            tell_step(scene, recorded.step, say)
        if not scene.winners:
            say("The record ends here; the game is unfinished.")
    return 0

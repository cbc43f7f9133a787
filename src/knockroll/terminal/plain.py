"""Line by line, without a full screen: for pipes, screen readers and tests.

Moves are read from standard input in the move grammar (or by their number), views and events are printed. The end of
the input or Ctrl-C leaves the game, which is saved.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

from knockroll.engine.errors import KnockrollError
from knockroll.engine.rulebooks import rule_book
from knockroll.terminal.counts import count_hand
from knockroll.terminal.reel import Reel
from knockroll.terminal.scene import Moment, Row, Scene
from knockroll.terminal.session import Notice, Session, Step
from knockroll.terminal.words import score_text

HELP = "Type a move, or its number. 'view' shows the table again, 'rules' the rule book, 'quit' leaves."
T = TypeVar("T")


@contextmanager
def quiet_pipe() -> Iterator[None]:
    """If nobody reads any more what is printed (``| head``), stop without a word."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Loop:
    """Lets a session live while the program waits for a line: an online one has to answer its server."""

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

    def __init__(self, session: Session, lines: TextIO | None = None) -> None:
        self.session = session
        self.scene = Scene(session.game, session.seat, session.names)
        self._lines = sys.stdin if lines is None else lines
        self._told = 0
        self._said: list[str] = []

    def run(self) -> int:
        """Play until the game is over or the person leaves; the exit status is 0 either way."""
        with quiet_pipe():
            self._run()
        return 0

    def _run(self) -> None:
        loop = _Loop()
        game = self.session.game
        try:
            print(f"{game.title}: {game.summary}\n{HELP}")
            while not self.scene.winners:
                if self.scene.my_turn and not self._turn(loop):
                    break
                step = loop.wait_for(self.session.next_step())
                if isinstance(step, Notice):
                    print(f"! {step.text}")
                elif step is None:
                    break
                else:
                    self._show(step)
        except KeyboardInterrupt:
            print()
        finally:
            loop.wait_for(self.session.close())
            loop.stop()
            print(self.session.farewell())

    # --- Telling ---------------------------------------------------------------------------------------------------

    def _show(self, step: Step) -> None:
        """Print the log as it grows, and a finished hand in full."""
        if step.new_game:
            self.scene = Scene(self.session.game, self.session.seat, self.session.names)
        self.scene.seat, self.scene.names = self.session.seat, self.session.names
        before = list(self.scene.log)
        for moment in self.scene.take(step):
            for line in _new(before, self.scene.log):
                print(line)
            before = list(self.scene.log)
            if moment is Moment.HAND and self.scene.showdown is not None:
                print(f"-- {self.scene.showdown.sentence}.")
                for row in self.scene.showdown.rows:
                    print(f"   {_row_text(row, self.scene)}")
            elif moment is Moment.GAME:
                print(f"== {self.scene.verdict()}")

    # --- Asking ----------------------------------------------------------------------------------------------------

    def _turn(self, loop: _Loop) -> bool:
        """Ask until a move is made; False if the person leaves."""
        legal = self.scene.view["legal"]
        print(describe(self.scene))
        while True:
            print("> ", end="", flush=True)
            text = self._lines.readline()
            if not text:
                print()
                return False
            text = text.strip()
            if not sys.stdin.isatty():
                print(text)
            if text.lower() in ("quit", "exit", "q"):
                return False
            if text.lower() in ("view", "help", "?"):
                print(f"{describe(self.scene)}\n{HELP}")
            elif text.lower() == "rules":
                print(rule_book(self.session.game) or self.session.game.summary)
            elif text and self._play(loop, _by_number(text, legal)):
                return True

    def _play(self, loop: _Loop, move: str) -> bool:
        try:
            loop.wait_for(self.session.play(move))
            return True
        except KnockrollError as error:
            print(f"! {error}")
            return False


def _by_number(text: str, legal: list[str]) -> str:
    """The move of that number, if it is one."""
    return legal[int(text) - 1] if text.isdigit() and 1 <= int(text) <= len(legal) else text


def _new(before: list[str], after: list[str]) -> list[str]:
    """The lines of a log that were not there before; old ones may have fallen out at its beginning."""
    for dropped in range(len(before) + 1):
        kept = before[dropped:]
        if after[: len(kept)] == kept:
            return after[len(kept) :]
    return after


# --- Views in words ------------------------------------------------------------------------------------------------


def describe(scene: Scene) -> str:
    """Everything the person may know, in some lines."""
    view = scene.view
    lines = ["", *_standings(scene)]
    if "kept" in view:
        kept = f"; kept {' '.join(map(str, view['kept']))}" if view["kept"] else ""
        dice = " ".join(map(str, view["dice"])) or "none"
        lines.append(f"Dice: {dice}{kept}; turn score {view['turn_score']:,}; {view['dice_to_throw']} to throw")
    if "hand" in view:
        lines.append(f"Stock: {view['stock']} cards. Discard pile: {view['discard'] or 'empty'}")
        lines += [
            f"Spread {spread['number']} ({scene.name(spread['owner'])}): {' '.join(spread['cards'])}"
            for spread in view.get("spreads", ())
        ]
        if view["hand"]:
            count = count_hand(view)
            assert count is not None
            groups = [" ".join(group) for group in (*count.groups, count.rest) if group]
            lines.append(f"Your hand: {' | '.join(groups)}" + (f" ({count.words})" if count.words else ""))
    if view["legal"]:
        lines.append("Moves: " + ", ".join(f"{i} {move}" for i, move in enumerate(view["legal"], start=1)))
    return "\n".join(lines)


def _standings(scene: Scene) -> list[str]:
    view = scene.view
    lines = []
    for player in view["players"]:
        seat = player["seat"]
        facts = [score_text(player["score"], view, scene.game)]
        if not scene.has_dice and not player["out"] and seat != scene.seat:
            facts.append(f"{player['cards']} cards")
        if scene.open_hands.get(seat):
            facts.append(" ".join(scene.open_hands[seat]))
        facts += [word for field, word in _MARKS if view.get(field) == seat]
        facts += ["out"] if player["out"] else []
        lines.append(f"{scene.name(seat)}: {', '.join(facts)}")
    return lines


_MARKS = (
    ("dealer", "dealer"),
    ("knocker", "has knocked"),
    ("tunker", "has called tunk"),
    ("trigger", "began the last turns"),
)


def _row_text(row: Row, scene: Scene) -> str:
    """What a seat showed at the end of a hand, and what it got."""
    parts = [" ".join(group) for group in row.groups]
    parts += [f"+ {' '.join(row.added)}"] if row.added else []
    parts += [" ".join(row.rest)] if row.rest else []
    cards = " | ".join(parts) or "nothing shown"
    shown = scene.showdown
    count = f", {shown.count_name} {row.count}" if shown is not None and row.count is not None else ""
    marks = " (won)" if row.won else ""
    out = ", out" if row.out else ""
    return f"{row.name}{marks}: {cards}{count}, {row.change:+,d} = {score_text(row.total, scene.view, scene.game)}{out}"


# --- Replay --------------------------------------------------------------------------------------------------------


def replay_plain(reel: Reel, seat: int | None) -> int:
    """Print a recorded game from its first deal to its end."""
    with quiet_pipe():
        _print_replay(reel, seat)
    return 0


def _print_replay(reel: Reel, seat: int | None) -> None:
    scene = Scene(reel.game, seat, reel.names, count_name=reel.count_name)
    print(f"{reel.game.title}, {reel.seats} seats, {len(reel.moves)} moves")
    for shot in reel.watch(seat):
        before = list(scene.log)
        for _ in scene.take(shot.step):
            for line in _new(before, scene.log):
                print(line)
            before = list(scene.log)
            if scene.showdown is not None:
                print(f"-- {scene.showdown.sentence}.")
                for row in scene.showdown.rows:
                    print(f"   {_row_text(row, scene)}")
    print("The record ends here: the game is not over." if not scene.winners else f"== {scene.verdict()}")

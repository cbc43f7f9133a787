"""A plain prompt in the terminal: one person against computer players, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import knockroll
from knockroll.events import Event, redact

YOU = 0
HELP = "Type a move as shown, or its number; 'quit' leaves the game."


def play_at_prompt(table: knockroll.Table) -> int:
    """Play a table to its end: the person has seat 0, computer players have the others."""
    names = knockroll.player_names(table.game)
    players = {
        seat: knockroll.player(table.game, names[(seat - 1) % len(names)]) for seat in range(table.seats) if seat != YOU
    }
    called = {YOU: "You"} | {seat: player.name for seat, player in players.items()}
    print(f"{table.game.title}: {table.game.summary}\n{HELP}\n")
    _tell(table.events, called)
    while table.turn is not None:
        if table.turn == YOU:
            move = _ask(table)
            if move is None:
                print("Goodbye.")
                return 0
            try:
                events = table.play(move, YOU)
            except ValueError as error:
                print(error)
                continue
        else:
            events = table.play(players[table.turn].choose(table.view(table.turn)))
        _tell(events, called)
    return 0


def _ask(table: knockroll.Table) -> str | None:
    """The move that the person types, or None at the end of input."""
    view = table.view(YOU)
    legal = table.legal()
    print(_describe(view))
    print("  ".join(f"{number}: {move}" for number, move in enumerate(legal, start=1)))
    try:
        text = input("> ").strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None
    if text.lower() in ("quit", "exit", "q"):
        return None
    if text.isdigit() and 1 <= int(text) <= len(legal):
        return legal[int(text) - 1]
    return text


def _describe(view: dict[str, Any]) -> str:
    if "hand" in view:
        return (
            f"\nYour hand: {' '.join(view['hand'])}   discard pile: {view['discard'] or '-'}   stock: {view['stock']}"
        )
    return f"\nDice: {' '.join(map(str, view['dice'])) or '-'}   turn score: {view['turn_score']}"


def _tell(events: Iterable[Event], called: dict[int, str]) -> None:
    for event in events:
        line = _line(redact(event, YOU), called)
        if line:
            print(line)


def _line(event: Event, called: dict[int, str]) -> str:
    who = called.get(event.seat, f"Seat {event.seat}") if event.seat is not None else ""
    if event.kind == "hand over":
        points = ", ".join(f"{called[seat]} {change:+d}" for seat, change in enumerate(event.points) if change)
        return f"-- The hand is over ({event.ending.replace('_', ' ')}). {points or 'No points.'}\n"
    if event.kind == "game over":
        winners = " and ".join(called[seat] for seat in event.winners)
        scores = ", ".join(f"{called[seat]} {score}" for seat, score in enumerate(event.points))
        return f"== The game is over. Won by: {winners}. Scores: {scores}."
    if event.kind == "deal":
        return f"You are dealt {' '.join(event.cards)}." if event.seat == YOU else ""
    shown = " ".join(event.cards) or " ".join(map(str, event.dice))
    said = event.text if event.text and (not shown or shown in event.text) else f"{event.text or event.kind} {shown}"
    return f"{who}: {said}" if who else f"{said}"

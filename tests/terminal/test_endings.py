"""A finished hand shows everything, with any number of players and any names."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice

import pytest
from textual.pilot import Pilot

import knockroll
from knockroll.engine.cards import TEXTS
from knockroll.engine.words import sign
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.draw.cards import Inks
from knockroll.terminal.draw.seats import score_shown
from knockroll.terminal.draw.showdown import _with_words_below
from knockroll.terminal.model.counts import count_words
from knockroll.terminal.model.scene import Row, Scene
from knockroll.terminal.model.words import signed, sum_text
from knockroll.terminal.screens.board import BoardScreen
from tests.terminal.driving import FAST, LARGE, SMALL, run, text_of
from tests.terminal.endings import finished_hands

ENOUGH = 4
"""As many hands of each ending are looked at."""


def words_of(scene: Scene, row: Row) -> set[str]:
    """Every word that belongs in a row. Without room for words, a sum has only numbers."""
    facts = [row.name, row.note, count_words(scene.game, row.count), score_shown(scene, row.total).plain]
    facts += [signed(row.change) if row.change else "±0", "out" if row.out else ""]
    facts += [sum_text(row.terms, scene.all_names, in_words=False)] if len(row.terms) > 1 else []
    cards = [sign(card) for group in (*row.groups, row.added, row.rest) for card in group]
    return {word for fact in (*facts, *cards) for word in fact.replace(";", "").split()}


@pytest.mark.parametrize("cards_below", [False, True])
@pytest.mark.parametrize("name", knockroll.game_names())
def test_no_word_of_the_arithmetic_is_broken(name: str, cards_below: bool) -> None:
    """The arithmetic includes names, and may take more than one line."""
    for _, scene in islice(finished_hands(knockroll.get_game(name)), 20):
        shown = scene.showdown
        for width in range(60, 100) if shown else ():
            assert shown is not None
            block = _with_words_below(scene, shown, width, Inks(), 1, cards_below, in_words=True)
            words = {word.strip(";") for part in block for word in part.plain.split()}
            for row in shown.rows:
                assert set(sum_text(row.terms, scene.all_names, in_words=True).split()) <= words


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "140x40"])
@pytest.mark.parametrize("name", knockroll.game_names())
def test_no_fact_is_cut_at_the_end_of_a_hand(name: str, size: tuple[int, int]) -> None:
    game = knockroll.get_game(name)
    seen: Counter[str] = Counter()

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        screen = app.screen
        assert isinstance(screen, BoardScreen)
        for ending, scene in finished_hands(game):
            seen[ending] += 1
            if seen[ending] > ENOUGH or scene.showdown is None:
                continue
            screen.scene = scene
            screen.redraw()
            await pilot.pause()
            pages = [text_of(app)]
            story = screen.query_one("#ending")
            while screen.ending_is_long and story.scroll_y < story.max_scroll_y:
                screen.action_scroll_ending(5)
                await pilot.pause()
                pages.append(text_of(app))
            shown = "\n".join(pages)
            assert "…" not in shown, shown
            words = set(shown.replace("(", " ").replace(")", " ").replace(";", " ").replace("│", " ").split())
            if "╭" in shown:  # small pictures of cards have rank and suit in two lines
                words |= {sign(card) for card in TEXTS if set(re.findall("[^♠♥♦♣]+|.", sign(card))) <= words}
            for row in scene.showdown.rows:
                assert words_of(scene, row) <= words, (words_of(scene, row) - words, shown)
            told = f"{scene.showdown.title} {scene.showdown.detail}".replace("(", " ").replace(")", " ").split()
            assert set(told) <= words, (set(told) - words, shown)

    run(KnockrollApp(lambda: BoardScreen(Scene(game, 0, ())), FAST), script, size)
    assert set(seen) == set(game.endings)

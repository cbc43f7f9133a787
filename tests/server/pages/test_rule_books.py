"""The rule books as HTML for the page."""

from __future__ import annotations

import re

import pytest

import knockroll
from knockroll.server.api import catalogue
from knockroll.server.pages.rule_books import render
from tests.server.helpers import Served


def rendered(text: str) -> str:
    """A book as HTML, in one line."""
    return re.sub(r">\n+<", "><", render(text)).strip()


def test_headings_paragraphs_and_emphasis() -> None:
    assert rendered("# The Game\n\nTwo *or* **more**\nplay `it`.\n") == (
        '<h1 id="the-game">The Game</h1><p>Two <em>or</em> <strong>more</strong>\nplay <code>it</code>.</p>'
    )


def test_clauses_are_items_that_can_be_linked_to_with_clauses_inside() -> None:
    assert rendered("- **1.** Deal\n  three cards.\n  - **1a.** To all.\n- plain") == (
        '<ul><li id="1"><a class="clause" href="#1" aria-label="Clause 1">1.</a> Deal\nthree cards.\n'
        '<ul><li id="1a"><a class="clause" href="#1a" aria-label="Clause 1a">1a.</a> To all.</li></ul></li>'
        "<li>plain</li></ul>"
    )


def test_tables_and_code() -> None:
    assert rendered("| a | b |\n|---|---|\n| 1 | 2 |") == (
        '<div class="wide" tabindex="0" role="region" aria-label="Table: a, b"><table>'
        '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>'
        '<tbody><tr><td data-column="a">1</td><td data-column="b">2</td></tr></tbody></table></div>'
    )
    assert rendered("```\nlet x\n```\nend") == "<pre><code>let x\n</code></pre><p>end</p>"


def test_rows_with_words_to_read_know_what_their_columns_are_called() -> None:
    wordy = rendered("| `a` | b | c |\n|---|---|---|\n| 1 | 2 | some words that have to be read |")
    assert '<table class="wordy">' in wordy
    assert re.findall(r'data-column="(\w)"', wordy) == ["a", "b", "c"]
    assert "wordy" not in rendered("| a | b |\n|---|---|\n| 1 | some words that have to be read |")


def test_links_lead_to_other_books_to_the_web_or_nowhere() -> None:
    assert rendered("[a](b.md#3) [c](https://x.y) [d](../e.py) [e](README.md)") == (
        '<p><a href="/rules/b#3">a</a> <a href="https://x.y" rel="noreferrer">c</a> <span>d</span> <span>e</span></p>'
    )


def test_cards_are_written_as_people_write_them_but_not_in_moves() -> None:
    assert rendered("With 8c Kd, As 2h 3s or Ts, `hit 8c on 1`.") == (
        "<p>With 8♣ K♦, A♠ 2♥ 3♠ or 10♠, <code>hit 8c on 1</code>.</p>"
    )
    assert rendered("As all four 2s are wild, three 3s are 300. Ah!") == (
        "<p>As all four 2s are wild, three 3s are 300. Ah!</p>"
    )


def test_nothing_is_taken_as_html() -> None:
    assert rendered("<b>no</b>\n\n<script>no()</script>\n") == (
        "<p>&lt;b&gt;no&lt;/b&gt;</p><p>&lt;script&gt;no()&lt;/script&gt;</p>"
    )
    assert "<a" not in rendered("[no](javascript:no())")


@pytest.mark.parametrize("game", knockroll.game_names())
def test_every_clause_of_a_book_can_be_linked_to(game: str) -> None:
    clauses = re.findall(r"^\s*[-*] \*\*([A-Z]?\d+[a-z]*)\.\*\*", catalogue.rules(game), re.M)
    assert clauses and re.findall(r'<li id="(\w+)">', render(catalogue.rules(game))) == clauses


def test_the_page_gets_its_books(sqlite_served: Served) -> None:
    book = sqlite_served.http.get("/rules/tonk.html")
    assert book.status_code == 200 and book.headers["content-type"] == "text/html; charset=utf-8"
    assert book.text == render(catalogue.rules("tonk"))
    missing = sqlite_served.http.get("/rules/bridge.html")
    assert missing.status_code == 404 and missing.json()["error"]["code"] == "unknown_game"

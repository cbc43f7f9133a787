"""The rule books as HTML for the page, rendered from their Markdown.

HTML inside a book is shown as text, never taken as markup. Clauses become items that can be linked to, and tables can
scroll by themselves on a narrow screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

_CLAUSE = re.compile(r"\*\*([A-Z]?\d+[a-z]*)\.\*\*(?=\s)")
_BOOK = re.compile(r"(\w+)\.md(#.*)?")
_OUTWARD = re.compile(r"https?://|#")
_CARD = r"(?:10|[A2-9TJQK])[shdc]"
_CARDS = re.compile(rf"\b{_CARD}(?:[ ,]+{_CARD})+\b|\b(?:[TJQK][shdc]|[A2-9][hdc](?<!A[hd]))\b")
"""Cards as the books write them. A lone ``As`` or ``2s`` is more likely a word or a plural."""
_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_WORDY = 24
"""Most characters of a cell that fits beside two others on a phone."""


@cache
def render(book: str) -> str:
    """Return a rule book, given in Markdown, as HTML."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(book)
    for token in tokens:
        _set_links(token)
        _set_cards(token)
    _set_heading_ids(tokens)
    _set_clauses(tokens)
    return str(markdown.renderer.render(list(_wrap_tables(tokens)), markdown.options, {}))


def _set_links(token: Token) -> None:
    """Point links to other books at their pages, and make links to files of the repository plain text."""
    open_link: Token | None = None
    for child in token.children or ():
        if child.type == "link_open":
            open_link, address = child, str(child.attrGet("href"))
            book = _BOOK.fullmatch(address)
            if book and book[1] != "README":
                child.attrSet("href", f"/rules/{book[1]}{book[2] or ''}")
            elif _OUTWARD.match(address):
                child.attrSet("rel", "noreferrer")
            else:
                child.tag, child.attrs = "span", {}
        elif child.type == "link_close" and open_link is not None:
            child.tag = open_link.tag


def _set_cards(token: Token) -> None:
    """Write cards in running text as people do, ``K♠`` for ``Ks``. In code they are part of a move."""
    for child in token.children or ():
        if child.type == "text":
            child.content = _CARDS.sub(_signs, child.content)


def _signs(cards: re.Match[str]) -> str:
    return re.sub(r"T?([shdc])\b", lambda end: ("10" if end[0][0] == "T" else "") + _SIGNS[end[1]], cards[0])


def _set_heading_ids(tokens: Sequence[Token]) -> None:
    for heading, text in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", re.sub(r"\W+", "-", _plain(text).lower()).strip("-"))


def _set_clauses(tokens: Sequence[Token]) -> None:
    """Make the number of a clause a link to it: ``- **10a.** Showdown`` is an item with the id ``10a``."""
    for item, text in zip(tokens, tokens[2:], strict=False):  # between the two, a paragraph is opened
        clause = _CLAUSE.match(text.content) if item.type == "list_item_open" and text.type == "inline" else None
        if clause is None or text.children is None:
            continue
        number = clause[1]
        item.attrSet("id", number)
        start = next(index for index, child in enumerate(text.children) if child.type == "strong_open")
        attributes = {"class": "clause", "href": f"#{number}", "aria-label": f"Clause {number}"}
        link = [
            Token("link_open", "a", 1, attrs={**attributes}),
            Token("text", "", 0, content=f"{number}."),
            Token("link_close", "a", -1),
        ]
        text.children[start : start + 3] = link


def _wrap_tables(tokens: Sequence[Token]) -> Iterator[Token]:
    """Put each table into a region that scrolls, and give each cell the name of its column."""
    for index, token in enumerate(tokens):
        if token.type == "table_open":
            end = next(place for place in range(index, len(tokens)) if tokens[place].type == "table_close")
            names = _set_cells(tokens[index : end + 1])
            label = f"Table: {', '.join(filter(None, names))}"
            region = {"class": "wide", "tabindex": "0", "role": "region", "aria-label": label}
            yield Token("region_open", "div", 1, attrs={**region}, block=True)
        yield token
        if token.type == "table_close":
            yield Token("region_close", "div", -1, block=True)


def _set_cells(table: Sequence[Token]) -> list[str]:
    """Give each cell of a table the name of its column; return the names of the columns."""
    names: list[str] = []
    column, wordy = 0, False
    for cell, text in pairwise(table):
        if cell.type == "tr_open":
            column = 0
        elif cell.type == "th_open":
            cell.attrSet("scope", "col")
            names.append(_plain(text))
        elif cell.type == "td_open":
            cell.attrSet("data-column", names[column])
            column += 1
            wordy |= len(names) > 2 and len(text.content) > _WORDY
    if wordy:
        table[0].attrSet("class", "wordy")
    return names


def _plain(text: Token) -> str:
    """The text of an inline token without its markup."""
    return "".join(child.content for child in text.children or ())

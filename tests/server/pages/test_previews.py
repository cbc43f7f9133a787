"""The preview that a messenger shows of a link, and the page at an address that leads nowhere."""

from __future__ import annotations

import re
import struct

import pytest

import knockroll
from knockroll.server.pages.previews import HEIGHT, PICTURE, WIDTH, Preview, put_into
from tests.server.helpers import Served


def tags(page: str) -> dict[str, str]:
    """The Open Graph tags of a page."""
    return dict(re.findall(r'<meta property="og:([^"]+)" content="([^"]*)">', page))


@pytest.mark.parametrize("game", knockroll.game_names())
@pytest.mark.parametrize("way", ["rules", "solo", "new"])
def test_a_link_to_a_game_says_what_it_is(sqlite_served: Served, game: str, way: str) -> None:
    known = knockroll.get_game(game)
    answer = sqlite_served.http.get(f"/{way}/{game}")
    found = tags(answer.text)
    assert known.title in found["title"]
    assert found["description"].replace("&#x27;", "'") == known.summary
    assert len(re.findall("<title>", answer.text)) == 1
    assert len(re.findall('name="description"', answer.text)) == 1


def test_a_link_to_a_table_is_an_invitation_and_tells_nothing_of_it(sqlite_served: Served) -> None:
    answer = sqlite_served.http.get("/table/abc123")
    assert answer.status_code == 200
    assert tags(answer.text)["description"].startswith("You&#x27;re invited to a table.")
    assert "abc123" not in answer.text


def test_the_picture_has_a_whole_address_and_the_size_that_is_said(sqlite_served: Served) -> None:
    found = tags(sqlite_served.http.get("/").text)
    assert found["image"] == f"{str(sqlite_served.http.base_url).rstrip('/')}/{PICTURE}"
    picture = sqlite_served.http.get(f"/{PICTURE}")
    assert picture.headers["content-type"] == "image/png"
    assert struct.unpack(">2I", picture.content[16:24]) == (WIDTH, HEIGHT)
    assert (found["image:width"], found["image:height"]) == (str(WIDTH), str(HEIGHT))


@pytest.mark.parametrize("path", ["nonsense", "rules/chess", "solo/chess", "table", "table/a/b", "rules", "replay/1"])
def test_an_address_that_leads_nowhere_is_a_404_and_still_a_page(sqlite_served: Served, path: str) -> None:
    answer = sqlite_served.http.get(f"/{path}")
    assert answer.status_code == 404
    assert "Page not found" in answer.text
    assert '<script type="module"' in answer.text


@pytest.mark.parametrize("path", ["", "replay", "rules/tonk", "solo/tonk", "new/tonk", "table/abc"])
def test_every_page_of_the_router_is_one(sqlite_served: Served, path: str) -> None:
    assert sqlite_served.http.get(f"/{path}").status_code == 200


def test_what_is_put_into_the_head_is_escaped() -> None:
    page = put_into(b"<head><title>x</title></head>", Preview('"><script>', "<b>"), 'http://"><script>')
    assert b"<script>" not in page and b"<b>" not in page


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("favicon.ico", "image/"),
        ("apple-touch-icon.png", "image/png"),
        ("icon-192.png", "image/png"),
        ("icon-512.png", "image/png"),
        ("manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_icons_for_tabs_and_home_screens(sqlite_served: Served, name: str, kind: str) -> None:
    answer = sqlite_served.http.get(f"/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)

"""Contact sheets of the page: each state at every size, light above dark. ``python -m scripts.pictures sheets``.

There are two of each state, one of screens and one of phones, so that a viewer need not make them small.

A part of a name chooses some of them: ``python -m tests.web.sheets "tonk full" lobby``. They are for
the eye, and are not kept.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from scripts.serving import ServerProcess

from tests.web.conftest import CHROMIUM, FLAGS, settings_of
from tests.web.staged import resize
from tests.web.states import Reach, states

FOLDER = Path(__file__).parents[2] / "build" / "sheets"
SCREENS = {(2560, 1440): 0.3, (1920, 1080): 0.4, (1440, 900): 0.48, (1024, 768): 0.5625}
PHONES = {(844, 390): 0.9, (390, 844): 0.7, (320, 568): 0.9}
"""Windows, and how much each is made smaller on the sheet."""
GAP = 12
MOST_WINDOWS = 2
"""Windows shown of a long page."""
Row = list[Image.Image]


def main(wanted: Sequence[str] = ()) -> None:
    """Make the sheets whose names contain one of these words; without any word, all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "tables.sqlite3") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser,
    ):
        for name, reach in states():
            if not wanted or any(word in name for word in wanted):
                for kind, sizes in {"screens": SCREENS, "phones": PHONES}.items():
                    sheet = _join(_row(browser, server.url, reach, sizes))
                    sheet.save(FOLDER / f"{re.sub(r'[^a-z0-9_]+', '-', name.lower())}-{kind}.png")
                print(name, flush=True)


def _row(browser: Browser, origin: str, reach: Reach, sizes: dict[tuple[int, int], float]) -> tuple[Row, Row]:
    """A state at some sizes, light and dark."""
    width, height = next(iter(sizes))
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=sizes is PHONES
    )
    context.add_init_script(settings_of())
    page = context.new_page()
    reach(page, origin)
    light, dark = Row(), Row()
    for size, scale in sizes.items():
        resize(page, size)
        for theme, row in (("light", light), ("dark", dark)):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            row.append(_shot(page, size, scale))
    context.close()
    return light, dark


def _shot(page: Page, size: tuple[int, int], scale: float) -> Image.Image:
    whole = Image.open(io.BytesIO(page.screenshot(animations="disabled", full_page=True)))
    seen = whole.crop((0, 0, size[0], min(whole.height, MOST_WINDOWS * size[1])))
    return seen.resize((round(seen.width * scale), round(seen.height * scale)), Image.Resampling.LANCZOS)


def _join(rows: Sequence[Row]) -> Image.Image:
    width = max(sum(one.width + GAP for one in row) for row in rows) + GAP
    sheet = Image.new("RGB", (width, sum(max(one.height for one in row) + GAP for row in rows) + GAP), "#888")
    top = GAP
    for row in rows:
        left = GAP
        for one in row:
            sheet.paste(one, (left, top))
            left += one.width + GAP
        top += max(one.height for one in row) + GAP
    return sheet


if __name__ == "__main__":
    main(sys.argv[1:])

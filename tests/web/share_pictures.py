"""Draws the picture that messengers show of a link, and the icons of home screens, with the page's own drawings."""

from __future__ import annotations

import io
import struct
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from scripts.serving import ServerProcess

from knockroll.server.pages.previews import HEIGHT, PICTURE, WIDTH
from knockroll.server.pages.routes import WEB
from tests.web.conftest import CHROMIUM, FLAGS

SCENE = """async () => {
  const [{ face }, { die }] = await Promise.all([import("/js/draw/cards.js"), import("/js/draw/dice.js")]);
  const scene = document.createElement("div");
  scene.style.cssText = `position:fixed;inset:0;z-index:99;overflow:hidden;
    background:radial-gradient(ellipse at 50% 20%, #2f7a5e, #14402f)`;
  const put = (node, x, y, width, turn) => {
    node.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${width}px;transform:rotate(${turn}deg);
      filter:drop-shadow(0 10px 14px #0008)`;
    scene.append(node);
  };
  ["Ts", "Js", "Qs", "Ks", "As"].forEach((card, i) => {
    put(face(card), 90 + 105 * i, 250 + 22 * (i - 2) ** 2, 230, 11 * (i - 2));
  });
  put(die(1), 830, 300, 130, -12);
  put(die(5), 985, 360, 130, 14);
  put(die(6), 870, 455, 130, 5);
  const text = document.createElement("div");
  text.innerHTML = "<b>Knock &amp; Roll</b><br>Five games, one table";
  text.style.cssText = "position:absolute;left:70px;top:50px;color:#fffdf8;font:400 42px/1.25 var(--display)";
  text.firstChild.style.fontSize = "96px";
  scene.append(text);
  document.body.append(scene);
  await document.fonts.ready;
}"""
COLOURS = 256
"""Enough for flat drawings, and a third of the bytes."""


def main() -> None:
    """Draw all of them into the folder of the page."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "tables.sqlite3") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser,
    ):
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(server.url)
        page.evaluate(SCENE)
        page.wait_for_timeout(300)
        write_small(page.screenshot(), WEB / PICTURE)
        for size, name in ((180, "apple-touch-icon.png"), (192, "icon-192.png"), (512, "icon-512.png")):
            write_small(icon(browser, size), WEB / name)
        (WEB / "favicon.ico").write_bytes(as_ico(icon(browser, 32), 32))


def icon(browser: Browser, size: int) -> bytes:
    """The page's icon as PNG, on its own green to the very edges: systems cut corners as they like."""
    page = browser.new_page(viewport={"width": size, "height": size})
    drawing = (WEB / "icon.svg").read_text()
    page.set_content(f'<body style="margin:0;background:#1a5240">{drawing}</body>')
    return page.screenshot()


def write_small(png: bytes, path: Path) -> None:
    """Write a PNG with few colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
    picture.save(path, optimize=True)


def as_ico(png: bytes, size: int) -> bytes:
    """An icon file with one PNG in it."""
    head = struct.pack("<3H4B2H2I", 0, 1, 1, size, size, 0, 0, 1, 32, len(png), 22)
    return head + png


if __name__ == "__main__":
    main()

"""A check of our own for what everybody needs: names, sizes and contrast of what is on the page."""

# ruff: noqa: E501 - scripts for the browser

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

NAMELESS = """() => {
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && node.getBoundingClientRect().width > 1;
  const name = (node) => node.getAttribute("aria-label") || node.textContent.trim() || node.getAttribute("alt")
    || node.labels?.[0]?.textContent || node.querySelector("[aria-label], [alt]")?.getAttribute("aria-label");
  return [...document.querySelectorAll("button, a[href], input, select, [role=img], [role=group], [role=region], img:not([alt=''])")]
    .filter((node) => seen(node) && !name(node)).map((node) => node.outerHTML.slice(0, 120));
}"""

SMALL = """() => {
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const inText = (node) => node.tagName === "A" && ["P", "LI", "TD", "SPAN"].includes(node.parentElement.tagName);
  return [...document.querySelectorAll("button, a[href], select, input:not([type=radio], [type=checkbox])")]
    .filter((node) => seen(node) && !inText(node) && !node.closest(".moves"))
    .map((node) => [node, node.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
    .map(([node, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${node.outerHTML.slice(0, 100)}`);
}"""

PALE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (node) => {
    if (!node) return [255, 255, 255, 1];
    const style = getComputedStyle(node);
    if (node.classList.contains("felt")) return rgba(getComputedStyle(document.documentElement).getPropertyValue("--felt-light"));
    const own = rgba(style.backgroundColor);
    return own[3] === 1 ? own : over(own, ground(node.parentElement));
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || node.closest("svg, .unseen, noscript, #toast, .cover ~ *")) continue;
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || node.getBoundingClientRect().width < 2) continue;
    const style = getComputedStyle(node);
    const under = ground(node);
    const text = over(rgba(style.color), under);
    const [a, b] = [light(text), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} "${walker.currentNode.data.trim().slice(0, 40)}" in ${node.className || node.tagName}`);
  }
  return found;
}"""

OVERFLOWING = """() => {
  const root = document.documentElement;
  const out = root.scrollWidth > innerWidth || (document.querySelector(".table-page") && root.scrollHeight > innerHeight);
  const cut = [...document.querySelectorAll(".hand .mine, .heap, .action, .die, .seat .name")]
    .filter((node) => node.checkVisibility())
    .map((node) => [node, node.getBoundingClientRect()])
    .filter(([, box]) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < -1);
  return [...(out ? [`the page scrolls: ${root.scrollWidth}x${root.scrollHeight}`] : []), ...(document.querySelector(".table-page") ? cut.map(([node]) => node.outerHTML.slice(0, 100)) : [])];
}"""


SETTLED = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const passing = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 10_000);
  await Promise.allSettled(passing.map((one) => one.finished));
}"""
"""Waits for colours and sizes that are on their way."""


def faults_in_both_themes(page: Page) -> dict[str, Any]:
    """What is wrong with the page in light and in dark; it stays dark, so that the next page is loaded so."""
    found: dict[str, Any] = {}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found |= {f"{theme}, {kind}": what for kind, what in faults(page).items()}
    return found


def faults(page: Page) -> dict[str, Any]:
    """What is wrong with the page as it is now, by kind; empty if nothing is."""
    page.evaluate(SETTLED)
    checks = {"nameless": NAMELESS, "small": SMALL, "pale": PALE, "overflowing": OVERFLOWING}
    found = {kind: page.evaluate(check) for kind, check in checks.items()}
    return {kind: what for kind, what in found.items() if what}

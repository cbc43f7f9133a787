"""The notes of a page, such as why a move is refused. Each is gone after some seconds, so the page writes them down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

RECORDER = """(() => {
  window.notes = [];
  const covered = (note) => {
    const box = note.getBoundingClientRect();
    const hits = (other) => other.left < box.right - 1 && other.right > box.left + 1
      && other.top < box.bottom - 1 && other.bottom > box.top + 1;
    return [...document.querySelectorAll("button, a[href], input, .mine, .hand")]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }) && hits(node.getBoundingClientRect()))
      .map((node) => node.outerHTML.slice(0, 100));
  };
  const look = (text) => {
    const note = document.querySelector(".told") ?? document.querySelector("#toast");
    const said = [...document.querySelectorAll("[role=status]")].filter((node) => node.textContent.includes(text));
    const visible = note.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    window.notes.push({ text, shown: visible ? note.innerText : "", said: said.length, covered: covered(note) });
  };
  document.addEventListener("DOMContentLoaded", () => {
    const toast = document.getElementById("toast");
    const watch = () => {
      const text = toast.textContent;
      if (text) requestAnimationFrame(() => requestAnimationFrame(() => look(text)));
    };
    if (toast) new MutationObserver(watch).observe(toast, { childList: true });
  });
})()"""
"""Runs in every page. What a note covers is measured when it has been drawn, before it can be gone."""


@dataclass(frozen=True)
class Note:
    """A note, as it was when it had been drawn."""

    text: str
    shown: str
    """What a person sees of it."""
    said: int
    """How many places say it to a screen reader."""
    covered: list[str]
    """The controls and cards that it covers."""


def note_after(page: Page, act: Callable[[], object]) -> Note:
    """Do something, and return the first note that comes of it."""
    before = page.evaluate("window.notes.length")
    act()
    page.wait_for_function("(before) => window.notes.length > before", arg=before)
    return Note(**page.evaluate("(before) => window.notes[before]", before))


def noted(page: Page, text: str) -> None:
    """Wait until the page has shown a note."""
    page.wait_for_function("(text) => window.notes.some((note) => note.text.includes(text))", arg=text)


def no_notes(page: Page) -> bool:
    """Whether the page has shown none since it was opened."""
    return bool(page.evaluate("!window.notes.length && !document.getElementById('toast').textContent"))

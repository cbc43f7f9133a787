/** The rules of a game: one page with pictures to learn it from, and behind it the whole rule book in clauses. */

import { drawn, h, patch } from "../draw/dom.js";
import { pieces } from "../draw/pieces.js";
import { inOrder, wholeShowing } from "../model/showing.js";
import { seatsText } from "../model/words.js";
import * as api from "../net/api.js";
import { bar } from "../ui/bar.js";

/** @import { GameInfo } from "../model/types.js" */

/** @param {HTMLElement} root @param {string} name */
export function rulesPage(root, name) {
  document.title = "Rules · Knock & Roll";
  /** @type {GameInfo[]} */
  let games = [];
  let book = "";
  let trouble = "";
  let unfolded = Boolean(location.hash);

  function draw() {
    const game = games.find((one) => one.name === name);
    const links = games.map((one) => {
      const current = one === game ? "page" : undefined;
      return h("a", { key: one.name, href: `/rules/${one.name}`, "aria-current": current }, one.title);
    });
    patch(root, [
      bar(""),
      h(
        "main.sheet-page.rules-page",
        h("nav.book-nav", { "aria-label": "Games" }, links),
        trouble && h("p.trouble", { role: "alert" }, trouble),
        game && [firstPage(game), fullRules()],
      ),
    ]);
  }

  function fullRules() {
    /** @param {{target: HTMLDetailsElement}} event */
    const toggled = ({ target }) => {
      unfolded = target.open;
      if (unfolded) loadBook();
    };
    return h(
      "details.fold-out.full-rules",
      { id: "full", open: unfolded, on: { toggle: toggled } },
      h("summary", "Full rules"),
      book ? drawn(name, () => article(book)) : unfolded && h("p", "Loading…"),
    );
  }

  /** Show the clause that the address names. */
  function show() {
    root.querySelector(".here")?.classList.remove("here");
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    if (!target) return;
    if (target.closest(".book")) target.classList.add("here");
    target.scrollIntoView({ block: target.id === "full" ? "start" : "center" });
  }

  async function loadBook() {
    try {
      book ||= await api.ruleBook(name);
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  async function load() {
    try {
      games = inOrder(await api.listGames());
      const title = games.find((game) => game.name === name)?.title;
      document.title = `Rules of ${title ?? name} · Knock & Roll`;
      if (!title) trouble = "There's no such game here.";
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    draw();
    if (!unfolded) return;
    await loadBook();
    show();
  }

  async function jump() {
    unfolded = true;
    await loadBook();
    show();
  }

  window.addEventListener("hashchange", jump);
  draw();
  load();
  return () => window.removeEventListener("hashchange", jump);
}

/** What a newcomer reads. @param {GameInfo} game */
function firstPage(game) {
  const { explanation, goal } = wholeShowing(game.showing);
  const play = { href: `/solo/${game.name}`, "aria-label": `Play ${game.title}` };
  return h(
    "article.first-page",
    { key: game.name },
    h("h1", game.title),
    h("p.lead", game.summary),
    h("p.meta", `${seatsText(game.min_seats, game.max_seats)} · These are the usual rules; many can be changed.`),
    explanation.length ? null : h("p", goal),
    explanation.map(({ title, text, examples }, index) =>
      h(
        "section.lesson",
        { key: title },
        h("h2", h("span.step-number", { "aria-hidden": "true" }, index + 1), title),
        h("p", text),
        examples.length > 0 &&
          h(
            "div.examples",
            examples.map((example) =>
              h("figure", { key: example.text }, pieces(example.pieces), h("figcaption", example.text)),
            ),
          ),
      ),
    ),
    h("p.play-it", h("a.action.primary", play, "Play")),
  );
}

/** A rule book. The server renders it, and takes nothing in it as HTML. @param {string} html */
function article(html) {
  const book = document.createElement("article");
  book.className = "book";
  book.innerHTML = html;
  book.querySelector("h1")?.remove(); // the page has it
  return book;
}

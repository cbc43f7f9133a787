/** The rule books. */

import { drawn, h, patch } from "../draw/dom.js";
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

  function draw() {
    const links = games.map((game) => {
      const current = game.name === name ? "page" : undefined;
      return h("a", { key: game.name, href: `/rules/${game.name}`, "aria-current": current }, game.title);
    });
    patch(root, [
      bar(""),
      h(
        "main.sheet-page",
        h("nav.book-nav", { "aria-label": "Games" }, links),
        trouble
          ? h("p.trouble", { role: "alert" }, trouble)
          : book
            ? drawn(name, () => article(book))
            : h("p", "Loading…"),
      ),
    ]);
  }

  function show() {
    root.querySelector(".here")?.classList.remove("here");
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    target?.classList.add("here");
    target?.scrollIntoView({ block: "center" });
  }

  async function load() {
    try {
      [games, book] = await Promise.all([api.listGames(), api.ruleBook(name)]);
      document.title = `Rules of ${games.find((game) => game.name === name)?.title ?? name} · Knock & Roll`;
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    draw();
    show();
  }

  window.addEventListener("hashchange", show);
  draw();
  load();
  return () => window.removeEventListener("hashchange", show);
}

/** A rule book. The server renders it, and takes nothing in it as HTML. @param {string} html */
function article(html) {
  const book = document.createElement("article");
  book.className = "book";
  book.innerHTML = html;
  return book;
}

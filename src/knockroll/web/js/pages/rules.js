/** The rule books. */

import * as api from "../api.js";
import { bar } from "../bar.js";
import { h, patch } from "../dom.js";
import { markdown } from "../markdown.js";

/** @param {HTMLElement} root @param {string} name */
export function rulesPage(root, name) {
  document.title = "Rules · Knock & Roll";
  let games = [];
  let book = null;
  let trouble = "";

  function draw() {
    patch(root, [
      bar("Rules", []),
      h("main.sheet-page", null,
        h("nav.book-nav", { "aria-label": "Games" }, games.map((game) => h("a", { key: game.name, href: `/rules/${game.name}`, "aria-current": game.name === name ? "page" : undefined }, game.title))),
        trouble ? h("p.trouble", { role: "alert" }, trouble) : h("article.book", null, book ? markdown(book, (clause) => `/rules/${name}#${clause}`) : h("p", null, "Opening the book…"))),
    ]);
  }

  function show() {
    root.querySelector(".here")?.classList.remove("here");
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    target?.classList.add("here");
    target?.scrollIntoView({ block: "center" });
  }

  window.addEventListener("hashchange", show);
  draw();
  Promise.all([api.listGames(), api.rules(name)]).then(([list, text]) => {
    games = list;
    book = typeof text === "string" ? text : (text.rules ?? "");
    document.title = `Rules of ${list.find((game) => game.name === name)?.title ?? name} · Knock & Roll`;
    draw();
    show();
  }, (error) => {
    trouble = error.message;
    draw();
  });
  return () => window.removeEventListener("hashchange", show);
}

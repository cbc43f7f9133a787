/** What is shown at an address that leads nowhere. */

import { h, patch } from "../draw/dom.js";
import { pieces } from "../draw/pieces.js";
import { bar } from "../ui/bar.js";

/** @param {HTMLElement} root */
export function notFoundPage(root) {
  document.title = "Page not found · Knock & Roll";
  patch(root, [
    bar(""),
    h(
      "main.sheet-page.not-found",
      pieces(["4s", "", "4h"]),
      h("h1", "There's no such page"),
      h("p", "The address may be mistyped, or the page has moved."),
      h("p", h("a.action.primary", { href: "/" }, "To the lobby")),
    ),
  ]);
}

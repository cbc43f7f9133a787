/** The bar on top of every page. */

import { helpDialog, settingsDialog } from "./dialogs.js";
import { drawn, h } from "./dom.js";
import { icon } from "./icons.js";

/** A button with an icon; the words are left out on a narrow screen. */
export function tool(name, text, click, props = {}) {
  return h("button.tool", { type: "button", "aria-label": text, title: text, ...props, on: { click } }, drawn(`icon-${name}`, () => icon(name)), h("span", null, text));
}

/** @param {string} title @param {any[]} tools @param {string} [game] */
export function bar(title, tools = [], game = undefined) {
  return h("header.bar", null,
    h("a.brand", { href: "/", "aria-label": "Knock & Roll: to the lobby" }, h("img", { src: "/icon.svg", alt: "", width: "32", height: "32" }), h("span", null, "Knock & Roll")),
    title && h("h1", null, title),
    h("nav.tools", { "aria-label": "Tools" }, tools,
      game && h("a.tool", { href: `/rules/${game}`, target: "_blank", "aria-label": "Rules", title: "Rules" }, drawn("icon-rules", () => icon("rules")), h("span", null, "Rules")),
      tool("settings", "Settings", settingsDialog), tool("help", "Help", () => helpDialog(game), { "aria-keyshortcuts": "?" })));
}

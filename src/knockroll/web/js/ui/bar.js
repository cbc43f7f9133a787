/** The bar at the top of every page. */

import { drawn, h } from "../draw/dom.js";
import { icon } from "../draw/icons.js";
import { helpDialog } from "./help_dialog.js";
import { settingsDialog } from "./settings_dialog.js";

/** @import { Child, Listener, Props } from "../draw/dom.js" */
/** @import { IconName } from "../draw/icons.js" */

/**
 * A button with an icon; the words are left out on a narrow screen.
 * @param {IconName} name @param {string} text @param {Listener} click @param {Props} [props]
 */
export function tool(name, text, click, props = {}) {
  const button = { type: "button", "aria-label": text, title: text, ...props, on: { click } };
  return h(
    "button.tool",
    button,
    drawn(`icon-${name}`, () => icon(name)),
    h("span", text),
  );
}

/** The windows where the tools are a menu; in css/bar.css too. */
const narrow = matchMedia("(max-width: 600px)");
// A phone that is turned while the menu is open would show it on top of the bar.
narrow.addEventListener("change", () => document.getElementById("tools")?.togglePopover(false));

/**
 * @param {string} title
 * @param {Child[]} [tools] of the page; on a narrow screen they are in a menu
 * @param {string} [game] whose rules and keys are at hand
 * @param {{kind?: string, below?: Child, always?: Child}} [more]
 * a word before the title, for screen readers; what stands below it; tools that stay in the bar
 */
export function bar(title, tools = [], game = undefined, { kind = "", below = null, always = null } = {}) {
  const logo = { src: "/icon.svg", alt: "", width: "32", height: "32" };
  const rules = { href: `/rules/${game}`, target: "_blank", "aria-label": "Rules", title: "Rules" };
  const menu = { type: "button", popovertarget: "tools", "aria-label": "Menu", title: "Menu" };
  return h(
    "header.bar",
    h(
      "a.brand",
      { href: "/", "aria-label": "Knock & Roll: back to the lobby" },
      h("img", logo),
      h("span", "Knock & Roll"),
    ),
    title && h("div.titled", h("h1", { title }, kind && h("span.unseen", `${kind} · `), title), below),
    always,
    h(
      "button.tool.menu",
      menu,
      drawn("icon-menu", () => icon("menu")),
    ),
    h(
      "nav.tools",
      { "aria-label": "Tools", id: "tools", popover: "auto" },
      ...tools,
      game &&
        h(
          "a.tool",
          rules,
          drawn("icon-rules", () => icon("rules")),
          h("span", "Rules"),
        ),
      tool("settings", "Settings", settingsDialog),
      tool("help", "Help", () => helpDialog(game), { "aria-keyshortcuts": "?" }),
    ),
  );
}

/** The router: shows the page that belongs to an address. */

import { focusPage } from "./focus.js";

/** @typedef {(root: HTMLElement, ...parts: string[]) => (() => void)|void} Page returns what to call on leaving it */
/** @typedef {{pattern: RegExp, page: Page}} Route */

/** @type {Route[]} */
let routes = [];
/** @type {(() => void)|null} */
let leave = null;
let shown = "";

/** @param {Route[]} list */
export function start(list) {
  routes = list;
  window.addEventListener("popstate", () => {
    if (location.pathname + location.search !== shown) turn();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || !isOurs(link, event)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  show();
}

/**
 * Whether a click on a link leads to one of our pages, in this tab.
 * @param {HTMLAnchorElement} link @param {MouseEvent} event
 */
function isOurs(link, event) {
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return false;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return false;
  return !link.pathname.startsWith("/api") && !(link.pathname === location.pathname && link.hash);
}

/** @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  turn();
}

/** Show another page. */
function turn() {
  show();
  const root = document.querySelector(".page");
  if (root instanceof HTMLElement) focusPage(root);
}

function show() {
  shown = location.pathname + location.search;
  leave?.();
  leave = null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const root = document.createElement("div");
  root.className = "page";
  document.getElementById("app")?.replaceChildren(root);
  window.scrollTo(0, 0);
  const path = decodeURI(location.pathname);
  for (const { pattern, page } of routes) {
    const match = pattern.exec(path);
    if (match) {
      leave = page(root, ...match.slice(1)) ?? null;
      return;
    }
  }
}

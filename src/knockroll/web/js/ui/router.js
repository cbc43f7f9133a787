/** The router: shows the page that belongs to an address. */

import { focusPage } from "./focus.js";

/** @typedef {(root: HTMLElement, ...parts: string[]) => (() => void)|void} Page returns what to call on leaving it */
/** @typedef {{pattern: RegExp, page?: Page, load?: () => Promise<Page>}} Route a page, or how to load it */

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
  show(focusPage);
}

/** @param {(root: HTMLElement) => void} [then] what to do when it is there */
function show(then) {
  shown = location.pathname + location.search;
  leave?.();
  leave = null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const root = document.createElement("div");
  root.className = "page";
  document.getElementById("app")?.replaceChildren(root);
  window.scrollTo(0, 0);
  const path = decodeURI(location.pathname);
  for (const { pattern, page, load } of routes) {
    const match = pattern.exec(path);
    if (!match) continue;
    /** @param {Page} found */
    const open = (found) => {
      leave = found(root, ...match.slice(1)) ?? null;
      then?.(root);
    };
    if (page) open(page);
    else
      load?.().then(
        (found) => root.isConnected && open(found),
        () => explain(root),
      );
    return;
  }
}

/** Say that a page could not be loaded. @param {HTMLElement} root */
function explain(root) {
  const said = document.createElement("p");
  said.className = "trouble";
  said.role = "alert";
  said.textContent = "This page couldn't be loaded. Check your connection, then reload.";
  root.append(said);
}

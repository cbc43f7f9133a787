/** Addresses of the page: which page is shown for which path. */

/** @typedef {{pattern: RegExp, page: (root: HTMLElement, ...parts: string[]) => (() => void)|void}} Route */

let routes = [];
let leave = null;
let shown = "";

/** @param {Route[]} list */
export function start(list) {
  routes = list;
  window.addEventListener("popstate", () => location.pathname + location.search !== shown && show());
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.pathname.startsWith("/api")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  show();
}

/** @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  show();
}

function show() {
  shown = location.pathname + location.search;
  leave?.();
  leave = null;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  const app = document.getElementById("app");
  const root = document.createElement("div");
  root.className = "page";
  app.replaceChildren(root);
  window.scrollTo(0, 0);
  const path = decodeURI(location.pathname);
  for (const { pattern, page } of routes) {
    const match = pattern.exec(path);
    if (match) {
      leave = page(root, ...match.slice(1)) ?? null;
      return;
    }
  }
  history.replaceState(null, "", "/");
  show();
}

/** The entry point: routes, and the settings of the page. The lobby and a table are here at once, the rest later. */

import { lobbyPage } from "./pages/lobby.js";
import { notFoundPage } from "./pages/not_found.js";
import { TablePage } from "./pages/table.js";
import { start } from "./ui/router.js";
import { applySettings } from "./ui/settings.js";

/** @param {HTMLElement} root @param {string} id */
function tablePage(root, id) {
  const page = new TablePage(root, id);
  return () => page.leave();
}

applySettings();
start([
  { pattern: /^\/$/, page: lobbyPage },
  { pattern: /^\/new\/(\w+)$/, load: async () => (await import("./pages/setup.js")).friendsPage },
  { pattern: /^\/solo\/(\w+)$/, load: async () => (await import("./pages/setup.js")).soloPage },
  { pattern: /^\/table\/(\w+)$/, page: tablePage },
  { pattern: /^\/rules\/(\w+)$/, load: async () => (await import("./pages/rules.js")).rulesPage },
  { pattern: /^\/replay$/, load: async () => (await import("./pages/replay.js")).replayPage },
  { pattern: /^/, page: notFoundPage },
]);

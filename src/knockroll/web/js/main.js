/** The entry point: routes, and the settings of the page. */

import { lobbyPage } from "./pages/lobby.js";
import { notFoundPage } from "./pages/not_found.js";
import { replayPage } from "./pages/replay.js";
import { rulesPage } from "./pages/rules.js";
import { friendsPage, soloPage } from "./pages/setup.js";
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
  { pattern: /^\/new\/(\w+)$/, page: friendsPage },
  { pattern: /^\/solo\/(\w+)$/, page: soloPage },
  { pattern: /^\/table\/(\w+)$/, page: tablePage },
  { pattern: /^\/rules\/(\w+)$/, page: rulesPage },
  { pattern: /^\/replay$/, page: replayPage },
  { pattern: /^/, page: notFoundPage },
]);

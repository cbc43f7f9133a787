/** Where everything begins. */

import { lobbyPage } from "./pages/lobby.js";
import { replayPage } from "./pages/replay.js";
import { rulesPage } from "./pages/rules.js";
import { friendsPage, soloPage } from "./pages/setup.js";
import { TablePage } from "./pages/table.js";
import { start } from "./ui/router.js";
import { dress } from "./ui/settings.js";

/** @param {HTMLElement} root @param {string} id */
function tablePage(root, id) {
  const page = new TablePage(root, id);
  return () => page.leave();
}

dress();
start([
  { pattern: /^\/$/, page: lobbyPage },
  { pattern: /^\/new\/(\w+)$/, page: friendsPage },
  { pattern: /^\/solo\/(\w+)$/, page: soloPage },
  { pattern: /^\/table\/(\w+)$/, page: tablePage },
  { pattern: /^\/rules\/(\w+)$/, page: rulesPage },
  { pattern: /^\/replay$/, page: replayPage },
]);

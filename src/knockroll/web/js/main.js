/** Where everything begins. */

import { lobbyPage } from "./pages/lobby.js";
import { newTablePage } from "./pages/new_table.js";
import { replayPage } from "./pages/replay.js";
import { rulesPage } from "./pages/rules.js";
import { tablePage } from "./pages/table.js";
import { start } from "./router.js";
import { dress } from "./settings.js";

dress();
start([
  { pattern: /^\/$/, page: lobbyPage },
  { pattern: /^\/new\/(\w+)$/, page: newTablePage },
  { pattern: /^\/table\/(\w+)$/, page: tablePage },
  { pattern: /^\/rules\/(\w+)$/, page: rulesPage },
  { pattern: /^\/replay$/, page: replayPage },
]);

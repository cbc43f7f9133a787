/** The lobby: all games, tables to continue and tables to join. */

import { h, patch } from "../draw/dom.js";
import { fillSeats } from "../model/levels.js";
import { inOrder } from "../model/showing.js";
import { capital } from "../model/words.js";
import * as api from "../net/api.js";
import { bar } from "../ui/bar.js";
import { nameField } from "../ui/name_field.js";
import { isUnfinished, refreshGame, savedGames, tableIsGone } from "../ui/saved_games.js";
import { watch } from "../ui/settings.js";
import { gameCard } from "./game_card.js";
import { openTable } from "./new_table.js";
import { chosenLevel, soloOf, soloPlan } from "./solo.js";
import { continueStrip, inCompany, yourGames } from "./your_games.js";

/** @import { GameInfo, TableInfo } from "../model/types.js" */

/** The most open tables to show, and the most of your own tables to look up. */
const [MOST_OPEN, MOST_ASKED] = [5, 8];
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Milliseconds between two looks at which players are ready. */
const READY_MS = 3000;

/** @param {HTMLElement} root */
export function lobbyPage(root) {
  root.classList.add("lobby");
  document.title = "Knock & Roll";
  /** @type {GameInfo[]} */
  let games = [];
  let kept = savedGames();
  const fold = { unfolded: false };
  /** @type {TableInfo[]} */
  let open = [];
  let trouble = "";
  /** @type {string|null} */
  let starting = null;
  /** @type {Map<string, string[]>} */
  const lots = new Map();

  /** Your opponents: the ones you chose, or random ones that stay the same for this visit. @param {GameInfo} game */
  function opponents(game) {
    const chosen = soloOf(game).opponents;
    const level = chosenLevel(game);
    const key = [game.name, level, ...chosen].join();
    const met = lots.get(key) ?? fillSeats(game, chosen, level);
    lots.set(key, met);
    return met;
  }

  /** @param {GameInfo} game */
  async function playNow(game) {
    if (starting) return;
    starting = game.name;
    draw();
    if (await openTable(root, soloPlan(game, { ...soloOf(game), opponents: opponents(game) }))) return;
    starting = null;
    draw();
  }

  function draw() {
    const title = `${capital(NUMBERS[games.length] ?? String(games.length))} games, one table`;
    const words = "Play the computer right away, or send friends a link. No sign-up, nothing to install.";
    patch(root, [
      bar("", [nameField("name-field")]),
      h(
        "main.lobby-main",
        h("div.welcome", h("h1", games.length ? title : "Knock & Roll"), h("p", words)),
        trouble && h("p.trouble", { role: "alert" }, trouble),
        continueStrip(kept, games),
        h(
          "div.games",
          games.map((game) => gameCard(game, opponents(game), playNow, starting === game.name)),
          tables(),
        ),
      ),
    ]);
  }

  function tables() {
    return h(
      "section.tables",
      { "aria-label": "Tables" },
      kept.length === 0 && [
        h("h2", "New here?"),
        h(
          "p.learn",
          "Learn a game in a minute: ",
          games.map((game, index) => [index > 0 && ", ", h("a", { href: `/rules/${game.name}` }, game.title)]),
          ".",
        ),
      ],
      yourGames(kept, games, fold, drawKept),
      h("h2", "Open tables"),
      open.length
        ? h("ul", { key: "open", "aria-label": "Open tables" }, open.map(tableLink))
        : h("p.none", "No open tables right now."),
      h("p.more", h("a", { href: "/replay" }, "Replay a saved game")),
    );
  }

  function drawKept() {
    kept = savedGames();
    draw();
  }

  async function loadGames() {
    try {
      games = inOrder(await api.listGames());
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  async function loadOpen() {
    const list = await api.openTables().catch(() => []);
    const mine = new Set(kept.map(({ id }) => id));
    open = list.filter((table) => table.seats.some((seat) => seat.free) && !mine.has(table.id)).slice(0, MOST_OPEN);
    draw();
  }

  /** Look up what has become of unfinished games. */
  async function loadKept() {
    const tables = new Set(kept.filter(isUnfinished).map(({ id }) => id));
    if (!tables.size) return;
    await Promise.all([...tables].slice(0, MOST_ASKED).map(refresh));
    drawKept();
  }

  const timer = setInterval(async () => {
    if (!games.some(({ players }) => players.some(({ state }) => state === "preparing"))) return;
    games = inOrder(await api.refreshGames().catch(() => games));
    draw();
  }, READY_MS);
  draw();
  loadGames();
  loadOpen();
  loadKept();
  const unwatch = watch(draw);
  return () => {
    clearInterval(timer);
    unwatch();
  };
}

/** @param {string} id */
async function refresh(id) {
  try {
    const { table, you } = await api.table(id);
    refreshGame(table, you);
  } catch (error) {
    if (api.isGone(error)) tableIsGone(id);
  }
}

/** @param {TableInfo} table */
function tableLink(table) {
  const names = table.seats.filter((seat) => !seat.free).map((seat) => seat.name ?? "");
  const title = table.practice ? `${table.title} · practice` : table.title;
  return h(
    "li",
    { key: table.id },
    h("a", { href: `/table/${table.id}` }, h("b", title), h("span", inCompany(names) || "no one there yet")),
    h("span.go", { "aria-hidden": "true" }, "Join"),
  );
}

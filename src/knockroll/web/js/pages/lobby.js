/** The lobby: all games, tables to continue and tables to join. */

import * as api from "../api.js";
import { bar } from "../bar.js";
import { h, patch } from "../dom.js";
import { gameCard } from "../lobby/card.js";
import { nameField } from "../naming.js";
import { openTable } from "../opening.js";
import { rememberTable, tablesPlayed, watch } from "../settings.js";
import { drawLots, soloOf, soloPlan } from "../solo.js";
import { capital } from "../words.js";

/** @import { GameInfo, TableInfo } from "../types.js" */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** @param {HTMLElement} root */
export function lobbyPage(root) {
  root.classList.add("lobby");
  document.title = "Knock & Roll";
  /** @type {GameInfo[]} */
  let games = [];
  /** @type {api.TableAnswer[]} */
  let running = [];
  /** @type {TableInfo[]} */
  let open = [];
  let trouble = "";
  /** @type {string|null} */
  let starting = null;
  /** @type {Map<string, string[]>} */
  const lots = new Map();

  /** Who would be met: those that were chosen, or who is drawn by lot, once for each visit. @param {GameInfo} game */
  function opponents(game) {
    const chosen = soloOf(game).opponents;
    const key = [game.name, ...chosen].join();
    const met = lots.get(key) ?? drawLots(game, chosen);
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
    const words =
      "Play at once against computer players, or send a link to your friends. No account, nothing to install.";
    patch(root, [
      bar("", [nameField("name-field")]),
      h(
        "main.lobby-main",
        h("div.welcome", h("h1", games.length ? title : "Knock & Roll"), h("p", words)),
        trouble && h("p.trouble", { role: "alert" }, trouble),
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
      h("h2", "Your tables"),
      running.length
        ? h(
            "ul",
            running.map(({ table, you }) => tableLink(table, you, `${state(table, you)}, `)),
          )
        : h("p.none", "Games you have begun are kept here, so that you can continue them."),
      h("h2", "Open tables"),
      open.length
        ? h(
            "ul",
            open.map((table) => tableLink(table, null, "")),
          )
        : h("p.none", "Nobody is looking for company just now."),
      h("p.more", h("a", { href: "/replay" }, "Replay a saved game")),
    );
  }

  async function loadGames() {
    try {
      games = await api.listGames();
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  async function loadOpen() {
    const mine = tablesPlayed();
    const list = await api.openTables().catch(() => []);
    open = list.filter((table) => table.seats.some((seat) => seat.free) && !mine.includes(table.id)).slice(0, 5);
    draw();
  }

  async function loadMine() {
    const answers = await Promise.all(tablesPlayed().slice(0, 6).map(askOrForget));
    running = answers
      .filter((answer) => answer !== null)
      .filter(({ you, table }) => you !== null && table.status !== "closed")
      .slice(0, 4);
    draw();
  }

  draw();
  loadGames();
  loadOpen();
  loadMine();
  return watch(draw);
}

/** A table that the server does not know any more is forgotten. @param {string} id */
async function askOrForget(id) {
  try {
    return await api.table(id);
  } catch {
    rememberTable(id, true);
    return null;
  }
}

/** @param {TableInfo} table @param {number|null} you */
function state(table, you) {
  return table.status === "over" ? "finished" : table.turn === you ? "your turn" : table.status;
}

/** @param {TableInfo} table @param {number|null} you @param {string} about */
function tableLink(table, you, about) {
  const names = table.seats.filter((seat) => seat.seat !== you && !seat.free).map((seat) => seat.name);
  const company = names.length
    ? `with ${names.slice(0, 3).join(", ")}${names.length > 3 ? " …" : ""}`
    : "nobody there yet";
  const verb = you === null ? "Join" : table.status === "over" ? "Look" : "Continue";
  return h(
    "li",
    { key: table.id },
    h("a", { href: `/table/${table.id}` }, h("b", table.title), h("span", about + company)),
    h("span.go", { "aria-hidden": "true" }, verb),
  );
}

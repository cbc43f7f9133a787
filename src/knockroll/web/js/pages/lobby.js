/** The lobby: all games, tables to continue and tables to join. */

import * as api from "../api.js";
import { bar } from "../bar.js";
import { h, patch } from "../dom.js";
import { nameField } from "../naming.js";
import { openTable } from "../opening.js";
import { ruleSet } from "../options.js";
import { change, rememberTable, settings, tablesPlayed, watch } from "../settings.js";
import { wholeShowing } from "../showing.js";
import { diePicture, picture } from "../table/pieces.js";
import { capital } from "../words.js";

/** @import { GameInfo, SeatPlan, TableInfo } from "../types.js" */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/**
 * Somebody to play against in each seat: characters first, and nobody who plays at random if there is somebody else.
 * @param {GameInfo} game @param {number} [seats]
 * @returns {SeatPlan[]}
 */
export function someOpponents(game, seats = game.default_seats) {
  const characters = game.players.map((player) => player.name).filter((name) => name !== "Random");
  const shuffled = (characters.length ? characters : ["Random"])
    .map((name) => ({ name, place: Math.random() }))
    .sort((a, b) => a.place - b.place);
  return Array.from({ length: seats - 1 }, (_, i) => ({
    kind: "computer",
    player: shuffled[i % shuffled.length].name,
  }));
}

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

  /** @param {GameInfo} game */
  async function playNow(game) {
    if (starting) return;
    starting = game.name;
    draw();
    const seats = [/** @type {SeatPlan} */ ({ kind: "person" }), ...someOpponents(game)];
    const { variant } = ruleSet(game, settings.rules[game.name]);
    if (await openTable(root, { game: game.name, variant, seats, pace: 0, away: 3600 })) return;
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
          games.map((game) => gameCard(game, playNow, starting)),
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

/** @param {GameInfo} game @param {(game: GameInfo) => void} playNow @param {string|null} starting */
function gameCard(game, playNow, starting) {
  const seats = game.min_seats === game.max_seats ? game.min_seats : `${game.min_seats}–${game.max_seats}`;
  const rules = { href: `/rules/${game.name}`, "aria-label": `Rules of ${game.title}` };
  const play = {
    type: "button",
    "aria-label": `Play now: ${game.title}`,
    "aria-disabled": starting === game.name ? "true" : undefined,
    on: { click: () => playNow(game) },
  };
  const friends = { href: `/new/${game.name}`, "aria-label": `Play with friends: ${game.title}` };
  return h(
    "article.game",
    { key: game.name, "aria-label": game.title },
    gamePicture(game),
    h(
      "div.about",
      h("h2", game.title),
      h("p", game.summary),
      h("p.meta", `${seats} players · `, h("a", rules, "Rules")),
    ),
    game.rule_sets.length > 1 && rulesChoice(game),
    h("div.buttons", h("button.action.primary", play, "Play now"), h("a.action", friends, "With friends")),
  );
}

/** Sets of rules by name; the one that was played last is chosen. @param {GameInfo} game */
function rulesChoice(game) {
  const chosen = ruleSet(game, settings.rules[game.name]);
  const name = `rules-${game.name}`;
  return h(
    "div.rules-choice",
    h(
      "div.segments",
      { role: "radiogroup", "aria-label": "Rules" },
      game.rule_sets.map((rules) => {
        const changed = () => change({ rules: { ...settings.rules, [game.name]: rules.variant } });
        const input = { type: "radio", name, checked: rules === chosen, on: { change: changed } };
        return h("label", { key: rules.title }, h("input", input), h("span", rules.title));
      }),
    ),
    h("p", { "aria-live": "polite" }, chosen.help),
  );
}

/** What the game is played with: the cards or dice that it shows of itself. @param {GameInfo} game */
function gamePicture(game) {
  const { picture: own, hand } = wholeShowing(game.showing);
  const pieces = own.length ? own : hand.size ? ["", "", ""] : ["3", "6", "1"];
  const drawn = pieces.map((one, index) =>
    /^\d$/.test(one)
      ? h("span.die", { key: index }, diePicture(Number(one)))
      : h("span.card", { key: index }, picture(one || null)),
  );
  return h("div.picture", { "aria-hidden": "true", class: hand.size ? "of-cards" : "of-dice" }, drawn);
}

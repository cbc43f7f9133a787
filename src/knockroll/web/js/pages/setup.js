/** Setting up a table, with friends or against the computer: players, rules and speed. */

import { h, patch } from "../draw/dom.js";
import { fillSeats } from "../model/levels.js";
import { ruleSet } from "../model/options.js";
import * as api from "../net/api.js";
import { bar } from "../ui/bar.js";
import { nameField } from "../ui/name_field.js";
import { watch } from "../ui/settings.js";
import { settingChoice } from "../ui/settings_dialog.js";
import { note } from "../ui/speech.js";
import { openTable } from "./new_table.js";
import { notFoundPage } from "./not_found.js";
import { playersBlock } from "./setup_players.js";
import { optionLine, rulesBlock, switchControl } from "./setup_rules.js";
import { saveSolo, soloOf, soloPlan } from "./solo.js";

/** @import { GameInfo, SeatPlan } from "../model/types.js" */
/** @import { Sitter } from "./setup_players.js" */

const CLOCKS = [
  ["", "no limit"],
  ["30", "30 seconds"],
  ["60", "1 minute"],
  ["300", "5 minutes"],
];
/** Milliseconds between two looks at which players are ready. */
const READY_MS = 2000;
/** Milliseconds that a computer player takes for a move at a table of people. */
const PACE = 700;

/** @param {HTMLElement} root @param {string} name of the game */
export const friendsPage = (root, name) => setupPage(root, name, true);

/** @param {HTMLElement} root @param {string} name of the game */
export const soloPage = (root, name) => setupPage(root, name, false);

/** @param {HTMLElement} root @param {string} name @param {boolean} friends */
function setupPage(root, name, friends) {
  document.title = friends ? "Play with friends · Knock & Roll" : "Set up a game · Knock & Roll";
  /** @type {() => void} */
  let unwatch = () => {};

  async function load() {
    try {
      const game = await api.game(name);
      if (!game) return notFoundPage(root);
      const draw = setup(root, game, friends);
      const ceaseToWatch = watch(draw);
      const timer = setInterval(async () => {
        if (!game.players.some(({ state }) => state === "preparing")) return;
        const fresh = await api.refreshGames().catch(() => []);
        game.players = fresh.find((one) => one.name === name)?.players ?? game.players;
        draw();
      }, READY_MS);
      unwatch = () => {
        clearInterval(timer);
        ceaseToWatch();
      };
    } catch (error) {
      note(error instanceof Error ? error.message : String(error));
    }
  }

  patch(root, [bar(""), h("main.sheet-page", h("p", "One moment…"))]);
  load();
  return () => unwatch();
}

/** @param {HTMLElement} root @param {GameInfo} game @param {boolean} friends @returns {() => void} what draws it */
function setup(root, game, friends) {
  const kept = soloOf(game);
  /** @type {Sitter[]} */
  const others = friends ? kept.opponents.map((_, index) => (index === 0 ? null : "")) : kept.opponents;
  const rules = { variant: kept.variant, options: kept.options, open: Object.keys(kept.options).length > 0, draw };
  const company = { others, filling: 0, most: game.max_seats, rules: "", friends, draw };
  const table = { public: false, practice: !friends && kept.practice, clock: /** @type {number|null} */ (null) };
  let busy = false;

  function draw() {
    const chosen = ruleSet(game, rules.variant);
    company.most = chosen.max_seats;
    company.rules = chosen.title;
    others.splice(company.most - 1);
    company.filling = Math.min(company.filling, others.length - 1);
    const words = friends
      ? "You'll get a link to send. The game starts when all your friends have sat down, or when you start it."
      : "We'll remember this for “Play now”.";
    const late = game.players.find(({ name, state }) => state === "preparing" && others.includes(name));
    const submit = { type: "submit", "aria-disabled": busy || late ? "true" : undefined };
    patch(root, [
      bar("", [], game.name),
      h(
        "main.sheet-page.setup-page",
        h("h1", friends ? `${game.title} with friends` : `${game.title} vs. computer`),
        h("p", words),
        h(
          "form",
          { on: { submit: open } },
          playersBlock(game, company),
          h(
            "div.setup-side",
            rulesBlock(game, rules),
            friends
              ? tableBlock(table)
              : h("section.block.pace", h("h2", "Pace"), settingChoice("speed"), practiceLine(table)),
            h("section.block", h("h2", "You"), nameField("field", { required: friends })),
          ),
          late &&
            h("p.late", { role: "status" }, `${late.name} is getting ready. Wait a moment, or choose someone else.`),
          h(
            "div.submit",
            h("button.action.primary", submit, friends ? "Create table" : "Play"),
            h("a.action", { href: "/" }, "Back"),
          ),
        ),
      ),
    ]);
  }

  /** @param {SubmitEvent} event */
  async function open(event) {
    event.preventDefault();
    if (busy || game.players.some(({ name, state }) => state === "preparing" && others.includes(name))) return;
    busy = true;
    draw();
    const { variant, options } = rules;
    if (!friends) saveSolo(game, { opponents: others.map(String), variant, options, practice: table.practice });
    const plan = friends
      ? { game: game.name, variant, options, seats: seatsOf(game, others), pace: PACE, ...table }
      : soloPlan(game, soloOf(game));
    if (await openTable(root, plan)) return;
    busy = false;
    draw();
  }

  draw();
  return draw;
}

/** @param {GameInfo} game @param {Sitter[]} others @returns {SeatPlan[]} */
function seatsOf(game, others) {
  const computers = fillSeats(
    game,
    others.filter((sitter) => sitter !== null),
    null,
  );
  return [null, ...others].map((sitter) =>
    sitter === null ? { kind: "person" } : { kind: "computer", player: computers.shift() },
  );
}

/** @param {{practice: boolean}} table */
function practiceLine(table) {
  const help = ["Hints and take-backs. Everyone sees that it's practice, and the result doesn't count."];
  return optionLine("practice", "Practice table", help, (about) =>
    switchControl(about, table.practice, (on) => (table.practice = on)),
  );
}

/** @param {{public: boolean, practice: boolean, clock: number|null}} table */
function tableBlock(table) {
  /** @param {{target: HTMLSelectElement}} event */
  const clocked = ({ target }) => (table.clock = target.value ? Number(target.value) : null);
  const clocks = CLOCKS.map(([value, text]) => {
    return h("option", { key: value, value, selected: value === String(table.clock ?? "") }, text);
  });
  return h(
    "section.block",
    h("h2", "Table"),
    optionLine("listed", "Show in lobby", ["If off, players need the link."], (about) =>
      switchControl(about, table.public, (on) => (table.public = on)),
    ),
    optionLine("clock", "Time per move", ["If time runs out, the computer plays for you."], (about) =>
      h("select", { ...about, on: { change: clocked } }, clocks),
    ),
    practiceLine(table),
  );
}

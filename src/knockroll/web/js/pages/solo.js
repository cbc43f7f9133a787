/** Games against the computer: opponents and rules, saved for each game so that one click plays it again. */

import { ruleSet } from "../model/options.js";
import { change, settings } from "../ui/settings.js";

/** @import { GameInfo } from "../model/types.js" */
/** @import { TablePlan } from "../net/api.js" */
/** @import { Solo } from "../ui/settings.js" */

/** The opponents and rules of the last game, as far as they still exist; else the defaults. @param {GameInfo} game */
export function soloOf(game) {
  /** @type {Partial<Solo>} */
  const kept = settings.solo[game.name] ?? {};
  const rules = ruleSet(game, kept.variant);
  const known = new Set(game.players.filter(({ state }) => state !== "missing").map(({ name }) => name));
  const usual = Array.from({ length: game.default_seats - 1 }, () => "");
  const opponents = (kept.opponents ?? usual).map((name) => (known.has(name) ? name : ""));
  const options = Object.entries(kept.options ?? {}).filter(([name]) => name in rules.options);
  return {
    opponents: opponents.slice(0, rules.max_seats - 1),
    variant: rules.variant,
    options: Object.fromEntries(options),
  };
}

/** @param {GameInfo} game @param {Partial<Solo>} some */
export function saveSolo(game, some) {
  change({ solo: { ...settings.solo, [game.name]: { ...soloOf(game), ...some } } });
}

/**
 * Fill each open seat with a random computer player that is ready, but not with Random if there is another one.
 * @param {GameInfo} game @param {readonly string[]} opponents
 */
export function fillSeats(game, opponents) {
  const characters = game.players
    .filter(({ name, state }) => name !== "Random" && state === "ready")
    .map(({ name }) => name);
  const lots = (characters.length ? characters : ["Random"])
    .map((name) => ({ name, place: Number(opponents.includes(name)) + Math.random() }))
    .sort((a, b) => a.place - b.place);
  let next = 0;
  return opponents.map((name) => name || lots[next++ % lots.length].name);
}

/** The table to create. @param {GameInfo} game @param {Solo} solo @returns {TablePlan} */
export function soloPlan(game, { opponents, variant, options }) {
  const others = fillSeats(game, opponents).map((player) => ({ kind: /** @type {"computer"} */ ("computer"), player }));
  return { game: game.name, variant, options, seats: [{ kind: "person" }, ...others], pace: 0, away: 3600 };
}

/** Games against the computer: opponents, level and rules, saved for each game so that one click plays it again. */

import { fillSeats, nearestLevel } from "../model/levels.js";
import { ruleSet } from "../model/options.js";
import { change, settings } from "../ui/settings.js";

/** @import { Level } from "../model/levels.js" */
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
    practice: kept.practice === true,
  };
}

/** @param {GameInfo} game @param {Partial<Solo>} some */
export function saveSolo(game, some) {
  const level = settings.solo[game.name]?.level;
  change({ solo: { ...settings.solo, [game.name]: { ...soloOf(game), ...(level && { level }), ...some } } });
}

/**
 * The level of the open seats: as chosen for this game, or last for another. Null if all opponents were chosen by name,
 * or if the game has none with a strength.
 * @param {GameInfo} game @returns {Level|null}
 */
export function chosenLevel(game) {
  if (!soloOf(game).opponents.includes("")) return null;
  return nearestLevel(game, settings.solo[game.name]?.level ?? settings.level);
}

/** Play a game at a level from now on, with as many opponents as before. @param {GameInfo} game @param {Level} level */
export function chooseLevel(game, level) {
  const opponents = soloOf(game).opponents.map(() => "");
  const solo = { ...soloOf(game), opponents, level };
  change({ level, solo: { ...settings.solo, [game.name]: solo } });
}

/**
 * The table to create; an open seat is filled at the chosen level.
 * @param {GameInfo} game @param {Solo} solo @returns {TablePlan}
 */
export function soloPlan(game, { opponents, variant, options, practice }) {
  const filled = fillSeats(game, opponents, chosenLevel(game));
  const others = filled.map((player) => ({ kind: /** @type {"computer"} */ ("computer"), player }));
  const seats = [{ kind: /** @type {"person"} */ ("person") }, ...others];
  return { game: game.name, variant, options, seats, pace: 0, away: 3600, ...(practice && { practice }) };
}

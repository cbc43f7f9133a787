/** Opponents for another game: a little weaker or stronger than the last ones. */

/** @import { GameInfo, TableInfo } from "./types.js" */

/**
 * Computer players one level below or above those of a table that you played alone against computers; null if there
 * are none, or if others played as well.
 * @param {GameInfo} game @param {TableInfo} table @param {number|null} you @param {-1|1} step
 * @returns {string[]|null}
 */
export function opponentsAt(game, table, you, step) {
  const others = table.seats.filter(({ seat }) => seat !== you);
  if (others.some(({ kind, player }) => kind !== "computer" || player === null)) return null;
  const ready = game.players.filter(({ state, name }) => state === "ready" && name !== "Random");
  const strength = new Map(ready.map((player) => [player.name, player.strength]));
  /** @type {string[]} */
  const chosen = [];
  for (const { player } of others) {
    const now = strength.get(player ?? "");
    const levels = ready.map((one) => one.strength).filter((level) => now === undefined || step * (level - now) > 0);
    const level = step > 0 ? Math.min(...levels) : Math.max(...levels);
    const there = ready.filter((one) => one.strength === level);
    const fresh = there.filter(({ name }) => !chosen.includes(name));
    chosen.push((fresh[0] ?? there[0])?.name ?? player ?? "");
  }
  return others.every(({ player }, index) => player === chosen[index]) ? null : chosen;
}

/** The table for another game by the same rules. @param {TableInfo} table @param {string[]} opponents */
export function planAgainst({ game, variant, options, practice }, opponents) {
  const others = opponents.map((player) => ({ kind: /** @type {const} */ ("computer"), player }));
  const seats = [{ kind: /** @type {const} */ ("person") }, ...others];
  return { game, variant, options, seats, pace: 0, away: 3600, ...(practice && { practice }) };
}

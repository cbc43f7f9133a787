/** The order that a person has given to the cards of a hand, kept by this browser for each table. */

const KEY = "knockroll-order";
/** For how many tables an order is kept. */
const MOST = 20;

/** @typedef {[table: string, cards: string[]]} Entry */

/** @returns {Entry[]} the last table first */
function load() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} table */
export function orderAt(table) {
  return load().find(([id]) => id === table)?.[1] ?? [];
}

/** @param {string} table @param {string[]} cards */
export function saveOrder(table, cards) {
  const others = load().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, cards], ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

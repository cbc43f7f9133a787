/** The order that a person has given the cards of a hand, saved in this browser for each table. */

const KEY = "knockroll-order";
/** The most tables for which an order is saved. */
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
    // Without storage one can still play.
  }
}

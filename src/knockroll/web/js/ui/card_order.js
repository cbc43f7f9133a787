/** The order that a person has given to the cards of a hand, kept by this browser for each table. */

import { inSorting } from "../model/arrangement.js";

/** @import { Reading } from "../model/types.js" */

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

/**
 * The hand in the order it was put into: what has been drawn since comes last. Where most cards are others, the hand is
 * a new one, and nobody has put it into any order yet.
 * @param {readonly string[]} hand @param {readonly string[]} order @param {Reading|null|undefined} reading
 */
export function ordered(hand, order, reading) {
  const placed = order.filter((card) => hand.includes(card));
  if (placed.length * 2 < hand.length) return inSorting(hand, reading, "melds").flatMap(({ cards }) => cards);
  return [...placed, ...hand.filter((card) => !placed.includes(card))];
}

/** @param {readonly string[]} cards @param {string} card @param {number} place among the others */
export function moved(cards, card, place) {
  const others = cards.filter((one) => one !== card);
  return [...others.slice(0, place), card, ...others.slice(place)];
}

/** @param {string} table */
export function orderAt(table) {
  return load().find(([id]) => id === table)?.[1] ?? [];
}

/** @param {string} table @param {string[]} cards */
export function keepOrder(table, cards) {
  const others = load().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, cards], ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

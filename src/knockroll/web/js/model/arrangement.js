/** The arrangement of your hand: sorted in groups, in rows that fit the width. */

/** @import { Reading } from "./types.js" */
/** @typedef {{cards: string[], meld: boolean}} Group */
/** @typedef {"melds"|"rank"|"suit"|"own"} Sorting */

const RANKS = "A23456789TJQK";
const SUITS = "shdc";

/** @param {string} a @param {string} b */
const byRank = (a, b) => RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]);
/** @param {string} a @param {string} b */
const bySuit = (a, b) => SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]) || RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]);

/**
 * Group cards: melds first, then the rest.
 * @param {string[]} cards @param {string[][]} melds
 * @returns {Group[]}
 */
export function inMelds(cards, melds) {
  const groups = melds.map((meld) => meld.filter((card) => cards.includes(card))).filter((meld) => meld.length);
  const melded = groups.flat();
  const loose = cards.filter((card) => !melded.includes(card));
  return [
    ...groups.map((meld) => ({ cards: meld, meld: true })),
    ...(loose.length ? [{ cards: loose, meld: false }] : []),
  ];
}

/**
 * Sort a hand into groups, in any way but by hand.
 * @param {readonly string[]} hand @param {Pick<Reading, "melds">|null|undefined} reading
 * @param {Exclude<Sorting, "own">} sorting
 * @returns {Group[]}
 */
export function inSorting(hand, reading, sorting) {
  if (sorting === "melds") return inMelds([...hand].sort(byRank), reading?.melds ?? []);
  return hand.length ? [{ cards: [...hand].sort(sorting === "rank" ? byRank : bySuit), meld: false }] : [];
}

/** @param {Group[]} row */
const cardsIn = (row) => row.reduce((sum, group) => sum + group.cards.length, 0);

/**
 * Lay your hand out in rows, and return the distance from card to card. The size of the cards is given: it stays the
 * same when a card comes or goes.
 * @param {Group[]} groups
 * @param {{handWidth: number, handGap: number, handRows: number, ownCard: number}} fit
 */
export function layHand(groups, { handWidth, handGap, handRows, ownCard }) {
  const rows = splitRows(groups, handRows);
  const steps = rows.map((row) => {
    const room = handWidth - (row.length - 1) * handGap - row.length * ownCard;
    const covered = cardsIn(row) - row.length;
    return covered ? room / covered : ownCard;
  });
  return { rows, step: Math.min(ownCard + 6, ...steps) };
}

/** @param {Group[]} groups @param {number} rows @returns {Group[][]} */
function splitRows(groups, rows) {
  if (rows === 1) return [groups];
  const share = Math.ceil(cardsIn(groups) / rows);
  /** @type {Group[][]} */
  const split = [[]];
  let filled = 0;
  const nextRow = () => {
    split.push([]);
    filled = 0;
  };
  for (const group of groups) {
    let cards = group.cards;
    while (cards.length) {
      const room = share - filled;
      const whole = cards.length <= room + 1 && (group.meld || cards.length <= room);
      if (!whole && group.meld && filled > 0 && split.length < rows) {
        nextRow();
        continue;
      }
      const part = whole || split.length === rows ? cards : cards.slice(0, Math.max(1, room));
      split[split.length - 1].push({ ...group, cards: part });
      cards = cards.slice(part.length);
      filled += part.length;
      if (filled >= share && split.length < rows) nextRow();
    }
  }
  return split.filter((row) => row.length);
}

/** How your hand is arranged: in groups as you want them sorted, in rows that fit the width. */

/** @import { Reading } from "./types.js" */
/** @typedef {{cards: string[], meld: boolean}} Group */
/** @typedef {"melds"|"rank"|"suit"} Sorting */

const RANKS = "A23456789TJQK";
const SUITS = "shdc";

/** @param {string} a @param {string} b */
const byRank = (a, b) => RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]);
/** @param {string} a @param {string} b */
const bySuit = (a, b) => SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]) || RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]);

/**
 * Cards in groups: melds, then what is left over.
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
 * Your hand in groups, as you want it sorted.
 * @param {string[]} hand @param {Reading|null|undefined} reading @param {Sorting} sorting
 * @returns {Group[]}
 */
export function handGroups(hand, reading, sorting) {
  if (sorting === "melds") return inMelds([...hand].sort(byRank), reading?.melds ?? []);
  return hand.length ? [{ cards: [...hand].sort(sorting === "rank" ? byRank : bySuit), meld: false }] : [];
}

/** How much of a card the next one leaves free: more than half, so that it can be taken in its middle. */
const SHOWN_AT_LEAST = 0.56;

/** @param {Group[]} row */
const cardsIn = (row) => row.reduce((sum, group) => sum + group.cards.length, 0);

/**
 * How the hand fits into a width: rows of groups, the size of a card and the step from card to card.
 * Steps stay at 44 pixels or more, so that every card can be touched.
 * @param {Group[]} groups @param {number} width @param {number} largest
 * @param {number} [gap] between groups
 * @param {number} [mostRows]
 */
export function fitHand(groups, width, largest, gap = 14, mostRows = 3) {
  for (let rows = 1; rows <= mostRows; rows++) {
    const split = splitRows(groups, rows);
    const fits = split.map(
      (row) => (width - (row.length - 1) * gap) / (SHOWN_AT_LEAST * (cardsIn(row) - row.length) + row.length),
    );
    const size = Math.max(52, Math.min(rows === 1 ? largest : largest * (rows === 2 ? 0.86 : 0.72), ...fits));
    const steps = split.map((row) => {
      const room = width - (row.length - 1) * gap - row.length * size;
      return cardsIn(row) > row.length ? room / (cardsIn(row) - row.length) : room < 0 ? 0 : size;
    });
    const step = Math.min(size + 6, ...steps);
    if ((step >= 44 && size >= 0.7 * largest) || rows === mostRows) {
      return { rows: split, size, step: Math.max(20, step) };
    }
  }
  return { rows: [groups], size: largest, step: largest };
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

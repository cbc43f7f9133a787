import assert from "node:assert/strict";
import { test } from "node:test";
import { inSorting, layHand } from "../../../src/knockroll/web/js/model/arrangement.js";
import { endsInWords, fitTable } from "../../../src/knockroll/web/js/model/layout.js";

/** @import { Needs } from "../../../src/knockroll/web/js/model/layout.js" */

/** A game of cards for four, on a large screen. @type {Needs} */
const NEEDS = {
  width: 1088,
  height: 800,
  rem: 16,
  seats: 3,
  names: [[3], [3], [3]],
  dealt: 7,
  racers: 0,
  playing: true,
  joining: false,
  held: 8,
  piles: 2,
  spreads: false,
  dice: 0,
  buttons: 3,
  cardRows: 0,
};
const DECK = [..."A23456789TJQK"].flatMap((rank) => [..."shdc"].map((suit) => rank + suit));

test("on a large screen everything is as large as it need be", () => {
  const fit = fitTable(NEEDS);
  assert.equal(fit.ownCard, 150);
  assert.equal(fit.handRows, 1);
  assert.equal(fit.says, true);
  assert.equal(fit.beside, false);
});

test("text that is twice as large makes pieces larger where there is room", () => {
  assert.equal(fitTable({ ...NEEDS, rem: 24, width: 2100, height: 1300 }).ownCard, 225);
});

test("in a low window the middle lies beside the hand", () => {
  const fit = fitTable({ ...NEEDS, width: 828, height: 322 });
  assert.equal(fit.beside, true);
  assert.equal(fit.cramped, false);
  assert.ok(fit.ownCard >= 50);
});

test("many cards in a low window lie in one row below the middle", () => {
  const low = { ...NEEDS, buttons: 4, width: 828, height: 322 };
  for (const game of [
    { seats: 1, names: [[3]], dealt: 10, held: 11 },
    { seats: 2, names: [[3], [3]], dealt: 5, held: 6, spreads: true },
  ]) {
    const { flat, beside, handRows, ownCard, pileCard, opened } = fitTable({ ...low, ...game });
    assert.deepEqual([flat, beside, handRows], [true, false, 1]);
    assert.ok(ownCard >= 70 && pileCard >= 60, `${ownCard} ${pileCard}`);
    const over = { ...fitTable({ ...low, ...game }), ...opened };
    assert.deepEqual(
      [over.flat, over.ownCard, over.handRows],
      [true, ownCard, 1],
      "when it is over, yours stays there",
    );
    assert.ok((opened?.seatCard ?? 0) >= 60, `and hands lie open above it, their cards ${opened?.seatCard} wide`);
  }
});

test("cards of the others are only counted where there is no room for them", () => {
  const fit = fitTable({ ...NEEDS, width: 304, height: 500, seats: 9, dealt: 5, held: 6, spreads: true, buttons: 5 });
  assert.equal(fit.seatCard, 0);
  assert.equal(fit.columns, 3);
});

/** Four at a phone. @type {Needs} */
const PHONE = { ...NEEDS, width: 374, height: 780, seats: 4, names: Array(4).fill([3]) };

test("short names have one line, in text of the usual size", () => {
  const { columns, nameLines, nameSize } = fitTable(PHONE);
  assert.deepEqual([columns, nameLines, nameSize], [4, 1, 0.9375]);
});

test("long names have more lines, or seats have more rows, so that they can be read whole", () => {
  for (const name of [[8, 9], [17], [6, 12], [5, 7, 5]]) {
    const { nameWidth, nameLines } = fitTable({ ...PHONE, names: [[3], name, [3], [3]] });
    const room = nameWidth * nameLines;
    assert.ok(room >= name.reduce((sum, word) => sum + word), `${name} in ${room}`);
  }
});

test("where there is no room for lines, names are cut and nothing else is", () => {
  const names = Array(9).fill([9, 9]);
  const fit = fitTable({ ...PHONE, width: 304, height: 470, seats: 9, names, dealt: 5, held: 6 });
  assert.equal(fit.cramped, false);
});

test("a word is broken only if it is too long for a line, or if there are too few lines", () => {
  const fit = { ...fitTable(PHONE), nameWidth: 8, nameLines: 2 };
  assert.equal(endsInWords([7.5, 7], fit), false);
  assert.equal(endsInWords([5, 9], fit), true);
  assert.equal(endsInWords([5, 4, 5], fit), true);
});

test("ten who race in a low window have columns that are wide enough for names", () => {
  const race = {
    ...NEEDS,
    width: 828,
    height: 322,
    seats: 0,
    names: [],
    racers: 10,
    dealt: 0,
    held: 0,
    piles: 0,
    dice: 6,
  };
  const { beside, columns } = fitTable(race);
  assert.deepEqual([beside, columns], [true, 4]);
});

/** A game of dice for two, on a large screen. @type {Needs} */
const RACE = { ...NEEDS, seats: 0, names: [], racers: 2, dealt: 0, held: 0, piles: 0, dice: 6, cardRows: 4 };

test("on a large screen the rows of a race are high, and the dice have the score card beside them", () => {
  const { runner, portrayed, carded, below } = fitTable(RACE);
  assert.deepEqual([runner, portrayed, carded, below], [56, true, true, false]);
  const ten = fitTable({ ...RACE, racers: 10 });
  assert.ok(ten.runner > 44 && ten.portrayed);
});

test("on a tall phone the rows of ten racers take the room that is left, and have portraits", () => {
  const { runner, portrayed, carded } = fitTable({ ...RACE, racers: 10, width: 374, height: 780 });
  assert.ok(portrayed && !carded && runner >= 50, `${runner}`);
});

test("if the hands of many cannot lie over a flat table, they lie beside yours", () => {
  const low = {
    ...NEEDS,
    width: 828,
    height: 326,
    seats: 4,
    names: Array(4).fill([3]),
    dealt: 5,
    held: 6,
    spreads: true,
  };
  const { flat, opened } = fitTable(low);
  assert.deepEqual([flat, opened?.flat, opened?.beside, opened?.handRows], [true, false, true, 1]);
});

test("where ten race in the smallest window, six dice lie close together in one row", () => {
  const { diceInRow, diceGap, die, cramped } = fitTable({ ...RACE, racers: 10, width: 304, height: 500 });
  assert.deepEqual([diceInRow, diceGap, die, cramped], [6, 7, 44, false]);
});

test("when a hand is over, hands too small at the seats are laid open in the place of the piles", () => {
  const few = { ...NEEDS, dealt: 3, held: 4, buttons: 1 };
  assert.equal(fitTable(few).opened, null, "they can be read where they are");
  for (const window of [
    { width: 828, height: 322 },
    { width: 304, height: 500 },
  ]) {
    const { opened, reveals } = fitTable({ ...few, ...window });
    const { columns = 0, seatWidth = 0, seatCard = 0 } = opened ?? {};
    assert.ok(!reveals && seatCard >= 36);
    assert.ok(columns * seatWidth <= window.width);
  }
  const crowd = { ...few, seats: 8, names: Array(8).fill([3]), width: 828, height: 322 };
  assert.equal(fitTable(crowd).opened, null, "too many for so low a window");
});

test("a window for ants scrolls", () => {
  assert.equal(fitTable({ ...NEEDS, width: 200, height: 160 }).cramped, true);
});

test("every card can be touched, in any width and with any hand", () => {
  for (const width of [304, 344, 374, 488, 700, 1088]) {
    for (let held = 1; held <= 14; held++) {
      const fit = fitTable({ ...NEEDS, width, height: 900, held });
      const { rows, step } = layHand(inSorting(DECK.slice(0, held), null, "rank"), fit);
      const least = 44;
      assert.ok(step >= least, `${held} cards in ${width} pixels: a step of ${step}`);
      assert.equal(rows.flat().flatMap((group) => group.cards).length, held);
      for (const row of rows) {
        const cards = row.reduce((sum, group) => sum + group.cards.length, 0);
        assert.ok((cards - 1) * step + fit.ownCard <= width + 1, `${held} cards do not fit into ${width} pixels`);
      }
    }
  }
});

test("nothing changes its size or place when a card is drawn", () => {
  const fit = fitTable({ ...NEEDS, width: 374, height: 740 });
  for (const held of [7, 8]) {
    const { rows } = layHand(inSorting(DECK.slice(0, held), null, "rank"), fit);
    assert.ok(rows.length <= fit.handRows);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { inMelds, inSorting, layHand } from "../../../src/knockroll/web/js/model/arrangement.js";
import * as games from "./games.js";

const HAND = ["Kc", "As", "7h", "Ad", "2s", "Ah"];

test("a hand is sorted by melds, by rank or by suit", () => {
  const melds = games.reading({ melds: [["As", "Ah", "Ad"]] });
  assert.deepEqual(inSorting(HAND, melds, "melds"), [
    { cards: ["As", "Ah", "Ad"], meld: true },
    { cards: ["2s", "7h", "Kc"], meld: false },
  ]);
  assert.deepEqual(inSorting(HAND, melds, "rank")[0].cards, ["As", "Ah", "Ad", "2s", "7h", "Kc"]);
  assert.deepEqual(inSorting(HAND, null, "suit")[0].cards, ["As", "2s", "Ah", "7h", "Ad", "Kc"]);
  assert.deepEqual(inSorting([], null, "rank"), []);
});

test("a meld that has lost its cards is none", () => {
  assert.deepEqual(inMelds(["2s"], [["Kc", "Kd"]]), [{ cards: ["2s"], meld: false }]);
});

test("cards stay in their melds, and in the rows that there are", () => {
  const groups = inSorting(
    ["As", "Ah", "Ad", "2s", "7h", "Kc", "Kd"],
    games.reading({ melds: [["As", "Ah", "Ad"]] }),
    "melds",
  );
  const { rows, step } = layHand(groups, { handWidth: 300, handGap: 8, handRows: 2, ownCard: 80 });
  assert.deepEqual(
    rows.map((row) => row.map((group) => group.cards.join(" "))),
    [["As Ah Ad", "2s"], ["7h Kd Kc"]],
  );
  assert.equal(step, 66);
});

test("cards are as far apart as they are wide, and no farther", () => {
  const { rows, step } = layHand([{ cards: ["As", "Kd"], meld: false }], {
    handWidth: 900,
    handGap: 20,
    handRows: 1,
    ownCard: 100,
  });
  assert.equal(rows.length, 1);
  assert.equal(step, 106);
});

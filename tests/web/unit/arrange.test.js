import assert from "node:assert/strict";
import { test } from "node:test";
import { fitHand, handGroups, inMelds } from "../../../src/knockroll/web/js/arrange.js";
import * as games from "./games.js";

const HAND = ["Kc", "As", "7h", "Ad", "2s", "Ah"];

test("a hand is sorted by melds, by rank or by suit", () => {
  const melds = games.reading({ melds: [["As", "Ah", "Ad"]] });
  assert.deepEqual(handGroups(HAND, melds, "melds"), [
    { cards: ["As", "Ah", "Ad"], meld: true },
    { cards: ["2s", "7h", "Kc"], meld: false },
  ]);
  assert.deepEqual(handGroups(HAND, melds, "rank")[0].cards, ["As", "Ah", "Ad", "2s", "7h", "Kc"]);
  assert.deepEqual(handGroups(HAND, null, "suit")[0].cards, ["As", "2s", "Ah", "7h", "Ad", "Kc"]);
  assert.deepEqual(handGroups([], null, "rank"), []);
});

test("a meld that has lost its cards is none", () => {
  assert.deepEqual(inMelds(["2s"], [["Kc", "Kd"]]), [{ cards: ["2s"], meld: false }]);
});

test("every card can be touched, in any width and with any hand", () => {
  const deck = [..."A23456789TJQK"].flatMap((rank) => [..."shdc"].map((suit) => rank + suit));
  for (const width of [300, 362, 700, 1136]) {
    for (let size = 1; size <= 14; size++) {
      const fit = fitHand(handGroups(deck.slice(0, size), null, "rank"), width, 120);
      assert.ok(fit.step >= 44, `${size} cards in ${width} pixels: a step of ${fit.step}`);
      const shown = fit.rows.flat().flatMap((group) => group.cards);
      assert.equal(shown.length, size);
      for (const row of fit.rows) {
        const cards = row.reduce((sum, group) => sum + group.cards.length, 0);
        assert.ok((cards - 1) * fit.step + fit.size <= width + 1, `${size} cards do not fit into ${width} pixels`);
      }
    }
  }
});

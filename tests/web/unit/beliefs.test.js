import assert from "node:assert/strict";
import { test } from "node:test";
import { beliefsOf } from "../../../src/knockroll/web/js/model/beliefs.js";

test("a card is likely in other hands, was seen, or really was there", () => {
  const map = {
    seat: 0,
    cards: ["As", "2s", "3s"],
    hands: [
      [1, 0, 0],
      [0, 0.25, 0.5],
      [0, 0, 0],
    ],
    stock: [0, 0.25, 0],
    seen: ["hand", "", "table"],
    truth: [],
  };
  const found = beliefsOf(map, [["As"], [], ["2s"]]);
  assert.deepEqual(found["2s"], { state: "", held: 0.75, shares: [0, 0.25, 0.5], really: 2 });
  assert.deepEqual([found.As.state, found.As.really, found["3s"].state], ["in hand", null, "seen on the table"]);
});

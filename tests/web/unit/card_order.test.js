/** A hand in the order that a person has given it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { moved, ordered } from "../../../src/knockroll/web/js/model/card_order.js";

test("a card goes to another place", () => {
  assert.deepEqual(moved(["2h", "5d", "9c"], "9c", 0), ["9c", "2h", "5d"]);
  assert.deepEqual(moved(["2h", "5d", "9c"], "2h", 1), ["5d", "2h", "9c"]);
  assert.deepEqual(moved(["2h", "5d", "9c"], "2h", 2), ["5d", "9c", "2h"]);
});

test("what is drawn comes last, what is gone leaves no gap", () => {
  assert.deepEqual(ordered(["2h", "5d", "9c", "Ks"], ["9c", "2h", "5d"], null), ["9c", "2h", "5d", "Ks"]);
  assert.deepEqual(ordered(["2h", "9c"], ["9c", "5d", "2h"], null), ["9c", "2h"]);
});

test("a new hand is in no order yet", () => {
  assert.deepEqual(ordered(["Ks", "5d", "9c"], ["9c", "2h", "3h"], null), ["5d", "9c", "Ks"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { planFrom } from "../../../src/knockroll/web/js/model/play_on.js";

/** @import { GameInfo } from "../../../src/knockroll/web/js/model/types.js" */

const game = /** @type {GameInfo} */ (
  /** @type {unknown} */ ({
    name: "tonk",
    players: [
      { name: "House", state: "ready" },
      { name: "Unit 7", state: "ready" },
      { name: "Eve", state: "missing" },
    ],
  })
);

test("the computer players keep their seats, and usual ones take those of people and of players that are missing", () => {
  const plan = planFrom(game, ["Ann", "House 2", "Unit 7", "Eve", null], 5, 0, "tonk/5 …");
  assert.deepEqual(plan.seats, [
    { kind: "person" },
    { kind: "computer", player: "House" },
    { kind: "computer", player: "Unit 7" },
    { kind: "computer", player: undefined },
    { kind: "computer", player: undefined },
  ]);
  assert.deepEqual([plan.game, plan.position, plan.practice], ["tonk", "tonk/5 …", true]);
});

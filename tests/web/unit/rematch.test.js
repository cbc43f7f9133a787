import assert from "node:assert/strict";
import { test } from "node:test";
import { opponentsAt, planAgainst } from "../../../src/knockroll/web/js/model/rematch.js";
import * as games from "./games.js";

/** @import { GameInfo, TableInfo } from "../../../src/knockroll/web/js/model/types.js" */

const strengths = Object.entries({ Ada: 1, Bea: 2, Cyd: 2, Dee: 4, Random: 0 });
const game = /** @type {GameInfo} */ (
  /** @type {unknown} */ ({
    players: [
      ...strengths.map(([name, strength]) => ({ name, strength, state: "ready" })),
      { name: "Eve", strength: 6, state: "missing" },
    ],
  })
);

/** @param {...string} players @returns {TableInfo} */
function table(...players) {
  const others = players.map((player, index) => ({ seat: index + 1, kind: "computer", player }));
  const seats = [{ seat: 0, kind: "person", player: null }, ...others];
  return /** @type {TableInfo} */ (/** @type {unknown} */ ({ ...games.table(), seats }));
}

test("opponents get one level stronger or weaker, and differ where they can", () => {
  assert.deepEqual(opponentsAt(game, table("Ada", "Ada"), 0, 1), ["Bea", "Cyd"]);
  assert.deepEqual(opponentsAt(game, table("Bea", "Dee"), 0, 1), ["Dee", "Dee"]);
  assert.deepEqual(opponentsAt(game, table("Dee"), 0, -1), ["Bea"]);
});

test("nobody is stronger than the strongest, and people keep their company", () => {
  assert.equal(opponentsAt(game, table("Dee", "Dee"), 0, 1), null);
  assert.equal(opponentsAt(game, table("Ada"), 0, -1), null);
  assert.equal(opponentsAt(game, table("Ada"), 1, 1), null);
});

test("the next table has the same rules", () => {
  const plan = planAgainst(table("Ada"), ["Bea"]);
  assert.deepEqual(plan.seats, [{ kind: "person" }, { kind: "computer", player: "Bea" }]);
  assert.deepEqual(plan.options, games.table().options);
});

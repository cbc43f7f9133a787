import assert from "node:assert/strict";
import { test } from "node:test";
import { firstUnseen, Queue } from "../../../src/knockroll/web/js/model/queue.js";

test("messages are played one after the other, and the end is told", async () => {
  /** @type {string[]} */
  const seen = [];
  await new Promise((resolve) => {
    /** @type {Queue<string>} */
    const queue = new Queue(
      async (message) => {
        seen.push(`${message} begins`);
        await Promise.resolve();
        seen.push(`${message} ends`);
      },
      () => resolve(undefined),
    );
    queue.push("one");
    queue.push("two");
    assert.ok(!queue.idle);
    assert.equal(queue.length, 1);
  });
  assert.deepEqual(seen, ["one begins", "one ends", "two begins", "two ends"]);
});

test("a sleep is over at once for somebody in a hurry", async () => {
  await new Promise((resolve) => {
    /** @type {Queue<string>} */
    const queue = new Queue(
      () => queue.sleep(1_000_000),
      () => resolve(undefined),
    );
    queue.push("one");
    queue.push("two");
    queue.skip();
  });
});

/**
 * @param {import("../../../src/knockroll/web/js/model/types.js").EventMessage["kind"]} kind @param {number} [seat]
 * @returns {import("../../../src/knockroll/web/js/model/types.js").EventMessage}
 */
const message = (kind, seat) => ({ type: "event", seq: 0, game: 1, kind, seat, events: [] });

test("a game in which you have not moved is still to be seen, from its deal on", () => {
  const dealt = [message("sit", 0), message("start")];
  assert.equal(firstUnseen(dealt, 0), 1);
  assert.equal(firstUnseen([...dealt, message("move", 1)], 0), 1);
  assert.equal(firstUnseen([...dealt, message("move", 1), message("move", 0)], 0), 4);
  assert.equal(firstUnseen([...dealt, message("move", 0), message("game"), message("move", 1)], 0), 3);
});

test("a game that was dealt to somebody else is not dealt again to a person who sits down there", () => {
  const dealt = [message("sit", 0), message("start"), message("leave", 0), message("sit", 0)];
  assert.equal(firstUnseen(dealt, 0), 4);
});

test("spectators and people who wait for the game have nothing to catch up on", () => {
  assert.equal(firstUnseen([message("sit", 0), message("start")], null), 2);
  assert.equal(firstUnseen([message("sit", 0)], 0), 1);
  assert.equal(firstUnseen([], 0), 0);
});

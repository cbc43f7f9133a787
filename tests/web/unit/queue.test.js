import assert from "node:assert/strict";
import { test } from "node:test";
import { Queue } from "../../../src/knockroll/web/js/queue.js";

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

/** How a hand ended, in sentences. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { describeEnd, summand } from "../../../src/knockroll/web/js/model/endings.js";
import { wholeAccount } from "../../../src/knockroll/web/js/model/showing.js";
import * as games from "./games.js";

/** @import { Account } from "../../../src/knockroll/web/js/model/types.js" */

/** @param {Parameters<typeof describeEnd>} args */
const sentences = (...args) => describeEnd(...args).map(({ text }) => text);

const NAMES = ["You", "Ben", "Cat"];

/** @param {Account} account @param {number[]} points @param {number[]} scores */
function over(account, points, scores) {
  const nobody = points.map(() => false);
  const rest = { winners: [], counts: [], wasOut: nobody, out: nobody, shown: {}, marks: [], added: [], onto: null };
  return { ...rest, account: wholeAccount(account), points, scores };
}

test("a payment has one term, which says to whom", () => {
  const paid = { title: "{1} won", sums: [[{ text: "to {1}", amount: -1 }], [{ text: "1 from {0}", amount: 1 }], []] };
  const [, lost, got] = sentences(over(paid, [-1, 1, 0], [-1, 1, 0]), games.cards, NAMES);
  assert.deepEqual([lost, got], ["You lost 1 point to Ben.", "Ben got 1 point: 1 from you."]);
});

test("a hand that ended: why, whose points are made of what, the new totals", () => {
  const account = {
    title: "{0} knocked and won",
    detail: "{0} knocked with 10, and everybody else had more.",
    sums: [
      [
        { text: "weight of {1}", amount: 42 },
        { text: "own weight", amount: -10 },
      ],
      [],
      [{ text: "late", amount: -1 }],
    ],
    notes: ["knocked", "laid off 4♠, worth 4", ""],
  };
  assert.deepEqual(sentences(over(account, [32, 0, -1], [32, 1250, -1]), games.cards, NAMES), [
    "You knocked and won. You knocked with 10, and everybody else had more.",
    "You: knocked. Got 32 points: 42 (weight of Ben) − 10 (own weight) = 32.",
    "Ben: laid off 4♠, worth 4.",
    "Cat lost 1 point: late.",
    "New totals: You 32, Ben 1,250 and Cat −1.",
  ]);
});

test("points that come to nothing are also added up", () => {
  const sum = [
    { text: "as the knocker", amount: 1 },
    { text: "everyone came back", amount: -1 },
  ];
  const told = sentences(over({ title: "{1} lost", sums: [[], sum, []] }, [0, 0, 0], [0, 2, 0]), games.cards, NAMES);
  assert.deepEqual(told.slice(0, 2), [
    "Ben lost.",
    "Ben got no points: 1 (as the knocker) − 1 (everyone came back) = 0.",
  ]);
});

test("where nobody stops to look, only what is special is left to tell", () => {
  const account = { title: "{0} banked 300", detail: "{0} took the lead.", sums: [[{ text: "banked", amount: 300 }]] };
  const told = sentences(over(account, [300, 0, 0], [1300, 0, 0]), games.dice, NAMES);
  assert.deepEqual(told, ["You took the lead.", "You: 1,300 points."]);
  const plain = sentences(over({ title: "{1} banked 1" }, [0, 1, 0], [0, 1, 0]), games.dice, NAMES);
  assert.deepEqual(plain, ["Ben: 1 point."]);
});

test("summands with their signs", () => {
  assert.deepEqual(
    [summand(5, true), summand(-5, true), summand(5, false), summand(-1500, false)],
    ["5", "−5", "+ 5", "− 1,500"],
  );
});

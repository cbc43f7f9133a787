/** Options and sets of rules in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { optionGroups, ruleSet, rulesInForce, rulesLine } from "../../../src/knockroll/web/js/model/options.js";

/** @import { GameInfo } from "../../../src/knockroll/web/js/model/types.js" */

/** @type {GameInfo["rule_sets"][number]} */
const SOURCE = {
  variant: null,
  title: "Plain",
  help: "",
  options: { limit: null, loud: true, how: "a_b" },
  max_seats: 4,
};
const HOUSE = { ...SOURCE, variant: "house", title: "House", options: { ...SOURCE.options, limit: 1000 } };

/** @param {GameInfo["showing"]["options"]} [words] */
function game(words) {
  const properties = {
    limit: { description: "how far", default: null, type: ["integer", "null"] },
    loud: { description: "whether it is loud", default: true, type: "boolean" },
    how: { description: "how it is done", default: "a_b", enum: ["a_b", "c"] },
  };
  const known = { options: { properties }, rule_sets: [HOUSE, SOURCE], showing: { options: words } };
  return /** @type {GameInfo} */ (/** @type {unknown} */ (known));
}

const TOLD = [{ title: "Far", options: { limit: { label: "How far", clause: "2", said: { none: "no limit" } } } }];

test("a game's own words, and names for what it does not tell", () => {
  const [far, others] = optionGroups(game(TOLD));
  assert.equal(far.title, "Far");
  assert.deepEqual(
    far.options.map(({ label, help, clause }) => [label, help, clause]),
    [["How far", "How far.", "2"]],
  );
  assert.deepEqual([null, 1000].map(far.options[0].say), ["no limit", "1,000"]);
  assert.equal(others.title, "Other");
  assert.deepEqual(
    others.options.map(({ label }) => label),
    ["Loud", "How"],
  );
  assert.deepEqual([true, false].map(others.options[0].say), ["yes", "no"]);
  assert.equal(others.options[1].say("a_b"), "a b");
});

test("a game that tells nothing of its options has one group of them", () => {
  assert.deepEqual(
    optionGroups(game()).map(({ title, options }) => [title, options.length]),
    [["Options", 3]],
  );
});

test("the set of rules to begin with is the first, the source's is named by null", () => {
  assert.equal(ruleSet(game(), undefined), HOUSE);
  assert.equal(ruleSet(game(), "gone"), HOUSE);
  assert.equal(ruleSet(game(), null), SOURCE);
});

test("rules in force are a set of rules and what was changed about it", () => {
  const table = { variant: "house", options: { limit: 5, loud: true, how: "c" } };
  assert.deepEqual(
    rulesInForce(game(TOLD), table).changes.map(({ option, value, usual }) => [option.name, value, usual]),
    [
      ["limit", 5, 1000],
      ["how", "c", "a_b"],
    ],
  );
  assert.equal(rulesLine(game(TOLD), table), "House, 2 changes");
  assert.equal(rulesLine(game(TOLD), { ...table, options: { ...HOUSE.options, loud: false } }), "House, 1 change");
  assert.equal(rulesLine(game(TOLD), { variant: null, options: SOURCE.options }), "Plain");
});

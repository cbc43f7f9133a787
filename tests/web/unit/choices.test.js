import assert from "node:assert/strict";
import { test } from "node:test";
import * as choosing from "../../../src/knockroll/web/js/model/choices.js";
import * as games from "./games.js";

/** @import { Choice, Position } from "../../../src/knockroll/web/js/model/choices.js" */

const NOTHING = { cards: new Set(), dice: new Set(), armed: null };

/**
 * @param {Position["showing"]} showing @param {Partial<Position["view"]>} fields
 * @param {{cards?: string[], dice?: number[], armed?: string|null}} [chosen]
 * @returns {Position}
 */
function position(showing, fields, { cards = [], dice = [], armed = null } = {}) {
  const picked = { cards: new Set(cards), dice: new Set(dice), armed };
  return { showing, view: games.view(fields), chosen: picked, names: ["You", "Ben"], confirms: false };
}

/** @param {Choice[]} choices @param {string} label */
const named = (choices, label) => choices.filter((choice) => choice.label === label);

test("a pile is its own button", () => {
  const drawing = position(games.cards, { legal: ["draw stock", "draw discard"] });
  assert.deepEqual(named(choosing.choices(drawing), "Draw"), []);
  assert.equal(choosing.prompt(drawing), "Draw from the stock or take the discard");
});

test("what is weighed is always there, other verbs only when they can be done", () => {
  const drawing = choosing.choices(position(games.cards, { legal: ["draw stock"] }));
  assert.deepEqual(
    drawing.map(({ label, move, arms }) => [label, move, arms]),
    [["Knock", null, null]],
  );
  const offer = choosing.choices(position(games.cards, { legal: ["draw discard", "pass"] }));
  assert.equal(named(offer, "Pass")[0].move, "pass");
});

test("a verb with a card waits for it, and says what it would come to", () => {
  const legal = ["discard As", "discard 7h", "knock As", "knock 7h"];
  const worth = { "knock As": 9, "knock 7h": 3 };
  const now = position(games.cards, { legal, reading: games.reading({ worth }) });
  const [knock] = named(choosing.choices(now), "Knock");
  assert.equal(knock.arms, "knock");
  assert.equal(knock.meaning, "with 3 to 9");
  const armed = position(games.cards, { legal, reading: games.reading({ worth }) }, { armed: "knock" });
  assert.equal(choosing.prompt(armed), "Knock with?");
  assert.deepEqual(choosing.cardMove(armed, "7h"), { move: "knock 7h", label: "3", spoken: "with 3" });
  assert.equal(choosing.cardMove(armed, "Td"), null);
});

test("a click on a card is its usual use, or the only other one", () => {
  const now = position(games.cards, { legal: ["discard As", "knock As", "gin 7h", "gin Td", "knock Td"] });
  assert.equal(choosing.cardMove(now, "As")?.move, "discard As");
  assert.deepEqual(choosing.cardMove(now, "7h"), { move: "gin 7h", label: "gin", spoken: "gin" });
  assert.equal(choosing.cardMove(now, "Td"), null);
  assert.equal(choosing.triesCard(now, "Td"), "discard Td");
});

test("where any card will do, the button makes the move", () => {
  const [gin] = named(choosing.choices(position(games.cards, { legal: ["gin 7h", "gin Td"] })), "Gin");
  assert.equal(gin.move, "gin 7h");
  assert.equal(gin.primary, true);
});

test("where a card can be drawn, no button is the usual move", () => {
  const now = position(games.cards, { legal: ["draw stock", "draw discard", "gin 7h"] });
  assert.deepEqual(
    choosing.choices(now).filter(({ primary }) => primary),
    [],
  );
});

test("a card that is to be confirmed gets a button", () => {
  const now = position(games.cards, { legal: ["discard As"] }, { cards: ["As"] });
  assert.deepEqual(named(choosing.choices(now), "Discard"), []);
  assert.equal(named(choosing.choices({ ...now, confirms: true }), "Discard")[0].move, "discard As");
});

test("several cards are selected: what fits is offered, exactly that first", () => {
  const legal = ["discard As", "spread As 2s 3s", "spread As 2s 3s 4s", "spread 7h 7d 7c"];
  assert.ok(choosing.selects(games.spreads));
  const none = named(choosing.choices(position(games.spreads, { legal })), "Spread");
  assert.deepEqual(
    none.map(({ move }) => move),
    ["spread As 2s 3s", "spread As 2s 3s 4s"],
  );
  const three = position(games.spreads, { legal }, { cards: ["As", "2s", "3s"] });
  assert.deepEqual(
    named(choosing.choices(three), "Spread").map(({ move, meaning }) => [move, meaning]),
    [["spread As 2s 3s", "A♠ 2♠ 3♠"]],
  );
  const wrong = position(games.spreads, { legal }, { cards: ["As", "7h"] });
  assert.equal(named(choosing.choices(wrong), "Spread")[0].tries, "spread As 7h");
});

test("a card goes to a place: a button for each, and the spread itself", () => {
  const now = position(games.spreads, { legal: ["hit 4s on 1", "hit 4s on 2"] }, { cards: ["4s"] });
  const hits = choosing.choices(now);
  assert.deepEqual(
    hits.map(({ label, key }) => [label, key]),
    [
      ["Hit 4♠ on 1", "h"],
      ["Hit 4♠ on 2", ""],
    ],
  );
  assert.equal(choosing.putMove(now, ["hit"], "4s", choosing.onSpread(2)), "hit 4s on 2");
  assert.equal(choosing.putMove(now, ["hit"], "4s", choosing.onSpread(3)), null);
  assert.deepEqual([choosing.canTake(now, 2), choosing.canTake(now, 3)], [true, false]);
  assert.deepEqual([choosing.fitsSpread(now, "4s"), choosing.fitsSpread(now, "9s")], [true, false]);
});

test("a card dropped on a pile is put there by the verb that waits for one", () => {
  const legal = ["discard As", "knock As"];
  assert.equal(choosing.putMove(position(games.cards, { legal }), ["discard"], "As"), "discard As");
  assert.equal(choosing.putMove(position(games.cards, { legal }, { armed: "knock" }), ["discard"], "As"), "knock As");
});

test("dice are set aside together with what follows", () => {
  const fields = {
    legal: ["keep 1", "keep 1 5", "keep 5"],
    dice: [5, 2, 1],
    phase: "keep",
    reading: games.reading({
      worth: { "keep 1 5": 150 },
      then: { "keep 1 5": { throw: 1, bank: 450 }, "keep 1": { throw: 2 } },
    }),
  };
  const both = choosing.choices(position(games.dice, fields, { dice: [0, 2] }));
  assert.deepEqual(
    both.map(({ label, move, next, meaning }) => [label, move, next, meaning]),
    [
      ["Throw", "keep 1 5", "throw", "1 die"],
      ["Bank", "keep 1 5", "bank", "450"],
    ],
  );
  const [, bank] = choosing.choices(position(games.dice, fields, { dice: [2] }));
  assert.equal(bank.move, null, "after a lone 1 nothing can be banked");
  assert.equal(bank.tries, "bank", "and to ask why does not set the 1 aside");
  const [thrown] = choosing.choices(position(games.dice, fields, { dice: [1] }));
  assert.deepEqual([thrown.move, thrown.tries], [null, "keep 2"]);
  assert.equal(choosing.prompt(position(games.dice, fields)), "Choose dice");
  assert.ok(choosing.dieCounts(games.view(fields), "keep", 5));
  assert.ok(!choosing.dieCounts(games.view(fields), "keep", 2));
});

test("a reading's own prompt comes first", () => {
  const last = games.reading({ prompt: "Your last turn after {1}" });
  assert.equal(
    choosing.prompt(position(games.cards, { legal: ["draw stock", "draw discard"], reading: last })),
    "Your last turn after Ben: draw from the stock or take the discard",
  );
});

test("the verb of a move is the longest that fits", () => {
  assert.equal(choosing.verbOf(games.cards, "draw discard")?.label, "Take");
  assert.equal(choosing.verbOf(games.cards, "discard As")?.label, "Discard");
  assert.equal(choosing.verbOf(games.cards, "sing"), undefined);
  assert.ok(choosing.isUseful({ ...position(games.cards, { legal: ["discard As"] }), chosen: NOTHING }, "As"));
});

test("a button says where a card goes, and whose that is, before a card is chosen", () => {
  const laid = [
    { number: 1, owner: 1, cards: ["3s", "3d", "3c"] },
    { number: 2, owner: 0, cards: ["5h", "6h", "7h"] },
  ];
  const legal = ["hit 3h on 1", "hit 8h on 2", "hit 4h on 2"];
  const verbs = games.spreads.verbs.map((verb) =>
    verb.word === "hit" ? { ...verb, at_place: "Add {cards} to {owner's} {meld}" } : verb,
  );
  const labels = /** @param {string[]} cards */ (cards) =>
    choosing
      .choices(position({ ...games.spreads, verbs }, { legal, spreads: laid }, { cards }))
      .filter(({ move }) => move?.startsWith("hit"))
      .map(({ label }) => label);
  assert.deepEqual(labels([]), ["Add 3♥ to Ben's set", "Add 8♥ to your run"]);
  assert.deepEqual(labels(["4h"]), ["Add 4♥ to your run"]);
  assert.deepEqual(labels(["4h", "8h"]), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  handSize,
  marksOf,
  pileAt,
  scoreLimit,
  spreadsOf,
  wholeAccount,
  wholeEvent,
} from "../../../src/knockroll/web/js/model/showing.js";
import * as games from "./games.js";

test("what is left out has its default", () => {
  const { one, many, pauses, number, in_turn, nothing, has_winner } = games.cards.round;
  assert.deepEqual([one, many, pauses, number], ["hand", "hands", true, ""]);
  assert.deepEqual([in_turn, nothing, has_winner], [false, "", true]);
  assert.equal(games.cards.verbs[0].takes, "");
  assert.deepEqual(pileAt(games.cards, "stock")?.put, []);
  assert.equal(games.dice.hand.size, 0);
  assert.equal(games.dice.has_dealer, true);
  assert.deepEqual(wholeEvent({ kind: "knock" }).cards, []);
  assert.deepEqual(wholeAccount({ title: "Over" }).notes, []);
});

test("the hand is as large as the options say", () => {
  assert.equal(handSize(games.cards, {}), 3);
  assert.equal(handSize(games.cards, { cards: 7 }), 7);
  assert.equal(handSize(games.cards, { cards: null }), 3);
  assert.equal(handSize(games.dice, {}), 0);
});

test("a score is held against an option, if it has a value", () => {
  assert.equal(scoreLimit(games.cards, { target: 100 }), 100);
  assert.equal(scoreLimit(games.cards, { target: null }), 0);
});

test("marks come from a seat, a list of seats, or numbers", () => {
  const view = games.view({ knocker: 1, blocked: [0, 1], misses: [1, 3] });
  assert.deepEqual(marksOf(games.cards, view, 0), ["may not"]);
  assert.deepEqual(marksOf(games.cards, view, 1), ["knocked", "may not", "3 misses"]);
  assert.deepEqual(marksOf(games.cards, games.view(), 0), []);
});

test("spreads lie only where a game has them", () => {
  assert.equal(spreadsOf(games.cards), undefined);
  assert.equal(spreadsOf(games.spreads)?.field, "spreads");
});

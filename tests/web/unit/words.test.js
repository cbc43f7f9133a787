import assert from "node:assert/strict";
import { test } from "node:test";
import { wholeEvent } from "../../../src/knockroll/web/js/model/showing.js";
import {
  capital,
  counted,
  figure,
  fill,
  happening,
  listed,
  placesOf,
  sign,
  signed,
  tell,
} from "../../../src/knockroll/web/js/model/words.js";

const NAMES = ["You", "Ben", "the Miser"];

test("cards are written with suit signs, and T is 10", () => {
  assert.equal(sign("Ts"), "10♠");
  assert.equal(sign("Ah"), "A♥");
});

test("lists end in a word", () => {
  assert.equal(listed([]), "");
  assert.equal(listed(["a"]), "a");
  assert.equal(listed(["a", "b", "c"], "or"), "a, b or c");
});

test("numbers have thousands, a true minus and the right noun", () => {
  assert.equal(figure(-1250), "−1,250");
  assert.equal(signed(3), "+3");
  assert.equal(signed(0), "0");
  assert.equal(counted(1, "chip", "chips"), "1 chip");
  assert.equal(counted(-1, "chip", "chips"), "−1 chip");
  assert.equal(counted(2, "chip", "chips"), "2 chips");
  assert.equal(capital("draw"), "Draw");
});

test("seats are players, a seat that nobody knows has a number", () => {
  assert.equal(fill("{1} beat {2}", NAMES), "Ben beat the Miser");
  assert.equal(fill("{7} left", NAMES), "Seat 8 left");
});

test("you are written small inside a sentence, large where one begins", () => {
  assert.equal(fill("{0} beat {1}", NAMES), "You beat Ben");
  assert.equal(fill("{1} beat {0}", NAMES), "Ben beat you");
  assert.equal(fill("It was close. {0} won", NAMES), "It was close. You won");
  assert.equal(fill("{2} won", NAMES), "The Miser won");
});

test("the possessive is right for you and for a name", () => {
  assert.equal(fill("{0's} 38 − {1's} 8", NAMES), "Your 38 − Ben's 8");
  assert.equal(fill("It's {0's} turn. {0's} last.", NAMES), "It's your turn. Your last.");
  assert.equal(fill("It's {2's} turn", NAMES), "It's the Miser's turn");
  assert.equal(fill("[{who's} turn]", NAMES, { who: "" }), "");
});

test("a part in brackets is left out if a place in it has nothing to show", () => {
  assert.equal(
    fill("{who} drew [{cards} ]from the stock", NAMES, { who: "Ben", cards: "" }),
    "Ben drew from the stock",
  );
  assert.equal(
    fill("{who} drew [{cards} ]from the stock", NAMES, { who: "You", cards: "7♥" }),
    "You drew 7♥ from the stock",
  );
  assert.equal(fill("{nothing}", NAMES), "");
});

test("the places of an event", () => {
  const event = wholeEvent({
    kind: "keep",
    seat: 0,
    dice: [1, 5],
    points: [1150],
    winners: [0, 1],
    cards: ["Ts", "7h"],
  });
  const places = placesOf(event, NAMES);
  assert.equal(places.who, "You");
  assert.equal(places.dice, "1 5");
  assert.equal(places.n, "1,150");
  assert.equal(places.cards, "10♠ 7♥");
  assert.equal(places.winners, "You and Ben");
  assert.equal(placesOf(wholeEvent({ kind: "x", points: [0] }), NAMES).n, "0");
});

test("an event is told by kind and source, by kind, or as any game would", () => {
  const events = { "draw stock": { text: "from the stock" }, draw: { text: "from somewhere" } };
  assert.equal(happening(events, wholeEvent({ kind: "draw", source: "stock" })).text, "from the stock");
  assert.equal(happening(events, wholeEvent({ kind: "draw", source: "sleeve" })).text, "from somewhere");
  assert.equal(tell(events, wholeEvent({ kind: "wink", seat: 1, text: "wink twice" }), NAMES), "Ben: wink twice");
  assert.equal(tell(events, wholeEvent({ kind: "rain" }), NAMES), "rain");
  assert.equal(happening(events, wholeEvent({ kind: "rain" })).cue, "");
});

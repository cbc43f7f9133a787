import assert from "node:assert/strict";
import { test } from "node:test";
import {
  apply,
  applyHello,
  applyPresence,
  applyTable,
  beginMessage,
  catchUp,
  emptyScene,
  finishMessage,
  isRunning,
  isYours,
  nameOf,
  namesOf,
} from "../../../src/knockroll/web/js/model/scene.js";
import { wholeEvent } from "../../../src/knockroll/web/js/model/showing.js";
import * as games from "./games.js";

/** @import { Event, EventMessage, Hand, View } from "../../../src/knockroll/web/js/model/types.js" */
/** @import { Scene } from "../../../src/knockroll/web/js/model/scene.js" */

/** @param {View|null} [view] @param {Scene["showing"]} [showing] */
function scene(view = games.view(), showing = games.cards) {
  return applyHello(emptyScene(showing), { type: "hello", seq: 0, you: 0, resumed: false, table: games.table(), view });
}

/** @param {Event[]} events @param {Partial<EventMessage>} [rest] @returns {EventMessage} */
function message(events, rest = {}) {
  return { type: "event", seq: 4, game: 1, kind: "move", events, ...rest };
}

/** @param {Scene} before @param {Event} event @param {Partial<EventMessage>} [rest] */
function after(before, event, rest = {}) {
  const next = apply(before, wholeEvent(event), message([event], rest));
  if (!next.view) throw new Error("no view");
  return { ...next, view: next.view };
}

test("you are You, and others have names or numbers", () => {
  assert.deepEqual(namesOf(scene()), ["You", "Ben"]);
  assert.equal(nameOf(scene(), 5), "Seat 6");
  assert.equal(nameOf(scene(), null), "");
});

test("it is your turn if you can do something", () => {
  assert.ok(!isYours(scene()));
  assert.ok(isYours(scene(games.view({ legal: ["draw stock"] }))));
  assert.ok(isRunning(scene()));
  assert.ok(!isRunning(scene(null)));
});

test("a card that you draw comes to your hand and is told", () => {
  const drawn = { kind: "draw", seat: 0, text: "draw stock", cards: ["Kc"], count: 1, source: "stock", target: "hand" };
  const next = after(scene(), drawn);
  assert.deepEqual(next.view.hand, ["As", "7h", "Td", "Kc"]);
  assert.equal(next.view.stock, 39);
  assert.equal(next.view.players[0].cards, 4);
  assert.equal(next.fresh, "Kc");
  assert.equal(next.log.at(-1)?.text, "You drew K♣ from the stock");
  assert.equal(next.says[0], "drew");
});

test("somebody else's card is only counted", () => {
  const next = after(scene(), { kind: "draw", seat: 1, text: "draw stock", count: 1, source: "stock", target: "hand" });
  assert.equal(next.view.players[1].cards, 4);
  assert.deepEqual(next.view.hand, ["As", "7h", "Td"]);
  assert.equal(next.view.turn, 1);
  assert.equal(next.log.at(-1)?.text, "Ben drew from the stock");
});

test("a discard goes on top of the pile", () => {
  const event = {
    kind: "discard",
    seat: 0,
    text: "discard 7h",
    cards: ["7h"],
    count: 1,
    source: "hand",
    target: "discard",
  };
  const next = after(scene(), event);
  assert.deepEqual(next.view.pile, ["2c", "7h"]);
  assert.deepEqual(next.view.hand, ["As", "Td"]);
  assert.equal(next.fresh, null);
});

test("spreads are laid and added to", () => {
  const laid = {
    kind: "spread",
    seat: 1,
    text: "spread",
    count: 3,
    source: "hand",
    cards: ["4s", "5s", "6s"],
    target: "spread 1",
  };
  const hit = { kind: "hit", seat: 0, text: "hit", count: 1, source: "hand", cards: ["7h"], target: "spread 1" };
  const next = after(after(scene(games.view({ spreads: [] }), games.spreads), laid), hit);
  assert.deepEqual(next.view.spreads, [{ number: 1, owner: 1, cards: ["4s", "5s", "6s", "7h"] }]);
});

test("what an event changes is taken from it, not counted", () => {
  const next = after(scene(), {
    kind: "throw",
    seat: 1,
    text: "throw",
    dice: [1, 2],
    changes: { dice: [1, 2], turn_score: 50 },
  });
  assert.deepEqual(next.view.dice, [1, 2]);
  assert.equal(next.view.turn_score, 50);
});

test("a banner is a moment, with its sentence", () => {
  const next = after(scene(), { kind: "knock", seat: 1, text: "knock" });
  assert.deepEqual(next.moment, { text: "Ben knocked", detail: "Ben knocked", tone: "good" });
  assert.equal(after(next, { kind: "discard", seat: 1, text: "discard" }).moment, null);
});

test("a deal clears the table", () => {
  const before = {
    ...scene(games.view({ knocker: 1 })),
    says: { 1: "knocked" },
    shown: { 1: { cards: ["2s"], melds: [] } },
  };
  const deal = {
    kind: "deal",
    seat: 0,
    cards: ["3s"],
    count: 1,
    source: "stock",
    target: "hand",
    changes: { knocker: null },
  };
  const next = after(before, deal, { view: games.view({ stock: 44 }) });
  assert.deepEqual(next.view.hand, ["3s"]);
  assert.deepEqual(next.view.pile, []);
  assert.equal(next.view.stock, 44);
  assert.equal(next.view.knocker, null);
  assert.deepEqual([next.says, next.shown], [{}, {}]);
  assert.equal(finishMessage(next, message([])).dealing, false);
});

test("the end of a hand is told by its account", () => {
  const account = { title: "{1} won", detail: "{0} had more.", clause: "7" };
  /** @type {Hand} */
  const last = {
    cards: [],
    melds: [],
    counts: [20, 4],
    ending: "out",
    points: [0, 16],
    winners: [1],
    dealer: 0,
    account,
    added: [],
    onto: null,
    out_in: [],
    ranking: [],
  };
  const event = { kind: "hand over", ending: "out", points: [0, 16], winners: [1], account };
  const next = after(scene(games.view({ knocker: 1 })), event, { view: games.view({ last_hand: last }) });
  const [why, points, totals] = next.log.slice(-3).map(({ text }) => text);
  assert.equal(why, "Ben won. You had more.");
  assert.equal(points, "Ben got 16 points.");
  assert.equal(totals, "New totals: You 0 and Ben 16.");
  assert.deepEqual(next.over?.counts, [20, 4]);
  assert.deepEqual(next.over?.scores, [0, 16]);
  assert.deepEqual(next.over?.marks, [[], ["knocked"]]);
  assert.deepEqual(next.over?.account?.sums, []);
  assert.equal(next.played.length, 1);
});

test("a hand that lies open already is not told twice", () => {
  const show = { kind: "show", seat: 1, cards: ["2s"], count: 1, source: "hand", target: "table" };
  const once = after(scene(), show);
  assert.equal(once.log.length, 1);
  assert.equal(after(once, show).log.length, 1);
});

test("a game that is over has a result", () => {
  const next = after(scene(), { kind: "game over", points: [3, 9], winners: [1] });
  assert.deepEqual(next.result, { winners: [1], scores: [3, 9] });
  assert.equal(next.log.at(-1)?.text, "Ben won");
});

test("people who come and go are noted, once", () => {
  const sat = beginMessage(scene(), message([], { kind: "sit", seat: 1, name: "Cat" }));
  assert.equal(sat.log.at(-1)?.text, "Cat sat down");
  const joins = message([{ kind: "join", seat: 1, text: "join" }], { kind: "join", seat: 1, name: "Cat" });
  assert.deepEqual(beginMessage(scene(), joins).log, []);
});

test("presence and votes are known before what is still being shown", () => {
  const vote = { what: /** @type {const} */ ("reset"), by: 1, asked: [0, 1], yes: [1] };
  const latest = { ...games.table(), seq: 9, turn: 1, host: 1, locked: true, vote, votes: [1] };
  const met = applyTable(scene(), latest);
  assert.deepEqual([met.table?.host, met.table?.locked, met.table?.vote], [1, true, vote]);
  assert.equal(met.table?.turn, 0, "the game waits until it is shown");
  const older = { ...games.table(), seq: 5, turn: 1 };
  const shown = beginMessage(met, message([], { kind: "lock", seq: 5, locked: true, table: older }));
  assert.deepEqual([shown.table?.turn, shown.table?.vote], [1, vote], "what is newer stays");
});

test("a seat is empty as soon as its connection is gone", () => {
  const gone = applyPresence(scene(), [0]);
  assert.deepEqual(
    gone.table?.seats.map(({ online }) => online),
    [true, false],
  );
  assert.deepEqual(
    applyPresence(gone, [0, 1]).table?.seats.map(({ online }) => online),
    [true, true],
  );
});

test("it is not your turn while a computer plays for you", () => {
  const mine = scene(games.view({ legal: ["draw stock"] }));
  const table = games.table();
  table.seats[0] = { ...table.seats[0], away: true, handed_over: true };
  assert.ok(isYours(mine) && !isYours(applyTable(mine, table)));
});

test("what was done at your seat before you sat down there was not done by you", () => {
  const left = message([], { kind: "leave", seat: 0, name: "Dan" });
  const sat = message([], { kind: "sit", seat: 0, name: "Ann" });
  const back = message([], { kind: "back", seat: 0 });
  const next = catchUp(scene(), [left, sat, back]);
  assert.deepEqual(
    next.log.map(({ text }) => text),
    ["Dan left the table", "You sat down", "You came back"],
  );
  assert.equal(next.you, 0);
});

test("another game may give you another seat", () => {
  const next = beginMessage(scene(), message([], { kind: "game", view: games.view({ seat: 1 }) }));
  assert.equal(next.you, 1);
});

test("a new game begins with nothing on the table, and ends as the view says", () => {
  const view = games.view({ legal: ["draw stock"] });
  const before = { ...scene(), played: [{ points: [1], winners: [0], turn: 0, scores: [1], counts: [], shown: {} }] };
  const next = catchUp(before, [message([], { kind: "game", view })]);
  assert.deepEqual(next.played, []);
  assert.equal(next.view, view);
  assert.equal(next.log.at(-1)?.text, "New game");
});

test("a connection that is resumed keeps what it knows", () => {
  const before = after(scene(), { kind: "knock", seat: 1, text: "knock" });
  const hello = /** @type {const} */ ({ type: "hello", seq: 4, you: 0, resumed: true, table: games.table() });
  assert.equal(applyHello(before, hello).log.length, 1);
  assert.equal(applyHello(before, { ...hello, seq: 0 }).log.length, 0);
});

test("where no one may look through the pile, the log names its top card only, until the hand is over", () => {
  const middle = games.cards.middle.map((part) => (part.is === "pile" ? { ...part, only_top: true } : part));
  const events = {
    ...games.cards.events,
    discard: { text: "{who} discarded[ {cards}]", short: "discarded[ {cards}]" },
  };
  let now = scene(games.view(), { ...games.cards, middle, events });
  for (const [seat, card] of /** @type {[number, string][]} */ ([
    [0, "3s"],
    [1, "4s"],
  ])) {
    now = after(now, {
      kind: "discard",
      seat,
      text: "discard",
      count: 1,
      source: "hand",
      target: "discard",
      cards: [card],
    });
  }
  assert.deepEqual(
    now.log.map(({ text }) => text),
    ["You discarded", "Ben discarded 4♠"],
  );
  assert.deepEqual(now.says, { 0: "discarded", 1: "discarded 4♠" });
  assert.deepEqual(now.trace, { seat: 1, cards: ["4s"], source: "hand", target: "discard" });
  now = after(now, { kind: "hand over", ending: "out", points: [0, 1], winners: [1] });
  assert.deepEqual(
    now.log.slice(0, 2).map(({ text }) => text),
    ["You discarded 3♠", "Ben discarded 4♠"],
  );
});

test("a move that is taken back takes the hands after it and the words at the seats with it", () => {
  let now = scene();
  for (let hand = 0; hand < 2; hand += 1) {
    now = after(now, { kind: "hand over", ending: "out", points: [0, 1], winners: [1] });
  }
  now = after(now, { kind: "discard", seat: 0, text: "discard 7h", cards: ["7h"], count: 1, source: "hand" });
  const back = message([], { kind: "take_back", seat: 0, taken_back: 3, hands: 1, view: games.view() });
  const next = finishMessage(beginMessage(now, back), back);
  assert.equal(next.played.length, 1);
  assert.deepEqual([next.over, next.trace, next.says, next.shown], [null, null, {}, {}]);
  assert.equal(next.log.at(-1)?.text, "You took back your last move");
  assert.deepEqual(next.view?.hand, games.view().hand);
});

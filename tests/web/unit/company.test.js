import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ballot,
  describeEvent,
  hasCompany,
  invitationLinks,
  isHost,
  leaveText,
  presenceOf,
  removeText,
  resetText,
  statesOf,
} from "../../../src/knockroll/web/js/model/company.js";
import * as games from "./games.js";

/** @import { EventMessage, SeatInfo, TableInfo } from "../../../src/knockroll/web/js/model/types.js" */

const PEOPLE = ["Ann", "Ben", "Cat"];
const ROUND = { one: "hand", many: "hands" };

/** @param {Partial<TableInfo>} [fields] @param {Partial<SeatInfo>[]} [seats] */
function table(fields = {}, seats = []) {
  const made = games.table(PEOPLE);
  return { ...made, seats: made.seats.map((seat, i) => ({ ...seat, ...seats[i] })), ...fields };
}

test("computers are no company, free seats for people are", () => {
  assert.ok(hasCompany(table(), 0));
  /** @type {Partial<SeatInfo>} */
  const computer = { kind: "computer" };
  assert.ok(!hasCompany(table({}, [{}, computer, computer]), 0));
  assert.ok(hasCompany(table({}, [{}, { free: true }, computer]), 0));
  assert.ok(hasCompany(table({}, [{}, computer, computer]), null), "a spectator has company");
});

test("presence is said of other people only", () => {
  const { seats } = table({}, [{}, { online: false }, { kind: "computer" }]);
  assert.deepEqual(
    seats.map((seat) => presenceOf(seat, 0)),
    [null, "gone", null],
  );
  assert.equal(presenceOf(seats[0], 1), "here");
});

test("what is to be known of a seat", () => {
  const { seats } = table({}, [{ away: true, handed_over: true }, { away: true }, { waiting: true }]);
  assert.deepEqual(seats.map(statesOf), [["computer plays"], ["away"], ["next hand"]]);
  assert.deepEqual(statesOf({ ...seats[0], gone: true }), ["left"]);
});

test("a vote says who wants what, who has said yes, and what is asked of you", () => {
  const vote = { what: /** @type {const} */ ("reset"), by: 1, asked: [0, 1, 2], yes: [1] };
  const asked = ballot(table({ vote }), 0);
  assert.equal(asked?.text, "Ben wants to start a new game.");
  assert.deepEqual(asked?.voices, [
    { seat: 0, name: "You", said: "", words: "haven't answered yet" },
    { seat: 1, name: "Ben", said: "yes", words: "said yes" },
    { seat: 2, name: "Cat", said: "", words: "hasn't answered yet" },
  ]);
  assert.deepEqual([asked?.part, asked?.short], ["ask", "New game?"]);
  const own = ballot(table({ vote }), 1);
  assert.deepEqual([own?.part, own?.text], ["wait", "You want to start a new game."]);
  assert.equal(own?.short, "You want a new game.");
  assert.equal(ballot(table({ vote }), null)?.part, "watch");
  assert.equal(ballot(table(), 0), null);
});

test("a reset says what it does: to the scores, and whom it needs", () => {
  const alone = table({}, [{}, { kind: "computer" }, { kind: "computer" }]);
  assert.match(resetText(alone, 0, 2, ROUND), /^This ends the current game \(2 hands played\)\. A new one starts/);
  assert.doesNotMatch(resetText(alone, 0, 0, ROUND), /hand/);
  assert.match(resetText(table(), 0, 1, ROUND), /1 hand played\).* As host, you can start it right away or ask/);
  assert.match(resetText(table(), 1, 1, ROUND), /Everyone, including the host, Ann, has to agree\.$/);
  assert.match(resetText(table({ host: null }), 1, 1, ROUND), /including the host, has to agree\.$/);
});

test("leaving says what becomes of the seat, and of the host", () => {
  assert.match(
    leaveText(table(), 1, false),
    /^The computer will finish your hand and someone else can take your seat\. Just need a break\?/,
  );
  assert.match(leaveText(table(), 1, true), /for the rest of this game/);
  assert.match(leaveText(table({ status: "open" }), 1, false), /^Someone else can take your seat\./);
  assert.match(leaveText(table(), 0, false), /The player who has been here longest will be the host/);
  assert.match(leaveText(table({}, [{}, {}, { free: true }]), 0, false), /Ben will be the host/);
  assert.ok(isHost(table(), 0) && !isHost(table({ host: null }), null));
});

test("removing somebody says that they may come back", () => {
  assert.match(
    removeText(table().seats[1], table()),
    /^Ben loses their seat\. The computer takes over\. .* unless you lock/,
  );
});

test("what people do is told in sentences", () => {
  /** @param {Partial<EventMessage>} fields @param {number|null} [you] */
  const line = (fields, you = 0) =>
    describeEvent(table(), you, { type: "event", seq: 1, game: 1, kind: "sit", events: [], ...fields });
  assert.equal(line({ kind: "leave", seat: 1, name: "Dan" }), "Dan left the table");
  assert.equal(line({ kind: "leave", seat: 1, name: "Dan", removed: true }, 2), "Ann removed Dan from the table");
  assert.equal(line({ kind: "leave", seat: 1, name: "Ben", removed: true }, 1), "Ann removed you from the table");
  assert.equal(line({ kind: "away", seat: 1, handed_over: true }), "Ben let the computer play");
  assert.equal(line({ kind: "again", seat: 0, reset: true }), "You want a new game");
  assert.equal(line({ kind: "no", seat: 1, reset: true }), "Ben said no: this game goes on");
  assert.equal(line({ kind: "no", reset: true }), "The vote ended because someone left");
  assert.equal(line({ kind: "host", seat: 0 }), "You are the host now");
  assert.equal(line({ kind: "lock", locked: true }, 1), "Ann locked the seats");
  assert.equal(line({ kind: "game", by_host: true }, 1), "Ann started a new game");
  assert.equal(line({ kind: "move", seat: 1 }), "");
});

test("a link that only this computer knows is said to be one, with a better one if there is", () => {
  const here = "http://127.0.0.1:8000/table/abc";
  assert.deepEqual(invitationLinks("https://games.example/table/abc", null), {
    links: [{ link: "https://games.example/table/abc", at: null }],
    warning: "",
    remedy: "",
  });
  const closed = invitationLinks(here, { here_only: true, urls: [] });
  assert.match(closed.warning, /only works on this computer/);
  assert.equal(closed.remedy, "knockroll serve --host 0.0.0.0");
  const open = invitationLinks(here, { here_only: false, urls: ["http://192.168.1.20:8000"] });
  assert.deepEqual(open.links, [{ link: "http://192.168.1.20:8000/table/abc", at: "http://192.168.1.20:8000" }]);
  for (const host of ["localhost:8000", "[::1]:8000"])
    assert.ok(invitationLinks(`http://${host}/table/abc`, null).warning);
});

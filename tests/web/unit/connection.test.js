import assert from "node:assert/strict";
import { test } from "node:test";
import { TableConnection } from "../../../src/knockroll/web/js/net/connection.js";

/** @import { Network, Refused } from "../../../src/knockroll/web/js/net/connection.js" */

const { BEAT, LIMITS } = TableConnection;

/** A socket that says nothing by itself. */
class Socket extends EventTarget {
  /** @type {any[]} */
  sent = [];
  closed = false;

  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  /** A message of the server. @param {object} message */
  says(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  /** @param {object} [rest] */
  greets(rest = {}) {
    this.says({ type: "hello", seq: 2, you: 0, resumed: true, table: {}, ...rest });
  }

  /** @param {number} code @param {string} [reason] */
  ends(code, reason = "") {
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  }
}

/** A connection over a network of our own, with a clock that only we move. */
function begin() {
  let now = 0;
  let last = 0;
  /** @type {Map<number, {at: number, act: () => void}>} */
  const timers = new Map();
  /** @type {Socket[]} */
  const sockets = [];
  /** @type {string[]} */
  const told = [];
  /** @type {Network} */
  const network = {
    open(address) {
      const socket = new Socket(address);
      sockets.push(socket);
      return /** @type {WebSocket} */ (/** @type {unknown} */ (socket));
    },
    after(act, wait) {
      timers.set(++last, { at: now + wait, act });
      return last;
    },
    cancel: (timer) => void timers.delete(timer),
    watch: () => () => {},
  };
  const live = new TableConnection(
    "abc",
    {
      message: ({ type }) => void told.push(type),
      connection: (up) => void told.push(up ? "up" : "lost"),
      gone: (code) => void told.push(`gone: ${code}`),
    },
    network,
  );
  /** Let time pass. @param {number} time */
  function pass(time) {
    const until = now + time;
    for (;;) {
      const next = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!next) break;
      timers.delete(next[0]);
      now = next[1].at;
      next[1].act();
    }
    now = until;
  }
  const socket = () => /** @type {Socket} */ (sockets.at(-1));
  return { live, sockets, socket, told, pass };
}

/** @param {TableConnection} live @param {string} move */
function play(live, move) {
  /** @type {(Refused|null)[]} */
  const answers = [];
  live.play(move).then((refused) => answers.push(refused));
  return { answers, settled: () => new Promise((resolve) => setTimeout(resolve, 0)) };
}

const drawn = { type: "event", seq: 3, kind: "move", seat: 0, by: "person", move: "draw stock", events: [] };

test("a connection that answers its pings stays", () => {
  const { socket, sockets, told, pass } = begin();
  socket().greets();
  for (let i = 0; i < 100; i++) {
    pass(BEAT);
    assert.deepEqual(socket().sent.pop(), { type: "ping" });
    pass(LIMITS.pong - 1);
    socket().says({ type: "pong" });
  }
  assert.equal(sockets.length, 1);
  assert.ok(!told.includes("lost"));
});

test("a ping without an answer is said at once, and tried again", () => {
  const { socket, sockets, told, pass } = begin();
  socket().greets();
  pass(BEAT + LIMITS.pong - 1);
  assert.deepEqual(told, ["up", "hello"]);
  pass(1);
  assert.deepEqual(told, ["up", "hello", "lost"]);
  assert.ok(sockets[0].closed);
  pass(250);
  assert.equal(sockets.length, 2);
});

test("a connection that is never greeted is given up for another", () => {
  const { sockets, told, pass } = begin();
  pass(LIMITS.hello);
  assert.deepEqual(told, ["lost"]);
  pass(60_000);
  assert.ok(sockets.length > 3);
});

test("a move without an answer is said after its limit, and made once when the connection is back", async () => {
  const { live, socket, told, pass } = begin();
  socket().greets();
  socket().says({ type: "event", seq: 2, kind: "start", events: [] });
  const { answers, settled } = play(live, "draw stock");
  pass(LIMITS.answer - 1);
  socket().says({ type: "presence", online: [0] });
  assert.ok(!told.includes("lost"), "not yet");
  pass(1);
  assert.ok(told.includes("lost"), "what others do is no answer");
  assert.ok(live.waits);
  pass(250);
  assert.ok(socket().address.endsWith("after=2"));
  assert.deepEqual(socket().sent, []);
  socket().greets();
  assert.deepEqual(socket().sent, [{ type: "move", move: "draw stock", seq: 2, id: 1 }]);
  socket().says({ ...drawn, answer: 1 });
  await settled();
  assert.deepEqual(answers, [null]);
  assert.ok(!live.waits);
});

test("a move that had arrived before the connection was lost is not told to be stale", async () => {
  const { live, socket, pass } = begin();
  socket().greets();
  socket().says({ type: "event", seq: 2, kind: "start", events: [] });
  const { answers, settled } = play(live, "draw stock");
  pass(LIMITS.answer + 250);
  socket().greets();
  socket().says(drawn);
  socket().says({ type: "error", code: "stale", message: "", answer: 1 });
  await settled();
  assert.deepEqual(answers, [null]);
});

test("somebody else's move is no answer to yours", async () => {
  const { live, socket, pass } = begin();
  socket().greets();
  const { answers, settled } = play(live, "draw stock");
  pass(LIMITS.answer + 250);
  socket().greets();
  socket().says({ ...drawn, seat: 1 });
  socket().says({ ...drawn, by: "clock" });
  await settled();
  assert.deepEqual(answers, []);
  const stale = { type: "error", code: "stale", message: "too late", answer: 1 };
  socket().says(stale);
  await settled();
  assert.deepEqual(answers, [stale]);
});

test("a move without a connection waits for one", () => {
  const { live, socket, told } = begin();
  const { answers } = play(live, "draw stock");
  assert.deepEqual(socket().sent, []);
  socket().greets();
  assert.deepEqual(socket().sent, [{ type: "move", move: "draw stock", seq: 0, id: 1 }]);
  assert.deepEqual([answers, told], [[], ["up", "hello"]]);
});

test("what an old connection still brings is not heard", () => {
  const { live, sockets, told, pass } = begin();
  sockets[0].greets();
  pass(BEAT + LIMITS.pong + 250);
  sockets[1].greets();
  const before = told.length;
  sockets[0].says(drawn);
  sockets[0].ends(1006);
  assert.equal(told.length, before);
  assert.equal(live.seq, 0);
});

test("a closed table is not tried again, and a move that waits is told so", async () => {
  const { live, socket, sockets, told, pass } = begin();
  socket().greets();
  const { answers, settled } = play(live, "draw stock");
  socket().ends(1000, "closed");
  await settled();
  pass(100_000);
  assert.equal(answers[0]?.code, "closed");
  assert.deepEqual([told.at(-1), sockets.length], ["gone: 1000", 1]);
});

test("tries come apart, and at once when the browser says that there is a network", () => {
  const { live, socket, sockets, pass } = begin();
  for (let i = 0; i < 12; i++) {
    socket().ends(1006);
    pass(LIMITS.retry);
  }
  assert.equal(sockets.length, 13);
  socket().ends(1006);
  pass(LIMITS.retry - 1);
  assert.equal(sockets.length, 13);
  live.retry();
  assert.equal(sockets.length, 14);
  live.end();
  socket().ends(1006);
  pass(100_000);
  assert.equal(sockets.length, 14);
});

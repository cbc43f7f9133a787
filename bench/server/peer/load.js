// Closed-loop load on boardgame.io: node load.js URL[,URL…] MATCHES WARM SECONDS [apart]. Speaks its socket protocol with plain
// socket.io clients (its own client would replay every move and cost more than the server).
const { io } = require("socket.io-client");

const [servers, matches, warm, seconds, where] = process.argv.slice(2);
const urls = servers.split(","); // one, or several that serve the same matches
const apart = where === "apart"; // the two players of a match are at different ones
const GAME = "draw-and-discard";
const AGAIN_MS = 500;
const load = { going: false, measuring: false, moves: 0, errors: 0, latencies: [] };

class Match {
  constructor(id, number) {
    this.id = id;
    this.number = number;
    this.seats = [];
    this.sent = new Map(); // the sender and time of each move, by the number of the state it leads to
  }

  hear(seat, state) {
    const last = seat.state;
    seat.state = state;
    const sent = this.sent.get(state._stateID);
    if (sent && last && state._stateID > last._stateID && load.measuring) {
      if (seat.player === sent.player) load.moves++;
      else load.latencies.push(performance.now() - sent.at);
    }
    if (state.ctx.currentPlayer === seat.player && (!last || state._stateID > last._stateID)) {
      seat.due = true;
      if (load.going) this.go(seat);
    }
  }

  go(seat) {
    if (!seat.due) return;
    seat.due = false;
    const { state, player } = seat;
    const drawn = state.G.hand.length === 4;
    const args = drawn ? [Math.floor(Math.random() * 4)] : [];
    this.sent.set(state._stateID + 1, { player, at: performance.now() });
    const payload = { type: drawn ? "discard" : "draw", args, playerID: player };
    const send = () => seat.socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, this.id, player);
    send();
    if (apart) this.insist(seat, state._stateID, send);
  }

  /** It tells of a move before it is saved, so another process may refuse the answer, and says nothing: try again. */
  insist(seat, answered, send) {
    setTimeout(() => {
      if (!load.going || seat.state._stateID > answered) return;
      load.errors++;
      send();
      this.insist(seat, answered, send);
    }, AGAIN_MS);
  }

  async join(player) {
    const url = urls[(this.number + (apart ? Number(player) : 0)) % urls.length];
    const socket = io(`${url}/${GAME}`, { transports: ["websocket"], forceNew: true });
    const seat = { player, socket, state: null, due: false };
    this.seats.push(seat);
    await new Promise((resolve) => {
      socket.on("sync", (id, info) => {
        this.hear(seat, info.state);
        resolve();
      });
      socket.on("update", (id, state) => this.hear(seat, state));
      socket.on("error", () => load.errors++);
      socket.on("connect", () => socket.emit("sync", this.id, player, undefined, 2));
    });
  }
}

const sleep = (s) => new Promise((resolve) => setTimeout(resolve, s * 1000));

(async () => {
  const all = [];
  for (let begun = 0; begun < matches; begun += 25) {
    await Promise.all(
      Array.from({ length: Math.min(25, matches - begun) }, async () => {
        const match = new Match(`${Date.now()}-${all.length}`, all.length); // made by the server at the first sync
        all.push(match);
        await match.join("0");
        await match.join("1");
      }),
    );
  }
  load.going = true;
  for (const match of all) for (const seat of match.seats) match.go(seat);
  await sleep(Number(warm));
  load.measuring = true;
  console.log("measuring"); // for a program that watches the processes, as in load.py
  const begun = performance.now();
  const cpu = process.cpuUsage();
  await sleep(Number(seconds));
  load.measuring = load.going = false;
  console.log("measured");
  const taken = (performance.now() - begun) / 1000;
  const used = process.cpuUsage(cpu);
  const sorted = load.latencies.sort((a, b) => a - b);
  const at = (part) => (sorted.length ? Math.round(sorted[Math.floor(sorted.length * part)] * 10) / 10 : null);
  console.log(
    JSON.stringify({
      tables: Number(matches),
      moves_per_second: Math.round(load.moves / taken),
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      errors: load.errors,
      driver_cpu: Math.round(((used.user + used.system) / 1e6 / taken) * 100) / 100,
    }),
  );
  process.exit(0);
})();

/** The table: a live connection, a queue of what happens, one redraw path, and what a person can do. */

import * as api from "../api.js";
import { measure, nudge, slide } from "../animate.js";
import { bar, tool } from "../bar.js";
import { ask } from "../dialogs.js";
import { h, patch } from "../dom.js";
import { showing } from "../games/index.js";
import { isYours, legalMoves } from "../games/shared.js";
import { listenKeys } from "../keys.js";
import { Live } from "../live.js";
import { Queue } from "../queue.js";
import { apply, begin, emptyScene, greet, nameOf, settle } from "../scene.js";
import { change, rememberTable, settings, times, watch } from "../settings.js";
import * as sound from "../sound.js";
import { note, say } from "../speech.js";
import { draggable } from "../table/drag.js";
import { fliesFor, sources } from "../table/flights.js";
import { gate, joinBanner } from "../table/gate.js";
import { own } from "../table/hand.js";
import { middle } from "../table/middle.js";
import { race } from "../table/race.js";
import { opponents } from "../table/seats.js";
import { gameOver, showdown } from "../table/showdown.js";
import { side } from "../table/side.js";

const SOUNDS = { draw: "card", discard: "card", deal: "deal", knock: "knock", gin: "good", tunk: "knock", drop: "knock", spread: "card", hit: "card", throw: "dice", farkle: "bad", "hot dice": "good", bank: "good" };
const AUTO_SECONDS = 8;
const OUT_SECONDS = 4;

/** @param {HTMLElement} root @param {string} id */
export function tablePage(root, id) {
  root.classList.add("table-page");
  document.title = "Knock & Roll";
  let scene = emptyScene();
  /** @type {Live} */
  let live = null;
  let backlog = 0;
  let game = showing("");
  let pending = null;
  /** What was asked for while your own move was still on its way. */
  let impatient = [];
  let forgiving = false;
  let mover = null;
  let frame = 0;
  const ui = {
    selected: new Set(), mode: null, cursor: null, order: [], side: false, status: "", connected: true, wasLost: false, closed: "", link: location.href,
    handWidth: 800, cardSize: 110, waiting: 0, continueIn: 0, copied: false, done: null, busy: false,
  };

  // --- Drawing ---------------------------------------------------------------------------------------------------

  function size() {
    const felt = root.querySelector(".felt") ?? root;
    const width = felt.clientWidth || innerWidth;
    ui.handWidth = Math.min(width, 1200) - (width < 600 ? 28 : 64);
    const tall = innerHeight;
    const most = game.mostCards ?? 4;
    ui.cardSize = Math.round(Math.max(58, Math.min(tall * (width < 600 ? 0.125 : 0.145), (ui.handWidth - 24) / Math.min(most, width < 600 ? 4 : 6), 168)));
  }

  function render() {
    cancelAnimationFrame(frame);
    if (!scene.table) {
      patch(root, [bar("", []), h("div.stage", null, h("main.felt", null, h("p.wait", { role: "status" }, ui.closed || "Coming to the table…")))]);
      return;
    }
    game = showing(scene.table.game);
    size();
    const focused = document.activeElement;
    const inHand = focused instanceof HTMLElement && focused.closest(".hand");
    patch(root, page());
    for (const list of root.querySelectorAll("[data-follow]")) {
      if (list.dataset.followed !== list.dataset.follow) {
        list.scrollTop = list.scrollHeight;
        list.dataset.followed = list.dataset.follow;
      }
    }
    if (focused && focused !== document.body && document.activeElement !== focused) {
      if (root.contains(focused)) focused.focus({ preventScroll: true });
      else if (inHand) root.querySelector('.hand [tabindex="0"]')?.focus({ preventScroll: true });
    }
  }

  function page() {
    const running = scene.table.status !== "open" && scene.view;
    return [
      bar(scene.table.title, [
        running && scene.you !== null && tool("reset", "Reset", does.reset),
        running && tool("scores", "Scores", does.side, { "aria-expanded": String(ui.side), "aria-controls": "side", class: "scores-tool" }),
      ], scene.table.game),
      connection(),
      h("div.stage", { key: "stage" },
        h("main.felt", { class: `game-${scene.table.game} ${game.dice ? "dice-game" : "card-game"}`, "aria-label": `${scene.table.title} table`, "data-shown": shownSeq() },
          running ? [
            game.dice ? race(scene, game) : opponents(scene, game),
            middle(scene, game, ui, does),
            own(scene, game, ui, does),
            scene.over && ui.done && h("div.cover", { key: "over" }, showdown(scene, game, ui, does)),
            scene.result && !ui.done && queue.idle && h("div.cover", { key: "final" }, gameOver(scene, game, ui, does)),
            joinBanner(scene, ui, does),
          ] : h("div.cover.plain", { key: "gate" }, gate(scene, ui, does))),
        running && side(scene, game, ui, does)),
    ];
  }

  /** The number of the last event that is shown; nothing while something is on its way. */
  function shownSeq() {
    return queue.idle && !pending && !ui.busy && !backlog ? live?.seq : undefined;
  }

  function connection() {
    if (ui.closed) return h("div.banner", { key: "connection", role: "alert" }, ui.closed);
    if (!ui.connected) return h("div.banner", { key: "connection", role: "alert" }, "The connection is gone. Trying to come back…");
    return ui.wasLost ? h("div.banner.good", { key: "connection", role: "status" }, "Connected again.") : null;
  }

  // --- What happens ----------------------------------------------------------------------------------------------

  const queue = new Queue(playMessage);
  queue.idleNow = () => {
    ui.waiting = 0;
    ui.status = statusText();
    render();
    if (isYours(scene)) {
      const acts = impatient.splice(0);
      if (pending && scene.view.legal.includes(pending)) {
        const move = pending;
        pending = null;
        send(move);
        impatient = acts;
        return;
      }
      if (pending) explain(pending);
      pending = null;
      if (acts.length) {
        forgiving = true;
        for (const act of acts) act();
        forgiving = false;
        if (ui.busy) return;
      }
      say(`Your turn: ${scene.view.legal.length > 6 ? game.prompt(scene, ui) : scene.view.legal.join(", ")}`);
      sound.play("turn");
    }
    pending = null;
  };

  /** Nobody has to wait until a card of theirs has landed: what they do meanwhile is done as soon as it has. */
  function soon(act) {
    return function later(...what) {
      const mine = ui.busy || (!queue.idle && mover === scene.you && !queue.length);
      if (mine) impatient.push(() => later(...what));
      else act(...what);
    };
  }

  function statusText() {
    if (!scene.view || scene.result) return "";
    const { turn } = scene.view;
    return turn === null || turn === undefined || turn === scene.you ? "" : `${nameOf(scene, turn)} to move`;
  }

  function receive(message) {
    if (message.type === "presence") {
      scene = { ...scene, online: message.online };
      return;
    }
    if (message.type === "error") {
      if (message.answer === undefined || message.answer === null) note(message.message);
      return;
    }
    if (message.type === "hello") {
      const first = !scene.table || !message.resumed;
      if (first) {
        queue.clear();
        finishShowdown();
        backlog = message.resumed ? message.table.seq : 0;
      }
      scene = greet(scene, message);
      if (scene.you !== null) rememberTable(id);
      document.title = `${message.table.title} · Knock & Roll`;
      if (!backlog || live.seq >= backlog) backlog = 0;
      ui.status = statusText();
      render();
      return;
    }
    if (message.type !== "event") return;
    if (backlog) {
      scene = begin(scene, message);
      for (const event of message.events) scene = apply(scene, event, message);
      scene = settle(scene, message);
      if (message.seq >= backlog) {
        backlog = 0;
        scene = { ...scene, moment: null, over: null, shown: scene.result ? scene.shown : {} };
        queue.idleNow();
      }
      return;
    }
    queue.push(message);
    ui.waiting = queue.length;
  }

  async function playMessage(message) {
    ui.waiting = queue.length;
    mover = message.seat ?? null;
    if (mover !== scene.you) impatient = [];
    scene = begin(scene, message);
    if (message.kind === "game" || message.kind === "start") finishShowdown();
    const events = [...message.events];
    while (events.length) {
      if (events[0].kind === "deal") {
        const deals = [];
        while (events[0]?.kind === "deal") deals.push(events.shift());
        await playDeal(deals, message);
      } else {
        await playEvent(events.shift(), message);
      }
    }
    const before = measure(root);
    scene = settle(scene, message);
    if (!isYours(scene) || message.seat === scene.you) clearSelection();
    const { move } = pace();
    render();
    slide(root, before, move);
  }

  function pace() {
    return queue.hurried ? { move: 0, pause: 0 } : times();
  }

  async function playDeal(deals, message) {
    const { move } = pace();
    ui.status = "A new hand is dealt";
    for (const event of deals) scene = apply(scene, event, message);
    render();
    sound.play("deal");
    const stock = root.querySelector("[data-place=stock]")?.getBoundingClientRect();
    await Promise.all(deals.map((event, i) => fliesFor(root, event, scene.you, [stock], move, (i * move) / 8)));
  }

  async function playEvent(event, message) {
    const { move, pause } = pace();
    const before = measure(root);
    const from = sources(root, event, scene.you);
    const lines = scene.log.length;
    scene = apply(scene, event, message);
    for (const line of scene.log.slice(lines)) say(line.seat === null ? line.spoken : `${nameOf(scene, line.seat)}: ${line.spoken}`);
    const mine = event.seat === scene.you;
    if (event.seat !== undefined && event.seat !== null) ui.status = `${nameOf(scene, event.seat)} ${scene.says[event.seat] ?? ""}`;
    if (mine) clearSelection();
    render();
    if (SOUNDS[event.kind]) sound.play(SOUNDS[event.kind]);
    slide(root, before, move);
    if (event.kind === "knock" || event.kind === "tunk" || event.kind === "drop") nudge(root.querySelector(`[data-seat="${event.seat}"]`), "pop", move);
    await fliesFor(root, event, scene.you, from, mine ? move * 0.7 : move);
    if (event.kind === "hand over" && !game.dice) await waitForContinue(message);
    else if (scene.moment) await queue.sleep(pause ? Math.max(700, pause * 2) : 0);
    else if (!mine && event.text) await queue.sleep(pause);
    else if (event.kind === "show" || event.kind === "cut" || event.kind === "add") await queue.sleep(pause / 2);
  }

  let ticking = 0;

  async function waitForContinue() {
    const out = scene.you === null || scene.over.wasOut[scene.you];
    const others = scene.table.seats.some((seat) => seat.kind === "person" && seat.seat !== scene.you && !seat.free && !seat.gone);
    const seconds = settings.autoContinue ? AUTO_SECONDS : out ? OUT_SECONDS : others ? 20 : 0;
    if (out && queue.hurried && !document.hidden) return;
    const won = scene.over.winners.includes(scene.you);
    sound.play(won ? "good" : "bad");
    await new Promise((resolve) => {
      ui.done = resolve;
      ui.continueIn = seconds;
      clearInterval(ticking);
      if (seconds) ticking = setInterval(() => (ui.continueIn -= 1) > 0 ? render() : finishShowdown(), 1000);
      render();
      const hand = document.activeElement;
      if (!hand || hand === document.body || root.contains(hand)) root.querySelector("#continue")?.focus({ preventScroll: true });
    });
  }

  function finishShowdown() {
    clearInterval(ticking);
    ui.continueIn = 0;
    const done = ui.done;
    ui.done = null;
    done?.();
  }

  // --- What a person can do --------------------------------------------------------------------------------------

  function clearSelection() {
    ui.selected = new Set();
    ui.mode = null;
  }

  async function send(move, then = null) {
    if (ui.busy) return;
    ui.busy = true;
    pending = then;
    render();
    const refused = await live.play(move);
    ui.busy = false;
    if (refused) {
      pending = null;
      impatient = [];
      note(refused.message);
    }
    if (refused || queue.idle) render();
  }

  /** Say why something is not possible now. What the rules forbid, the server explains. */
  async function explain(move) {
    if (forgiving) return undefined; // the second half of a double click
    nudge(root.querySelector(".turn-line"), "shake", times().move);
    if (scene.you === null) return note("You are watching; sit down to play.");
    if (scene.result) return note("The game is over.");
    if (!queue.idle) return note("Wait until the others have played.");
    if (scene.view.players[scene.you].out) return note("You are out; the game goes on without you.");
    if (scene.view.turn !== scene.you) return note(`It is not your turn: ${nameOf(scene, scene.view.turn)} is to move.`);
    const refused = await live.play(move);
    if (refused) note(refused.message);
    return undefined;
  }

  const can = (move) => isYours(scene) && queue.idle && !ui.busy && scene.view.legal.includes(move);

  const does = {
    stock: soon(() => (can("draw stock") ? send("draw stock") : explain("draw stock"))),

    discardPile: soon(() => {
      const [card] = ui.selected.size === 1 ? [...ui.selected] : [];
      if (card && can(`discard ${card}`)) send(`discard ${card}`);
      else if (can("draw discard")) send("draw discard");
      else explain("draw discard");
    }),

    /** What a click on a card of yours would do at once. */
    cardMove(card) {
      if (!isYours(scene)) return null;
      if (game.cardMove) return game.cardMove(card, scene, ui);
      const move = `discard ${card}`;
      return scene.view.legal.includes(move) ? { move, label: "" } : null;
    },

    card: soon((card) => {
      ui.cursor = card;
      const found = does.cardMove(card);
      const selecting = game.click === "select" || (settings.confirm && ui.mode === null);
      if (!isYours(scene) || !queue.idle) explain(`discard ${card}`);
      else if (selecting && (found || legalMoves(scene.view, "spread").length || legalMoves(scene.view, "hit").length)) select(card, game.click === "select");
      else if (found && can(found.move)) send(found.move);
      else explain(`discard ${card}`);
    }),

    cardTwice(card) {
      if (game.click === "select" && can(`discard ${card}`)) send(`discard ${card}`);
    },

    cursor(card) {
      if (ui.cursor === card) return;
      ui.cursor = card;
      render();
    },

    die: soon((index) => {
      if (!isYours(scene) || !legalMoves(scene.view, "keep").length) {
        explain(`keep ${scene.view.dice[index]}`);
        return;
      }
      select(index, true);
    }),

    /** Whether a die is in some set that may be kept. */
    dieScores: (index) => legalMoves(scene.view, "keep").some((move) => move.split(" ").includes(String(scene.view.dice[index]))),

    spread(number) {
      const [card] = ui.selected.size === 1 ? [...ui.selected] : [];
      if (!card) note("Select the card to hit with first.");
      else if (can(`hit ${card} on ${number}`)) send(`hit ${card} on ${number}`);
      else explain(`hit ${card} on ${number}`);
    },

    act: soon((pressed) => {
      const action = game.actions(scene, ui).find((one) => (one.id ?? one.name) === (pressed.id ?? pressed.name)) ?? pressed;
      if (!isYours(scene) || !queue.idle) explain(action.ask ?? action.move ?? "knock");
      else if (action.mode) {
        ui.mode = ui.mode === action.mode ? null : action.mode;
        if (ui.mode) {
          say(game.prompt(scene, ui));
          root.querySelector('.hand [tabindex="0"]')?.focus({ preventScroll: true });
        }
        render();
      } else if (action.move) send(action.move, action.then ?? null);
      else if (!action.why) explain(action.ask);
      else if (!forgiving) note(action.why);
    }),

    clear() {
      clearSelection();
      render();
    },

    sort(sort) {
      const before = measure(root);
      change({ sort });
      render();
      slide(root, before, times().move);
    },

    skip() {
      queue.skip();
      finishShowdown();
    },

    continue: () => finishShowdown(),

    side() {
      ui.side = !ui.side;
      render();
      root.querySelector(ui.side ? ".side .close" : ".scores-tool")?.focus();
    },

    async reset() {
      const others = scene.table.seats.some((seat) => seat.kind === "person" && seat.seat !== scene.you && !seat.free && !seat.gone);
      const text = others ? "A new game begins when everybody at the table has asked for it." : "This game is given up, and a new one is dealt.";
      if (!scene.result && !(await ask("Start over?", text, "Start a new game", "Keep playing"))) return;
      queue.skip();
      finishShowdown();
      await attempt(() => (scene.result ? api.rematch(id) : api.reset(id)));
    },

    again: () => attempt(() => api.rematch(id)),
    start: () => attempt(() => api.start(id)),

    async sit(event) {
      event.preventDefault();
      const name = new FormData(event.target).get("name").toString().trim();
      change({ name });
      if (await attempt(() => api.sit(id, name))) live.again();
    },

    async copyLink() {
      try {
        await navigator.clipboard.writeText(ui.link);
        ui.copied = true;
      } catch {
        root.querySelector(".link-line input")?.select();
      }
      render();
    },

    drop(what, where) {
      const move = dropMove(what, where);
      if (move && can(move)) send(move);
    },
  };

  async function attempt(request) {
    try {
      return await request();
    } catch (error) {
      note(error.message);
      return null;
    }
  }

  function select(thing, several) {
    const selected = new Set(ui.selected);
    if (!selected.delete(thing)) {
      if (!several) selected.clear();
      selected.add(thing);
    }
    ui.selected = selected;
    render();
  }

  function dropMove(what, where) {
    const [kind, card] = what.split(" ");
    if (where === "hand") return kind === "card" ? null : `draw ${kind}`;
    if (kind !== "card") return null;
    if (where === "discard") return does.cardMove(card)?.move ?? `discard ${card}`;
    return where.startsWith("spread") ? `hit ${card} on ${where.split(" ")[1]}` : null;
  }

  draggable(root, { can: (what, where) => can(dropMove(what, where) ?? ""), drop: does.drop });
  const unlisten = listenKeys(root, { scene: () => scene, game: () => game, ui, does, render });
  const unwatch = watch(render);
  const resized = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(render);
  };
  window.addEventListener("resize", resized);

  live = new Live(id, {
    message: receive,
    connection(up) {
      if (up && !ui.connected) {
        ui.wasLost = true;
        setTimeout(() => { ui.wasLost = false; render(); }, 3000);
      }
      if (up === ui.connected) return;
      ui.connected = up;
      render();
    },
    gone(reason) {
      ui.closed = reason;
      rememberTable(id, true);
      render();
    },
  });
  api.table(id).then(({ link }) => { ui.link = link; render(); }, () => {});
  render();

  return () => {
    live.end();
    unlisten();
    unwatch();
    clearInterval(ticking);
    queue.clear();
    window.removeEventListener("resize", resized);
    document.getElementById("flights").replaceChildren();
  };
}

/** What happens at the table: messages come in, wait their turn, and are shown one after the other. */

import { measure, nudge, slide } from "../animate.js";
import { isYours } from "../games/shared.js";
import { Queue } from "../queue.js";
import { apply, begin, greet, nameOf, settle } from "../scene.js";
import { rememberTable, settings, times } from "../settings.js";
import * as sound from "../sound.js";
import { note, say } from "../speech.js";
import { fliesFor, sources } from "./flights.js";

const SOUNDS = { draw: "card", discard: "card", deal: "deal", knock: "knock", gin: "good", tunk: "knock", drop: "knock", spread: "card", hit: "card", throw: "dice", farkle: "bad", "hot dice": "good", bank: "good" };
const AUTO_SECONDS = 8;
const OUT_SECONDS = 4;

/**
 * Show what happens at a table.
 * @param {import("../pages/table.js").At} at
 */
export function showsWhatHappens(at) {
  const { root, ui } = at;

  at.queue = new Queue(playMessage);
  at.queue.idleNow = () => {
    ui.waiting = 0;
    ui.status = statusText();
    at.render();
    if (isYours(at.scene)) {
      const acts = at.impatient.splice(0);
      if (at.pending && at.scene.view.legal.includes(at.pending)) {
        const move = at.pending;
        at.pending = null;
        at.send(move);
        at.impatient = acts;
        return;
      }
      if (at.pending) at.explain(at.pending);
      at.pending = null;
      if (acts.length) {
        at.forgiving = true;
        for (const act of acts) act();
        at.forgiving = false;
        if (ui.busy) return;
      }
      say(`Your turn: ${at.scene.view.legal.length > 6 ? at.game.prompt(at.scene, ui) : at.scene.view.legal.join(", ")}`);
      sound.play("turn");
    }
    at.pending = null;
  };

  function statusText() {
    if (!at.scene.view || at.scene.result) return "";
    const { turn } = at.scene.view;
    return turn === null || turn === undefined || turn === at.scene.you ? "" : `${nameOf(at.scene, turn)} to move`;
  }

  function receive(message) {
    if (message.type === "presence") {
      at.scene = { ...at.scene, online: message.online };
      return;
    }
    if (message.type === "error") {
      if (message.answer === undefined || message.answer === null) note(message.message);
      return;
    }
    if (message.type === "hello") {
      const first = !at.scene.table || !message.resumed;
      if (first) {
        at.queue.clear();
        finishShowdown();
        at.backlog = message.resumed ? message.table.seq : 0;
      }
      at.scene = greet(at.scene, message);
      if (at.scene.you !== null) rememberTable(at.id);
      document.title = `${message.table.title} · Knock & Roll`;
      if (!at.backlog || at.live.seq >= at.backlog) at.backlog = 0;
      ui.status = statusText();
      at.render();
      return;
    }
    if (message.type !== "event") return;
    if (at.backlog) {
      at.scene = begin(at.scene, message);
      for (const event of message.events) at.scene = apply(at.scene, event, message);
      at.scene = settle(at.scene, message);
      if (message.seq >= at.backlog) {
        at.backlog = 0;
        at.scene = { ...at.scene, moment: null, over: null, shown: at.scene.result ? at.scene.shown : {} };
        at.queue.idleNow();
      }
      return;
    }
    at.queue.push(message);
    ui.waiting = at.queue.length;
  }

  async function playMessage(message) {
    ui.waiting = at.queue.length;
    at.mover = message.seat ?? null;
    if (at.mover !== at.scene.you) at.impatient = [];
    at.scene = begin(at.scene, message);
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
    at.scene = settle(at.scene, message);
    if (!isYours(at.scene) || message.seat === at.scene.you) at.does.clearSelection();
    const { move } = pace();
    at.render();
    slide(root, before, move);
  }

  function pace() {
    return at.queue.hurried ? { move: 0, pause: 0 } : times();
  }

  async function playDeal(deals, message) {
    const { move } = pace();
    ui.status = "A new hand is dealt";
    at.mover = null;
    at.impatient = [];
    for (const event of deals) at.scene = apply(at.scene, event, message);
    at.render();
    sound.play("deal");
    const stock = root.querySelector("[data-place=stock]")?.getBoundingClientRect();
    await Promise.all(deals.map((event, i) => fliesFor(root, event, at.scene.you, [stock], move, (i * move) / 8)));
  }

  async function playEvent(event, message) {
    const { move, pause } = pace();
    const before = measure(root);
    const from = sources(root, event, at.scene.you);
    const lines = at.scene.log.length;
    at.scene = apply(at.scene, event, message);
    for (const line of at.scene.log.slice(lines)) say(line.seat === null ? line.spoken : `${nameOf(at.scene, line.seat)}: ${line.spoken}`);
    const mine = event.seat === at.scene.you;
    if (event.seat !== undefined && event.seat !== null) ui.status = `${nameOf(at.scene, event.seat)} ${at.scene.says[event.seat] ?? ""}`;
    if (mine) at.does.clearSelection();
    at.render();
    if (SOUNDS[event.kind]) sound.play(SOUNDS[event.kind]);
    slide(root, before, move);
    if (event.kind === "knock" || event.kind === "tunk" || event.kind === "drop") nudge(root.querySelector(`[data-seat="${event.seat}"]`), "pop", move);
    await fliesFor(root, event, at.scene.you, from, mine ? move * 0.7 : move);
    if (event.kind === "hand over" && !at.game.dice) await waitForContinue(message);
    else if (at.scene.moment) await at.queue.sleep(pause ? Math.max(700, pause * 2) : 0);
    else if (!mine && event.text) await at.queue.sleep(pause);
    else if (event.kind === "show" || event.kind === "cut" || event.kind === "add") await at.queue.sleep(pause / 2);
  }

  let ticking = 0;

  async function waitForContinue() {
    const out = at.scene.you === null || at.scene.over.wasOut[at.scene.you];
    const others = at.scene.table.seats.some((seat) => seat.kind === "person" && seat.seat !== at.scene.you && !seat.free && !seat.gone);
    const seconds = settings.autoContinue ? AUTO_SECONDS : out ? OUT_SECONDS : others ? 20 : 0;
    if (out && at.queue.hurried && !document.hidden) return;
    const won = at.scene.over.winners.includes(at.scene.you);
    sound.play(won ? "good" : "bad");
    await new Promise((resolve) => {
      ui.done = resolve;
      ui.continueIn = seconds;
      clearInterval(ticking);
      if (seconds) ticking = setInterval(() => (ui.continueIn -= 1) > 0 ? at.render() : finishShowdown(), 1000);
      at.render();
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

  at.receive = receive;
  at.finishShowdown = finishShowdown;
  at.stop = () => {
    clearInterval(ticking);
    at.queue.clear();
  };
}

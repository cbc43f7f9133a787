/** A finished game again: step by step, all hands open or from one seat, with a clear answer about fairness. */

import * as api from "../api.js";
import { bar, tool } from "../bar.js";
import { drawn, h, patch } from "../dom.js";
import { showing } from "../games/index.js";
import { icon } from "../icons.js";
import { emptyScene, handName, nameOf, signs } from "../scene.js";
import { times } from "../settings.js";
import { say } from "../speech.js";
import { middle } from "../table/middle.js";
import { card } from "../table/pieces.js";
import { race } from "../table/race.js";
import { plate } from "../table/seats.js";

/** @param {HTMLElement} root */
export function replayPage(root) {
  document.title = "Replay · Knock & Roll";
  let film = null;
  let names = [];
  let at = 0;
  let from = null;
  let trouble = "";
  let timer = 0;
  let over = false;

  async function load(record, players = []) {
    trouble = "";
    try {
      film = { ...(await api.replay(record)), options: record.options ?? {} };
      names = players;
      at = 0;
      from = null;
    } catch (error) {
      film = null;
      trouble = error.code === "not_found" || error.code === "method_not_allowed" ? "This server cannot replay records yet." : error.message;
    }
    draw();
  }

  async function readFile(file) {
    try {
      await load(JSON.parse(await file.text()));
    } catch {
      film = null;
      trouble = `${file.name} is not a record: it is not JSON.`;
      draw();
    }
  }

  function scene() {
    const step = film.steps[at];
    const view = { options: film.options, ...step.view, legal: [], reading: null };
    const seats = Array.from({ length: view.players.length }, (_, seat) => ({ seat, name: names[seat] ?? `Seat ${seat + 1}` }));
    const last = step.events.find((event) => event.text);
    return { ...emptyScene(), view, table: { seats, game: film.game, title: film.title }, says: last ? { [last.seat]: last.text } : {} };
  }

  // --- Moving through it -------------------------------------------------------------------------------------------

  function go(to) {
    at = Math.max(0, Math.min(film.steps.length - 1, to));
    const step = film.steps[at];
    if (step.move) say(`${nameOf(scene(), step.seat)}: ${step.move}`);
    draw();
  }

  function play() {
    if (timer) stop();
    else {
      if (at === film.steps.length - 1) at = 0;
      const { move, pause } = times();
      timer = setInterval(() => (at < film.steps.length - 1 ? go(at + 1) : stop()), Math.max(250, move + pause));
    }
    draw();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    draw();
  }

  const handStarts = () => film.steps.map((step, index) => (index === 0 || step.events.some((event) => event.kind === "hand over") ? index : -1)).filter((index) => index >= 0);

  // --- Drawing -----------------------------------------------------------------------------------------------------

  function draw() {
    root.classList.toggle("table-page", Boolean(film));
    root.classList.toggle("replay", Boolean(film));
    patch(root, film ? [bar(`${film.title}: replay`, [tool("close", "Another record", () => { stop(); film = null; draw(); })], film.game), h("div.stage", { key: "stage" }, theatre(), beside())]
      : [bar("Replay", []), opening()]);
  }

  function opening() {
    const drop = (event) => {
      event.preventDefault();
      over = false;
      const file = event.dataTransfer?.files[0];
      if (file) readFile(file);
    };
    const hover = (state) => (event) => {
      event.preventDefault();
      if (over !== state) { over = state; draw(); }
    };
    return h("main.sheet-page", null, h("h1", null, "Replay a game"),
      h("p", null, "A record holds everything that happened: each deal, each throw, each move. Drop one here to see the game again and to check that its chance was fair."),
      trouble && h("p.trouble.block", { role: "alert" }, trouble),
      h("label.drop.block", { class: over ? "over" : "", on: { drop, dragover: hover(true), dragleave: hover(false) } },
        h("b", null, "Drop a record here"), h("span", null, "or choose a file"),
        h("input", { type: "file", accept: ".json,application/json", "aria-label": "Choose a record", on: { change: (event) => event.target.files[0] && readFile(event.target.files[0]) } })));
  }

  function theatre() {
    const now = scene();
    const game = showing(film.game);
    const ui = { selected: new Set(), mode: null };
    const does = { stock() {}, discardPile() {}, spread() {}, die() {}, dieScores: () => false };
    return h("main.felt", { class: `game-${film.game} ${game.dice ? "dice-game" : "card-game"}`, "aria-label": `${film.title}, step ${at} of ${film.steps.length - 1}` },
      game.dice ? race(now, game) : h("div.open-hands", { class: now.view.players.length > 4 ? "many" : "" }, now.view.players.map((player) => openHand(now, game, player))),
      middle(now, game, ui, does),
      h("div.replay-line", null, caption(now), controls()));
  }

  function openHand(now, game, player) {
    const held = now.view.hands?.[player.seat] ?? [];
    const hidden = from !== null && from !== player.seat;
    const cards = hidden ? held.map(() => null) : held;
    const active = film.steps[at].seat === player.seat;
    return h("section.seat", { key: player.seat, "data-seat": player.seat, class: `${active ? "active" : ""} ${player.out ? "out" : ""}`, "aria-label": `${nameOf(now, player.seat)}, ${game.scoreText(player, now)}` },
      plate(now, game, player.seat, player, game.tag(player.seat, now)),
      h("span.fan", { style: { "--n": Math.max(1, cards.length) } }, cards.map((one, i) => card(one, { key: one ?? i }))));
  }

  function caption(now) {
    const step = film.steps[at];
    if (!step.move) return h("p.prompt", null, "The deal");
    const drew = step.events.find((event) => event.kind === "draw" && event.cards?.length && (from === null || from === event.seat || event.source === "discard"));
    const ended = step.events.find((event) => event.kind === "hand over");
    return h("p.prompt.now", { "aria-live": "off" }, h("b", null, nameOf(now, step.seat)), h("span", null, `${step.move}${drew ? ` (${signs(drew.cards)})` : ""}${ended ? `: ${handName(now)} over, ${ended.ending.replace("_", "-")}` : ""}`));
  }

  function controls() {
    const button = (name, text, to) => h("button.action.round", { type: "button", "aria-label": text, title: text, on: { click: () => { if (timer) stop(); go(to); } } }, drawn(`icon-${name}`, () => icon(name)));
    return h("div.controls", null,
      h("input.scrubber", { type: "range", min: "0", max: String(film.steps.length - 1), value: String(at), "aria-label": "Step", "aria-valuetext": `step ${at} of ${film.steps.length - 1}`, on: { input: (event) => go(Number(event.target.value)) } }),
      h("div.actions", null, button("first", "To the beginning", 0), button("previous", "Step back", at - 1),
        h("button.action.round.primary", { type: "button", "aria-label": timer ? "Pause" : "Play", title: timer ? "Pause" : "Play", on: { click: play } }, drawn(`icon-${timer ? "pause" : "play"}`, () => icon(timer ? "pause" : "play"))),
        button("next", "Step forward", at + 1), button("last", "To the end", film.steps.length - 1)));
  }

  function beside() {
    const now = scene();
    const starts = handStarts();
    return h("aside.side.open.static", { "aria-label": "About this game" },
      h("div.verdict", { class: film.verified ? "good" : "bad", role: "status" }, h("b", null, film.verified ? "✓ Verified" : "✗ Not proven"), film.lines.map((line) => h("span", null, line))),
      !showing(film.game).dice && h("label.field", null, h("span", null, "Seen from"), h("select", { on: { change: (event) => { from = event.target.value === "" ? null : Number(event.target.value); draw(); } } },
        h("option", { value: "" }, "all hands open"), now.view.players.map((player) => h("option", { key: player.seat, value: String(player.seat) }, nameOf(now, player.seat))))),
      h("label.field", null, h("span", null, showing(film.game).dice ? "Jump to a turn" : "Jump to a hand"), h("select", { value: String(starts.filter((index) => index <= at).at(-1) ?? 0), on: { change: (event) => go(Number(event.target.value)) } },
        starts.slice(0, starts.length - 1 || 1).map((index, number) => h("option", { key: index, value: String(index), selected: starts.filter((one) => one <= at).at(-1) === index }, `${number + 1}`)))),
      h("h2", null, "Moves"),
      h("ol.scroll.log.moves", { tabindex: "0", "aria-label": "Moves" }, film.steps.map((step, index) => step.move && h("li", { key: index, class: index === at ? "now" : "" },
        h("button.quiet", { type: "button", tabindex: "-1", on: { click: () => go(index) } }, h("b", null, nameOf(now, step.seat)), ` ${step.move}`)))));
  }

  function pressed(event) {
    if (!film || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const moves = { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(film.steps.length - 1), " ": play };
    if (!moves[event.key] || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    moves[event.key]();
  }

  document.addEventListener("keydown", pressed);
  draw();
  const id = new URLSearchParams(location.search).get("table");
  if (id) {
    Promise.all([api.record(id), api.table(id)]).then(([record, { table }]) => load(record, table.seats.map((seat) => seat.name)), (error) => {
      trouble = error.message;
      draw();
    });
  }
  return () => {
    clearInterval(timer);
    document.removeEventListener("keydown", pressed);
  };
}

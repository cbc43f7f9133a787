/** A finished game again: step by step, all hands open or from one seat, with a clear answer about fairness. */

import { drawn, h, patch } from "../draw/dom.js";
import { icon } from "../draw/icons.js";
import { card } from "../draw/pieces.js";
import { outcome, roundStarts, sceneAt, sentences } from "../model/replay.js";
import { nameOf, usualCards } from "../model/scene.js";
import { wholeShowing } from "../model/showing.js";
import { capital } from "../model/words.js";
import * as api from "../net/api.js";
import { middle } from "../table/middle.js";
import { aboutSeat, plate, players } from "../table/seats.js";
import { bar, tool } from "../ui/bar.js";
import { tableIsGone } from "../ui/saved_games.js";
import { times } from "../ui/settings.js";
import { say } from "../ui/speech.js";

/** @import { View } from "../model/types.js" */
/** @import { Listener, VNode } from "../draw/dom.js" */
/** @import { Film } from "../model/replay.js" */
/** @import { IconName } from "../draw/icons.js" */
/** @import { Running } from "../model/scene.js" */

/** Nothing can be done at a game that is over. */
const IDLE = { pile() {}, spread() {}, die() {} };
/** What is seen on the table need not be read below it. */
const SEEN = ["show", "deal"];
/** Hands of more cards need a line of their own in a small window. */
const LONG = 6;
const NOTHING_CHOSEN = { cards: new Set(), dice: new Set(), armed: null };

/** @param {HTMLElement} root */
export function replayPage(root) {
  document.title = "Replay · Knock & Roll";
  /** @type {Film|null} */
  let film = null;
  let at = 0;
  /** @type {number|null} */
  let from = null;
  let trouble = "";
  let timer = 0;
  let over = false;

  // --- Opening a record -------------------------------------------------------------------------------------------

  /** @param {{options?: View["options"], names?: (string|null)[]}} record */
  async function load(record) {
    trouble = "";
    film = null;
    try {
      const [replay, games] = await Promise.all([api.replay(record), api.listGames()]);
      const game = games.find(({ name }) => name === replay.game);
      if (!game) throw new Error(`This server has no game ${replay.game}.`);
      film = {
        ...replay,
        showing: wholeShowing(game.showing),
        options: record.options ?? {},
        names: record.names ?? [],
      };
      at = 0;
      from = null;
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  /** @param {File} file */
  async function readFile(file) {
    let record = null;
    try {
      record = JSON.parse(await file.text());
    } catch {
      film = null;
      trouble = `${file.name} is not a record: it is not JSON.`;
      draw();
      return;
    }
    await load(record);
  }

  /** @param {string} id @param {string|null} game which of the table's games; the last */
  async function loadTable(id, game) {
    try {
      await load(await api.record(id, game));
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
      if (api.isGone(error)) {
        trouble = "The server has this game no more.";
        tableIsGone(id);
      }
      draw();
    }
  }

  // --- Moving through it ------------------------------------------------------------------------------------------

  /** @param {number} to */
  function go(to) {
    if (!film) return;
    at = Math.max(0, Math.min(film.steps.length - 1, to));
    say(sentences(film, at, from).join(". "));
    draw();
    root.querySelector(".open-hands .active")?.scrollIntoView({ block: "nearest" }); // in a small window hands scroll
  }

  function play() {
    if (!film) return;
    if (timer) {
      stop();
      return;
    }
    const last = film.steps.length - 1;
    if (at === last) at = 0;
    const { move, pause } = times();
    timer = setInterval(() => (at < last ? go(at + 1) : stop()), Math.max(250, move + pause));
    draw();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    draw();
  }

  // --- Drawing ----------------------------------------------------------------------------------------------------

  function draw() {
    root.classList.toggle("table-page", film !== null);
    root.classList.toggle("replay", film !== null);
    if (!film) {
      patch(root, [bar(""), opening()]);
      return;
    }
    const another = tool("close", "Another record", () => {
      film = null;
      stop();
    });
    const stage = h("div.stage", { key: "stage" }, theatre(film), beside(film));
    patch(root, [bar(`${film.title}: replay`, [another], film.game), stage]);
  }

  function opening() {
    /** @param {DragEvent} event */
    const drop = (event) => {
      event.preventDefault();
      over = false;
      const file = event.dataTransfer?.files[0];
      if (file) readFile(file);
    };
    /** @param {boolean} state */
    const hover = (state) => (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      if (over !== state) {
        over = state;
        draw();
      }
    };
    /** @param {{target: HTMLInputElement}} event */
    const change = ({ target }) => target.files?.[0] && readFile(target.files[0]);
    const on = { drop, dragover: hover(true), dragleave: hover(false) };
    const input = { type: "file", accept: ".json,application/json", "aria-label": "Choose a record", on: { change } };
    return h(
      "main.sheet-page",
      h("h1", "Replay a game"),
      h(
        "p",
        "A record holds everything that happened: each deal, each throw, each move. ",
        "Drop one here to see the game again and to check that its chance was fair.",
      ),
      trouble && h("p.trouble.block", { role: "alert" }, trouble),
      h(
        "label.drop.block",
        { class: over ? "over" : "", on },
        h("b", "Drop a record here"),
        h("span", "or choose a file"),
        h("input", input),
      ),
    );
  }

  /** @param {Film} film */
  function theatre(film) {
    const now = sceneAt(film, at);
    const cards = usualCards(now) > 0;
    const position = { view: now.view, showing: film.showing, chosen: NOTHING_CHOSEN, names: [], confirms: false };
    const label = `${film.title}, step ${at} of ${film.steps.length - 1}`;
    return h(
      "main.felt",
      { class: cards ? "card-game" : "dice-game", "aria-label": label },
      cards ? openHands(now) : players(now),
      middle(now, position, IDLE),
      h(
        "div.replay-line",
        h("p.prompt.now", { "aria-live": "off" }, sentences(film, at, from, SEEN).join(". ")),
        controls(film),
      ),
    );
  }

  /** @param {Running} now */
  function openHands(now) {
    const hands = /** @type {string[][]} */ (now.view.hands ?? []);
    return h(
      "div.open-hands",
      { class: [now.view.players.length > 4 && "many", usualCards(now) > LONG && "long"].filter(Boolean).join(" ") },
      now.view.players.map(({ seat, out }) => {
        const held = hands[seat] ?? [];
        const cards = from === null || from === seat ? held : held.map(() => null);
        const props = {
          key: seat,
          "data-seat": seat,
          class: `${film?.steps[at].seat === seat ? "active" : ""} ${out ? "out" : ""}`,
          "aria-label": aboutSeat(now, seat),
        };
        const fan = cards.map((one, i) => card(one, { key: one ?? i }));
        return h(
          "section.seat",
          props,
          plate(now, seat),
          h("span.fan", { style: { "--n": Math.max(1, fan.length) } }, fan),
        );
      }),
    );
  }

  /** @param {Film} film */
  function controls(film) {
    const last = film.steps.length - 1;
    /** @param {number} to */
    const jump = (to) => () => {
      if (timer) stop();
      go(to);
    };
    /** @param {{target: HTMLInputElement}} event */
    const input = ({ target }) => go(Number(target.value));
    const scrubber = {
      type: "range",
      min: "0",
      max: String(last),
      value: String(at),
      "aria-label": "Step",
      "aria-valuetext": `step ${at} of ${last}`,
      on: { input },
    };
    return h(
      "div.controls",
      h("input.scrubber", scrubber),
      h(
        "div.actions",
        roundButton("first", "To the beginning", jump(0)),
        roundButton("previous", "Step back", jump(at - 1)),
        roundButton(timer ? "pause" : "play", timer ? "Pause" : "Play", play, "primary"),
        roundButton("next", "Step forward", jump(at + 1)),
        roundButton("last", "To the end", jump(last)),
      ),
    );
  }

  /** @param {Film} film */
  function beside(film) {
    const now = sceneAt(film, at);
    const starts = roundStarts(film);
    const current = starts.filter((index) => index <= at).at(-1) ?? 0;
    /** @param {{target: HTMLSelectElement}} event */
    const look = ({ target }) => {
      from = target.value === "" ? null : Number(target.value);
      draw();
    };
    /** @param {{target: HTMLSelectElement}} event */
    const jump = ({ target }) => go(Number(target.value));
    const seats = now.view.players.map(({ seat }) =>
      h("option", { key: seat, value: String(seat) }, nameOf(now, seat)),
    );
    const rounds = starts.map((index, number) =>
      h("option", { key: index, value: String(index), selected: index === current }, `${number + 1}`),
    );
    return h(
      "aside.side.open.static",
      { "aria-label": "About this game" },
      h(
        "div.verdict",
        { class: film.verified ? "good" : "bad", role: "status" },
        h("b", film.verified ? "✓ Verified" : "✗ Not proven"),
        film.lines.map((line) => h("span", `${capital(line)}.`)),
        h("span", outcome(film)),
      ),
      usualCards(now) > 0 && field("Seen from", look, [h("option", { value: "" }, "all hands open"), ...seats]),
      field(`Jump to a ${film.showing.round.one}`, jump, rounds),
      h("h2", "Moves"),
      h("ol.scroll.log.moves", { tabindex: "0", "aria-label": "Moves" }, moveList(film)),
    );
  }

  /** @param {Film} film */
  function moveList(film) {
    return film.steps.map((step, index) => {
      if (!step.move) return null;
      const button = { type: "button", tabindex: "-1", on: { click: () => go(index) } };
      const text = sentences(film, index, from)[0] ?? step.move;
      return h("li", { key: index, class: index === at ? "now" : "" }, h("button.quiet", button, text));
    });
  }

  // --- Keys -------------------------------------------------------------------------------------------------------

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: () => go(at + 1),
    ArrowLeft: () => go(at - 1),
    Home: () => go(0),
    End: () => go(film ? film.steps.length - 1 : 0),
    " ": play,
  };

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (!film || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (!keys[event.key] || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    keys[event.key]();
  }

  document.addEventListener("keydown", pressed);
  draw();
  const asked = new URLSearchParams(location.search);
  const id = asked.get("table");
  if (id) loadTable(id, asked.get("game"));
  return () => {
    clearInterval(timer);
    document.removeEventListener("keydown", pressed);
  };
}

/** @param {string} label @param {Listener} change @param {VNode[]} options */
function field(label, change, options) {
  return h("label.field", { key: label }, h("span", label), h("select", { on: { change } }, options));
}

/** @param {IconName} name @param {string} text @param {Listener} click @param {string} [kind] */
function roundButton(name, text, click, kind = "") {
  const props = { type: "button", class: kind, "aria-label": text, title: text, on: { click } };
  return h(
    "button.action.round",
    props,
    drawn(`icon-${name}`, () => icon(name)),
  );
}

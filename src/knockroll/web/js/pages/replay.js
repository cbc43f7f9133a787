/** The replay of a game: step by step, with all hands open or from one seat, and whether its shuffles were fair. */

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
/** @import { LoadedReplay } from "../model/replay.js" */
/** @import { IconName } from "../draw/icons.js" */
/** @import { Running } from "../model/scene.js" */

/** In a replay, clicks on piles, spreads and dice do nothing. */
const IDLE = { pile() {}, spread() {}, die() {} };
/** Events that the table shows, so that the line below need not say them. */
const SEEN = ["show", "deal"];
/** In a small window, hands with more cards than this need a separate line. */
const LONG = 6;
const NOTHING_CHOSEN = { cards: new Set(), dice: new Set(), armed: null };

/** @param {HTMLElement} root */
export function replayPage(root) {
  document.title = "Replay · Knock & Roll";
  /** @type {LoadedReplay|null} */
  let loaded = null;
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
    loaded = null;
    try {
      const [replay, games] = await Promise.all([api.replay(record), api.listGames()]);
      const game = games.find(({ name }) => name === replay.game);
      if (!game) throw new Error(`This server doesn't have the game ${replay.game}.`);
      loaded = {
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
      loaded = null;
      trouble = `${file.name} isn't a saved game.`;
      draw();
      return;
    }
    await load(record);
  }

  /** @param {string} id @param {string|null} game the number of the game at that table; the last one by default */
  async function loadTable(id, game) {
    try {
      await load(await api.record(id, game));
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
      if (api.isGone(error)) {
        trouble = "This game is no longer on the server.";
        tableIsGone(id);
      }
      draw();
    }
  }

  // --- Moving through it ------------------------------------------------------------------------------------------

  /** @param {number} to */
  function go(to) {
    if (!loaded) return;
    at = Math.max(0, Math.min(loaded.steps.length - 1, to));
    say(sentences(loaded, at, from).join(". "));
    draw();
    root.querySelector(".open-hands .active")?.scrollIntoView({ block: "nearest" }); // in a small window hands scroll
  }

  function play() {
    if (!loaded) return;
    if (timer) {
      stop();
      return;
    }
    const last = loaded.steps.length - 1;
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
    root.classList.toggle("table-page", loaded !== null);
    root.classList.toggle("replay", loaded !== null);
    if (!loaded) {
      patch(root, [bar(""), opening()]);
      return;
    }
    const another = tool("close", "Open another game", () => {
      loaded = null;
      stop();
    });
    const stage = h("div.stage", { key: "stage" }, theatre(loaded), beside(loaded));
    patch(root, [bar(`${loaded.title}: replay`, [another], loaded.game), stage]);
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
    const input = {
      type: "file",
      accept: ".json,application/json",
      "aria-label": "Choose a saved game",
      on: { change },
    };
    return h(
      "main.sheet-page",
      h("h1", "Replay a game"),
      h("p", "A saved game holds every deal, roll and move. Drop one here to replay it and verify the shuffle."),
      trouble && h("p.trouble.block", { role: "alert" }, trouble),
      h(
        "label.drop.block",
        { class: over ? "over" : "", on },
        h("b", "Drop a saved game here"),
        h("span", "or choose a file"),
        h("input", input),
      ),
    );
  }

  /** @param {LoadedReplay} loaded */
  function theatre(loaded) {
    const now = sceneAt(loaded, at);
    const cards = usualCards(now) > 0;
    const position = { view: now.view, showing: loaded.showing, chosen: NOTHING_CHOSEN, names: [], confirms: false };
    const label = `${loaded.title}, step ${at} of ${loaded.steps.length - 1}`;
    return h(
      "main.felt",
      { class: cards ? "card-game" : "dice-game", "aria-label": label },
      cards ? openHands(now) : players(now),
      middle(now, position, IDLE),
      h(
        "div.replay-line",
        h("p.prompt.now", { "aria-live": "off" }, sentences(loaded, at, from, SEEN).join(". ")),
        controls(loaded),
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
          class: `${loaded?.steps[at].seat === seat ? "active" : ""} ${out ? "out" : ""}`,
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

  /** @param {LoadedReplay} loaded */
  function controls(loaded) {
    const last = loaded.steps.length - 1;
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
        roundButton("first", "Go to the start", jump(0)),
        roundButton("previous", "Step back", jump(at - 1)),
        roundButton(timer ? "pause" : "play", timer ? "Pause" : "Play", play, "primary"),
        roundButton("next", "Step forward", jump(at + 1)),
        roundButton("last", "Go to the end", jump(last)),
      ),
    );
  }

  /** @param {LoadedReplay} loaded */
  function beside(loaded) {
    const now = sceneAt(loaded, at);
    const starts = roundStarts(loaded);
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
        { class: loaded.verified ? "good" : "bad", role: "status" },
        h("b", loaded.verified ? "✓ Verified" : "✗ Not verified"),
        loaded.lines.map((line) => h("span", `${capital(line)}.`)),
        h("span", outcome(loaded)),
      ),
      usualCards(now) > 0 && field("View as", look, [h("option", { value: "" }, "everyone"), ...seats]),
      field(`Jump to a ${loaded.showing.round.one}`, jump, rounds),
      h("h2", "Moves"),
      h("ol.scroll.log.moves", { tabindex: "0", "aria-label": "Moves" }, moveList(loaded)),
    );
  }

  /** @param {LoadedReplay} loaded */
  function moveList(loaded) {
    return loaded.steps.map((step, index) => {
      if (!step.move) return null;
      const button = { type: "button", tabindex: "-1", on: { click: () => go(index) } };
      const text = sentences(loaded, index, from)[0] ?? step.move;
      return h("li", { key: index, class: index === at ? "now" : "" }, h("button.quiet", button, text));
    });
  }

  // --- Keys -------------------------------------------------------------------------------------------------------

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: () => go(at + 1),
    ArrowLeft: () => go(at - 1),
    Home: () => go(0),
    End: () => go(loaded ? loaded.steps.length - 1 : 0),
    " ": play,
  };

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (!loaded || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
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

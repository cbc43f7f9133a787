/** The replay of a game: opening it, moving through it, and whether its shuffles were fair. */

import { h, patch } from "../draw/dom.js";
import { entropyLine, marksIn, outcome, roundStarts, sceneAt, sentences } from "../model/replay.js";
import { decisionAt, glyph } from "../model/review.js";
import { nameOf, namesOf, usualCards } from "../model/scene.js";
import { wholeShowing } from "../model/showing.js";
import { capital } from "../model/words.js";
import * as api from "../net/api.js";
import { bar, tool } from "../ui/bar.js";
import { isUnfinished, savedGames, tableIsGone } from "../ui/saved_games.js";
import { times } from "../ui/settings.js";
import { say } from "../ui/speech.js";
import { analyse, analysisPanel } from "./replay_analysis.js";
import { board, nextMark, previousMark } from "./replay_board.js";
import { playOn, playOnButton } from "./replay_play_on.js";
import { ask, giveUp, reviewPanel } from "./replay_review.js";
import { noReview } from "./review_state.js";
import { yourGames } from "./your_games.js";

/** @import { GameInfo, View } from "../model/types.js" */
/** @import { Listener, VNode } from "../draw/dom.js" */
/** @import { LoadedReplay } from "../model/replay.js" */

/** @param {HTMLElement} root */
export function replayPage(root) {
  document.title = "Replay · Knock & Roll";
  /** @type {LoadedReplay|null} */
  let loaded = null;
  let at = 0;
  /** @type {number|null} */
  let from = null;
  let you = 0;
  let trouble = "";
  let timer = 0;
  /** @type {import("./replay_analysis.js").Analysis|null} */
  let analysis = null;
  let over = false;
  /** @type {unknown} */
  let opened = null;
  const review = noReview();
  /** @type {GameInfo[]} */
  let games = [];
  const fold = { unfolded: false };
  const asked = new URLSearchParams(location.search);

  // --- Opening a record -------------------------------------------------------------------------------------------

  /** @param {{options?: View["options"], names?: (string|null)[]}} record */
  async function load(record) {
    trouble = "";
    loaded = null;
    opened = record;
    giveUp(review);
    Object.assign(review, noReview());
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
    you = 0;
    await load(record);
  }

  /** @param {string} id @param {string|null} game the number of the game at that table; the last one by default */
  async function loadTable(id, game) {
    you = savedGames().find((one) => one.id === id && (!game || one.number === Number(game)))?.you ?? 0;
    try {
      await load(await api.record(id, game));
      if (asked.has("review")) reviewSeat(you);
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
      if (api.isGone(error)) {
        trouble = "This game is no longer on the server.";
        tableIsGone(id);
      }
      draw();
    }
  }

  /** @param {number} seat whose decisions are judged */
  function reviewSeat(seat) {
    if (loaded?.result) ask(review, opened, seat, draw);
  }

  // --- Moving through it ------------------------------------------------------------------------------------------

  /** Go to a step by hand: what is playing stops. @param {number} to */
  function jump(to) {
    if (timer) stop();
    go(to);
  }

  /** Go to a step to read what the review says of it: on a phone the felt would hide that. @param {number} to */
  function jumpToRead(to) {
    jump(to);
    root.querySelector(".judgement")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} to */
  function go(to) {
    if (!loaded) return;
    at = Math.max(0, Math.min(loaded.steps.length - 1, to));
    say(sentences(loaded, at, from).join(". "));
    draw();
    root.querySelector(".open-hands .active")?.scrollIntoView({ block: "nearest" }); // in a small window hands scroll
    const list = root.querySelector(".moves");
    const now = list?.querySelector(".now");
    if (list && now) scrollInside(list, now);
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
    const shown = { loaded, at, from, bottom: from ?? you, playing: timer > 0, go: jump, play };
    const stage = h("div.stage", { key: "stage" }, board(shown), beside(loaded));
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
    const finished = savedGames().filter((game) => !isUnfinished(game) && !game.gone);
    return h(
      "main.sheet-page",
      h("h1", "Replay a game"),
      h("p", "A saved game holds every deal, roll and move. Drop one here to replay it and verify the shuffle."),
      trouble && h("p.trouble.block", { role: "alert" }, trouble),
      h(
        "label.drop.block",
        { class: over ? "over" : "", on },
        h("b", "Drop a saved game here"),
        h("span", "or"),
        h("input", input),
      ),
      finished.length > 0 && h("section.tables.block", yourGames(finished, games, fold, draw)),
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
    const toRound = ({ target }) => jump(Number(target.value));
    const seats = now.view.players.map(({ seat }) =>
      h("option", { key: seat, value: String(seat), selected: seat === from }, nameOf(now, seat)),
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
        entropyLine(loaded) && h("span", entropyLine(loaded)),
        h("span", outcome(loaded)),
      ),
      loaded.result &&
        reviewPanel({
          state: review,
          at,
          last: loaded.steps.length - 1,
          go: jumpToRead,
          from,
          look: (seat) => (from = usualCards(now) > 0 ? seat : from),
          toHand: (hand) => jump(starts[hand] ?? 0),
          round: loaded.showing.round,
          names: namesOf(now),
          hasHands: usualCards(now) > 0,
          begin: (seat = from ?? you) => reviewSeat(seat),
          stop: () => {
            giveUp(review);
            draw();
          },
        }),
      analysisPanel(loaded, at, analysis, () =>
        analyse(opened, at, (found) => {
          analysis = found;
          draw();
        }),
      ),
      playOnButton(loaded, at, nameOf(now, from ?? you), () => playOn(root, opened, loaded, at, from ?? you)),
      usualCards(now) > 0 &&
        field("View as", look, [h("option", { value: "", selected: from === null }, "everyone"), ...seats]),
      field(`Jump to a ${loaded.showing.round.one}`, toRound, rounds),
      h("h2", "Moves"),
      h("ol.scroll.log.moves", { tabindex: "0", "aria-label": "Moves" }, moveList(loaded)),
    );
  }

  /** @param {LoadedReplay} loaded */
  function moveList(loaded) {
    return loaded.steps.map((step, index) => {
      if (!step.move) return null;
      const button = { type: "button", tabindex: "-1", on: { click: () => jump(index) } };
      const text = sentences(loaded, index, from)[0] ?? step.move;
      const decision = review.review && decisionAt(review.review, index);
      const mark = decision && glyph(decision) && h("b.glyph", glyph(decision));
      return h("li", { key: index, class: index === at ? "now" : "" }, h("button.quiet", button, text, mark));
    });
  }

  // --- Keys -------------------------------------------------------------------------------------------------------

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: () => jump(at + 1),
    ArrowLeft: () => jump(at - 1),
    PageUp: () => loaded && jump(previousMark(marksIn(loaded), at)),
    PageDown: () => loaded && jump(nextMark(marksIn(loaded), at, loaded.steps.length - 1)),
    Home: () => jump(0),
    End: () => jump(loaded ? loaded.steps.length - 1 : 0),
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
  api.listGames().then(
    (list) => {
      games = list;
      if (!loaded) draw();
    },
    () => {}, // opening a game says why
  );
  const id = asked.get("table");
  if (id) loadTable(id, asked.get("game"));
  return () => {
    clearInterval(timer);
    giveUp(review);
    document.removeEventListener("keydown", pressed);
  };
}

/** @param {string} label @param {Listener} change @param {VNode[]} options */
function field(label, change, options) {
  return h("label.field", { key: label }, h("span", label), h("select", { on: { change } }, options));
}

/**
 * Bring a line into sight by scrolling only its list, never the page around it.
 * @param {Element} list @param {Element} line
 */
function scrollInside(list, line) {
  const box = list.getBoundingClientRect();
  const { top, bottom } = line.getBoundingClientRect();
  if (top < box.top) list.scrollTop -= box.top - top;
  else if (bottom > box.bottom) list.scrollTop += bottom - box.bottom;
}

/** What a seat knew at a position of a replay: what each move is worth, and where the unseen cards probably were. */

import { h } from "../draw/dom.js";
import { beliefsOf } from "../model/beliefs.js";
import { percent } from "../model/review.js";
import { cardName, listed, sign } from "../model/words.js";
import * as api from "../net/api.js";

/** @import { AnalysisAnswer } from "../model/types.js" */
/** @import { LoadedReplay } from "../model/replay.js" */

/**
 * @typedef {object} Analysis
 * @property {number} at the step it is about
 * @property {AnalysisAnswer|null} found null until it comes
 * @property {string} trouble
 */

/**
 * Ask what was known at a step. @param {unknown} record @param {number} at
 * @param {(analysis: Analysis) => void} show called now, and when the answer has come
 */
export async function analyse(record, at, show) {
  show({ at, found: null, trouble: "" });
  try {
    show({ at, found: await api.analysis(record, at), trouble: "" });
  } catch (error) {
    show({ at, found: null, trouble: error instanceof Error ? error.message : String(error) });
  }
}

const SUITS = ["s", "h", "d", "c"];
const RANKS = [..."A23456789TJQK"];

/** @param {LoadedReplay} loaded @param {number} at @param {Analysis|null} analysis @param {() => void} begin */
export function analysisPanel(loaded, at, analysis, begin) {
  if (loaded.steps[at].view.turn === null || at === loaded.steps.length - 1) return null;
  const current = analysis?.at === at ? analysis : null;
  const words = loaded.showing.hand.size ? "What was known here?" : "What is each move worth?";
  const button = {
    type: "button",
    "aria-disabled": String(Boolean(current && !current.trouble)),
    on: { click: begin },
  };
  return h(
    "section.review.analysis",
    { key: "analysis", "aria-label": words.slice(0, -1) },
    !current?.found && h("button.quiet.learn", button, current && !current.trouble ? "One moment…" : words),
    current?.trouble && h("p.trouble", { role: "alert" }, current.trouble),
    current?.found && [heatMap(loaded, at, current.found), moves(current.found)],
  );
}

/** @param {AnalysisAnswer} found */
function moves({ hint }) {
  const best = hint.candidates[0]?.chance ?? 0;
  const rows = hint.candidates.map(({ move, words, chance }) =>
    h(
      "tr",
      { key: move },
      h("th", { scope: "row" }, words),
      h("td", h("i", { style: { "--share": best ? chance / best : 0 } }), percent(chance)),
    ),
  );
  return h(
    "table.candidates",
    { key: "moves" },
    h("caption", "What if? Chance to win after each move"),
    h("tbody", rows),
  );
}

/** @param {LoadedReplay} loaded @param {number} at @param {AnalysisAnswer} found */
function heatMap(loaded, at, { beliefs }) {
  if (!beliefs) return null;
  const names = loaded.steps[at].view.players.map(({ seat }) => loaded.names[seat] ?? `Seat ${seat + 1}`);
  const known = beliefsOf(beliefs, /** @type {string[][]} */ (loaded.steps[at].view.hands ?? []));
  /** @param {string} card */
  const cell = (card) => {
    const { state, held, shares, really } = known[card];
    const places = shares.flatMap((share, seat) => (share >= 0.005 ? [`${names[seat]} ${percent(share)}`] : []));
    const truth = really === null ? "" : ` Really: ${names[really]}.`;
    const words = state ? `${cardName(card)}: ${state}` : `${cardName(card)}: ${listed(places) || "stock"}.${truth}`;
    return h(
      "td",
      {
        key: card,
        class: `${state ? "known" : ""}${really === null ? "" : " really"}`,
        title: words,
        style: { "--share": held },
      },
      h("span.unseen", words),
      h("span", { "aria-hidden": "true" }, state ? "·" : Math.round(100 * held)),
    );
  };
  const rows = SUITS.map((suit) =>
    h(
      "tr",
      { key: suit },
      h("th", { scope: "row" }, sign(`A${suit}`).slice(1)),
      RANKS.map((rank) => cell(rank + suit)),
    ),
  );
  const heads = RANKS.map((rank) => h("th", { key: rank, scope: "col" }, rank === "T" ? "10" : rank));
  return h(
    "table.beliefs",
    { key: "beliefs" },
    h(
      "caption",
      `How likely another player held each card, in percent, as ${names[beliefs.seat]} knew it. A frame: someone did.`,
    ),
    h("thead", h("tr", h("td"), heads)),
    h("tbody", rows),
  );
}

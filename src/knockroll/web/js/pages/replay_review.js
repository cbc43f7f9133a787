/** The review beside a replay: asking for it, the chance to win as a curve, and what each move gave away. */

import { h } from "../draw/dom.js";
import * as model from "../model/review.js";
import { capital } from "../model/words.js";
import * as api from "../net/api.js";
import { lessonPanel, startLearning } from "./replay_learn.js";
import { biggestErrors, biggestSwings, handScores, kindsOfError } from "./replay_scores.js";
import { noReview } from "./review_state.js";

/** @import { VNode } from "../draw/dom.js" */
/** @import { Marked } from "../model/review.js" */
/** @import { ChanceReview, DecisionReview, Review, SeatReview } from "../model/types.js" */
/** @import { ReviewShown, ReviewState } from "./review_state.js" */

/** @typedef {{at: number, event: ChanceReview}} Swing */

/**
 * Ask for a review, and redraw as it comes.
 * @param {ReviewState} state @param {unknown} record @param {number} seat @param {() => void} draw
 */
export async function ask(state, record, seat, draw) {
  giveUp(state);
  const asking = new AbortController();
  Object.assign(state, { ...noReview(), share: 0, seat, asking });
  draw();
  try {
    await api.review(record, seat, asking.signal, (line) => {
      if (line.type === "progress") {
        state.share = line.share;
        state.waits = line.waiting ?? false;
      } else {
        state.review = line.review;
        state.isFinal = line.final;
      }
      draw();
    });
  } catch (error) {
    if (asking.signal.aborted) return;
    state.trouble = error instanceof Error ? error.message : String(error);
  }
  state.share = null;
  state.asking = null;
  draw();
}

/** Stop asking; what has come stays. @param {ReviewState} state */
export function giveUp(state) {
  state.asking?.abort();
  state.asking = null;
  state.share = null;
}

/** @param {ReviewShown} shown @returns {VNode} */
export function reviewPanel(shown) {
  const { state, begin } = shown;
  return h(
    "section.review",
    { key: "review", "aria-label": "Review" },
    state.trouble && h("p.trouble", { role: "alert" }, state.trouble),
    state.share !== null && progress(shown),
    state.review
      ? found(shown, state.review)
      : state.share === null &&
          h("button.action.primary", { type: "button", on: { click: () => begin() } }, "Review this game"),
  );
}

/** @param {ReviewShown} shown */
function progress({ state, stop }) {
  const share = state.share ?? 0;
  const begun = share > 0 ? `Reviewing… ${Math.round(100 * share)}%` : "Getting ready…";
  const words = state.waits ? "Waiting for another review…" : begun;
  return h(
    "div.review-progress",
    { key: "progress" },
    h("progress", { value: String(share), max: "1", "aria-label": "Review" }),
    h("span", words),
    h("button.quiet", { type: "button", on: { click: stop } }, "Stop"),
  );
}

/** @param {ReviewShown} shown @param {Review} review */
function found(shown, review) {
  const { state, at, go } = shown;
  if (state.lesson) return lessonPanel(shown, review, state.lesson);
  const { seat, least } = state;
  const errors = model.errorsOf(review, seat, least === "luck" ? "inaccurate" : least);
  const swings = model.swingsOf(review, seat);
  const marks = least === "luck" ? swings : errors;
  const headline = review.headlines.find((one) => one.seat === seat);
  const decision = model.decisionAt(review, at);
  const luck = model.luckAt(review, seat, at, shown.names);
  const [previous, next] = [model.neighbour(marks, at, -1), model.neighbour(marks, at, 1)];
  const what = least === "luck" ? "swing of luck" : "error";
  const count = least === "luck" ? model.countOfSwings(swings, at) : model.countOfErrors(errors, at, least);
  /** @param {string} text @param {string} label @param {number|undefined} to */
  const step = (text, label, to) => {
    const off = { disabled: to === undefined, "aria-label": label };
    return h("button.quiet", { key: label, type: "button", ...off, on: { click: () => go(to ?? 0) } }, text);
  };
  const hasErrors = model.errorsOf(review, seat).length > 0;
  const hasMarks = hasErrors || swings.length > 0;
  return [
    h(
      "div.review-summary",
      { key: "summary" },
      headline?.sentences.map((text, i) => h(i ? "p" : "b", { key: i }, text)),
    ),
    state.learned && h("p", { key: "learned", role: "status" }, h("b", state.learned)),
    hasErrors && learnButton(shown, review, errors.length),
    review.curve.length > 1 && curve(shown, review, marks),
    hasMarks &&
      h(
        "div.review-steps",
        { key: "steps" },
        step("◀ Previous", `Previous ${what}`, previous),
        h("span", capital(count)),
        step("Next ▶", `Next ${what}`, next),
      ),
    decision
      ? judgement(decision, luck, shown.names)
      : h(
          "div.biggest",
          { key: "biggest" },
          luck.length > 0 && h("div.judgement", { role: "status" }, luckLines(luck)),
          headline && biggest(shown, review, headline, swings),
          headline && least !== "luck" && kindsOfError(review, headline),
        ),
    hasMarks && sizes(shown, swings.length > 0),
    whose(shown),
    headline && handScores(headline, shown.round, shown.toHand),
    h(
      "p.muted.evaluator",
      { key: "evaluator" },
      `${state.isFinal ? "" : "First look. "}Judged by ${review.evaluator}.`,
    ),
  ];
}

/**
 * The biggest of what is shown.
 * @param {ReviewShown} shown @param {Review} review @param {SeatReview} headline @param {Swing[]} swings
 */
const biggest = ({ state, round, names, go }, review, headline, swings) =>
  state.least === "luck"
    ? biggestSwings(swings, state.seat, names, round.one, go)
    : biggestErrors(review, headline, round.one, go);

/** Learning from the errors that are shown. @param {ReviewShown} shown @param {Review} review @param {number} count */
function learnButton(shown, review, count) {
  const button = {
    type: "button",
    disabled: count === 0,
    on: { click: () => startLearning(shown, review) },
  };
  return h("button.action.primary", { key: "learn", ...button }, "Learn from your mistakes");
}

/** @type {[Marked, string][]} */
const SIZES = [
  ["inaccurate", "all errors"],
  ["mistake", "mistakes and blunders"],
  ["blunder", "blunders"],
];

/** @type {[Marked, string]} */
const LUCK = ["luck", "swings of luck"];

/** What to show. @param {ReviewShown} shown @param {boolean} withLuck */
function sizes({ state, go, at }, withLuck) {
  /** @param {{target: HTMLSelectElement}} event */
  const change = ({ target }) => {
    state.least = /** @type {Marked} */ (target.value);
    go(at);
  };
  const known = withLuck ? [...SIZES, LUCK] : SIZES;
  const options = known.map(([value, text]) =>
    h("option", { key: value, value, selected: value === state.least }, text),
  );
  return h("label.field", { key: "sizes" }, h("span", "Show"), h("select", { on: { change } }, options));
}

/** Whose decisions to judge. @param {ReviewShown} shown */
function whose({ state, names, begin }) {
  const on = { change: (/** @type {{target: HTMLSelectElement}} */ { target }) => begin(Number(target.value)) };
  const options = names.map((name, seat) =>
    h("option", { key: seat, value: String(seat), selected: seat === state.seat }, name),
  );
  return h("label.field", { key: "whose" }, h("span", "Player"), h("select", { on }, options));
}

const WIDTH = 300;
const HEIGHT = 112;
/** Room for marks at the edges. */
const EDGE = 6;
/** Room for the scale, left of the curve. */
const SCALE = 44;

/** @param {ReviewShown} shown @param {Review} review @param {{at: number, decision?: DecisionReview}[]} marks */
function curve({ state, at, last, go, names, hasHands }, review, marks) {
  const points = model.curveOf(review, state.seat, last);
  const place = (/** @type {{x: number, y: number}} */ { x, y }) =>
    `${(x * WIDTH).toFixed(1)},${((1 - y) * HEIGHT).toFixed(1)}`;
  const line = points.map(place).join(" ");
  const now = at / Math.max(last, 1);
  /** @param {MouseEvent} event */
  const click = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * (SCALE + WIDTH + EDGE) - SCALE;
    go(Math.round((x / WIDTH) * last));
  };
  const svg = h(
    "svg.review-curve",
    {
      viewBox: `${-SCALE} ${-EDGE} ${SCALE + WIDTH + EDGE} ${HEIGHT + 2 * EDGE}`,
      role: "img",
      "aria-label": model.curveWords(points, now),
      on: { click },
    },
    [0, 0.5, 1].flatMap((chance) => scale(chance)),
    h("polygon", { points: `0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}` }),
    h("polyline", { points: line }),
    marks.map(({ at: step, decision }) => {
      const x = step / Math.max(last, 1);
      const y = 1 - model.chanceAt(points, x);
      return h("circle", {
        key: step,
        class: decision?.verdict ?? "luck",
        cx: String(x * WIDTH),
        cy: String(y * HEIGHT),
        r: "3.5",
      });
    }),
    h("line.now", { x1: String(now * WIDTH), x2: String(now * WIDTH), y1: String(-EDGE), y2: String(HEIGHT + EDGE) }),
  );
  const caption = `${names[state.seat]}'s chance to win${hasHands ? ", with all hands open" : ""}`;
  return h(
    "figure",
    { key: "curve" },
    h("figcaption.muted", caption),
    svg,
    state.least !== "luck" && marks.length > 0 && legend(),
  );
}

/** What the dots on the curve mean. */
const legend = () =>
  h(
    "ul.review-legend",
    Object.entries(model.WORDS).map(([verdict, word]) => h("li", { key: verdict, class: verdict }, word)),
  );

/** A line of the scale, and its label. @param {number} chance */
function scale(chance) {
  const y = String((1 - chance) * HEIGHT);
  return [
    h("line.scale", { key: `line ${chance}`, x1: "0", x2: String(WIDTH), y1: y, y2: y }),
    h("text", { key: `label ${chance}`, x: String(-EDGE), y, dy: "0.35em" }, model.percent(chance)),
  ];
}

const MOST_CANDIDATES = 4;

/** @param {string[]} luck */
const luckLines = (luck) => luck.map((text) => h("p", { key: text }, text));

/**
 * What a decision was worth, and what chance gave with it.
 * @param {DecisionReview} decision @param {string[]} luck @param {string[]} names
 */
function judgement(decision, luck, names) {
  const best = decision.candidates[0]?.chance ?? 0;
  const top = decision.candidates.slice(0, MOST_CANDIDATES);
  const played = decision.candidates.find(({ move }) => move === decision.move);
  const shown = played && !top.includes(played) ? [...top.slice(0, -1), played] : top;
  return h(
    "div.judgement",
    { key: "judgement", class: decision.verdict, role: "status" },
    model.verdictWord(decision) && h("b.verdict-word", `${model.verdictWord(decision)} ${model.glyph(decision)}`),
    h("p", decision.sentence),
    model.reasonsOf(decision, names).map((text) => h("p", { key: text }, text)),
    model.intervalWords(decision) && h("p.muted", model.intervalWords(decision)),
    luckLines(luck),
    shown.length > 1 &&
      h(
        "table.candidates",
        h("caption", "Chance to win after each move"),
        h(
          "tbody",
          shown.map(({ move, words, chance }) =>
            h(
              "tr",
              { key: move, class: move === decision.move ? "played" : "" },
              h("th", { scope: "row" }, words, move === decision.move && [" ", h("small.tag", "played")]),
              h("td", h("i", { style: { "--share": best ? chance / best : 0 } }), model.percent(chance)),
            ),
          ),
        ),
      ),
  );
}

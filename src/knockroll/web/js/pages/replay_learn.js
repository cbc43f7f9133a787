/** Learning from mistakes: the position before each one, a move to choose, and what it would have been worth. */

import { h } from "../draw/dom.js";
import { accepts, inReading, lessonsOf, percent, reasonsOf } from "../model/review.js";
import { counted } from "../model/words.js";

/** @import { DecisionReview, Review } from "../model/types.js" */
/** @import { Marked } from "../model/review.js" */
/** @import { Lesson, ReviewShown } from "./review_state.js" */

/** The errors to learn from: those that are shown. @param {Marked} least */
const sizeOf = (least) => (least === "luck" ? "inaccurate" : least);

/** Begin with the biggest mistake. @param {ReviewShown} shown @param {Review} review */
export function startLearning(shown, review) {
  shown.state.learned = "";
  turnTo(shown, lessonsOf(review, shown.state.seat, sizeOf(shown.state.least)), 0);
}

/** @param {ReviewShown} shown @param {DecisionReview[]} lessons @param {number} place */
function turnTo({ state, from, look, go }, lessons, place) {
  const { lesson } = state;
  const [before, right] = lesson ? [lesson.before, lesson.right + Number(lesson.solved && !lesson.shown)] : [from, 0];
  if (place >= lessons.length) {
    state.lesson = null;
    look(before);
    state.learned = `You found a better move in ${right} of ${counted(lessons.length, "position", "positions")}.`;
  } else {
    state.lesson = { place, tried: "", solved: false, shown: false, before, right };
    look(state.seat); // what the others held was not known
  }
  go(lessons[Math.min(place, lessons.length - 1)].index);
}

/** @param {ReviewShown} shown @param {Review} review @param {Lesson} lesson */
export function lessonPanel(shown, review, lesson) {
  const { state, look, go, at } = shown;
  const lessons = lessonsOf(review, state.seat, sizeOf(state.least));
  const decision = lessons[lesson.place];
  const isLast = lesson.place === lessons.length - 1;
  /** @param {Partial<Lesson>} change */
  const change = (change) => {
    state.lesson = { ...lesson, ...change };
    go(decision.index);
    document.querySelector(".exercise-said")?.scrollIntoView({ block: "nearest" }); // else the felt of a phone hides it
    const next = /** @type {HTMLElement|null} */ (document.querySelector(".exercise .primary"));
    if (change.solved) next?.focus({ preventScroll: true });
  };
  const stop = () => {
    state.lesson = null;
    look(lesson.before);
    go(at);
  };
  return h(
    "div.exercise",
    { key: "lesson", role: "group", "aria-label": "Learn from your mistakes" },
    h("b", `${lesson.place + 1} of ${lessons.length}: find a better move`),
    h("p", `Played here: ${decision.words}. What would you do?`),
    h("div.exercise-said", { key: "said", role: "status" }, said(decision, lesson, shown.names)),
    !lesson.solved && choices(decision, lesson, change),
    h(
      "div.review-steps",
      { key: "steps" },
      !lesson.solved && step("Show answer", () => change({ tried: decision.best, solved: true, shown: true })),
      step(
        isLast ? "Done" : lesson.solved ? "Next" : "Skip",
        () => turnTo(shown, lessons, lesson.place + 1),
        lesson.solved,
      ),
      !isLast && step("Stop", stop),
    ),
  );
}

/**
 * All legal moves, as buttons.
 * @param {DecisionReview} decision @param {Lesson} lesson @param {(change: Partial<Lesson>) => void} change
 */
function choices(decision, lesson, change) {
  return h(
    "div.exercise-moves",
    { key: "moves" },
    inReading(decision.candidates).map(({ move, words }) => {
      const isPlayed = move === decision.move;
      const state = { disabled: isPlayed, "aria-pressed": String(move === lesson.tried) };
      const on = { click: () => change({ tried: move, solved: accepts(decision, move) }) };
      return h(
        "button.action",
        { key: move, type: "button", ...state, on },
        h("span", words),
        isPlayed && h("small", "played"),
      );
    }),
  );
}

/** @param {string} label @param {() => void} click @param {boolean} [usual] whether it is what one does next */
const step = (label, click, usual = false) =>
  h(usual ? "button.action.primary" : "button.quiet", { key: label, type: "button", on: { click } }, label);

/** @param {DecisionReview} decision @param {Lesson} lesson @param {string[]} names */
function said(decision, { tried, solved, shown }, names) {
  const found = decision.candidates.find(({ move }) => move === tried);
  if (!found) return null;
  const chance = `${found.words}: ${percent(found.chance)} to win the game`;
  if (!solved) return h("p", `${chance}. There is something better: try again.`);
  const played = decision.candidates.find(({ move }) => move === decision.move);
  const instead = played ? `, and ${percent(played.chance)} after ${played.words}` : "";
  return [
    h("p", { key: "right" }, !shown && h("b", "Good. "), `${chance}${instead}.`),
    h("p", { key: "sentence" }, decision.sentence),
    ...reasonsOf(decision, names).map((text) => h("p", { key: text }, text)),
  ];
}

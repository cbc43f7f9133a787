/** Learning from mistakes: the position before each one, a move to choose, and what it would have been worth. */

import { h } from "../draw/dom.js";
import { accepts, lessonsOf, percent, reasonsOf } from "../model/review.js";

/** @import { DecisionReview, Review } from "../model/types.js" */
/** @import { ErrorSize } from "../model/review.js" */
/** @import { Lesson, ReviewShown } from "./review_state.js" */

/** Begin with the biggest mistake. @param {ReviewShown} shown @param {Review} review @param {ErrorSize} least */
export function startLearning(shown, review, least) {
  turnTo(shown, lessonsOf(review, shown.state.seat, least), 0);
}

/** @param {ReviewShown} shown @param {DecisionReview[]} lessons @param {number} place */
function turnTo({ state, look, go }, lessons, place) {
  if (place >= lessons.length) state.lesson = null;
  else {
    state.lesson = { place, tried: "", solved: false, shown: false };
    look(state.seat); // what the others held was not known
  }
  go(lessons[Math.min(place, lessons.length - 1)].index);
}

/** @param {ReviewShown} shown @param {Review} review @param {Lesson} lesson */
export function lessonPanel(shown, review, lesson) {
  const { state, go, at } = shown;
  const lessons = lessonsOf(review, state.seat, state.least);
  const decision = lessons[lesson.place];
  const isLast = lesson.place === lessons.length - 1;
  /** @param {Partial<Lesson>} change */
  const change = (change) => {
    state.lesson = { ...lesson, ...change };
    go(decision.index);
  };
  const stop = () => {
    state.lesson = null;
    go(at);
  };
  const choices = [...decision.candidates].sort((a, b) => a.words.localeCompare(b.words, "en", { numeric: true }));
  return h(
    "div.exercise",
    { key: "lesson", role: "group", "aria-label": "Learn from your mistakes" },
    h("b", `${lesson.place + 1} of ${lessons.length}: find a better move`),
    h("p", `${decision.words} was played here. What would you do?`),
    h(
      "div.exercise-moves",
      choices.map(({ move, words }) => {
        const chosen = move === lesson.tried;
        const off = { disabled: lesson.solved || move === decision.move, "aria-pressed": String(chosen) };
        const on = { click: () => change({ tried: move, solved: accepts(decision, move) }) };
        return h("button.action", { key: move, type: "button", ...off, on }, words);
      }),
    ),
    h("div.exercise-said", { role: "status" }, said(decision, lesson, shown.names)),
    h(
      "div.review-steps",
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

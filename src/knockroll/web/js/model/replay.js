/** A finished game as the replay shows it: step by step, with the names of those who played. No document in here. */

import { emptyScene, nameOf, namesOf } from "./scene.js";
import { pileAt, wholeEvent } from "./showing.js";
import { capital, figure, fill, listed, signed, tell } from "./words.js";

/** @import { Replay, TableInfo, View } from "./types.js" */
/** @import { Running } from "./scene.js" */
/** @import { WholeShowing } from "./showing.js" */

/** @typedef {Replay & {showing: WholeShowing, options: View["options"], names: (string|null)[]}} Film */

/** The steps with which a hand or turn begins. @param {Film} film */
export function roundStarts(film) {
  const ends = film.steps.flatMap(({ events }, index) =>
    events.some(({ kind }) => kind === "hand over") ? [index] : [],
  );
  return [0, ...ends.slice(0, -1)];
}

/** A step as a table would show it. @param {Film} film @param {number} at @returns {Running} */
export function sceneAt(film, at) {
  const step = film.steps[at];
  const view = { ...step.view, options: film.options, legal: [], reading: null, last_hand: null };
  const seats = view.players.map((_, seat) => ({ seat, name: film.names[seat] ?? `Seat ${seat + 1}` }));
  const table = /** @type {TableInfo} */ (/** @type {unknown} */ ({ seats, game: film.game, title: film.title }));
  return { ...emptyScene(film.showing), view, table };
}

/**
 * What happened in a step, as far as it is seen from a seat.
 * @param {Film} film @param {number} at @param {number|null} from
 * @param {readonly string[]} [without] the kinds of events that are left out
 */
export function sentences(film, at, from, without = []) {
  const { showing, steps } = film;
  const scene = sceneAt(film, at);
  const names = namesOf(scene);
  const events = steps[at].events.filter(({ kind }) => !without.includes(kind));
  const told = events.map(wholeEvent).map((event) => {
    if (event.account && showing.round.pauses) return fill(event.account.title, names);
    const pile = pileAt(showing, event.source);
    const covered = pile !== undefined && typeof scene.view[pile.field] === "number";
    const hidden = covered && event.target === "hand" && from !== null && from !== event.seat;
    return tell(showing.events, hidden ? { ...event, cards: [] } : event, names);
  });
  return told.filter(Boolean).map(capital);
}

/** How it ended, and for whom. @param {Film} film */
export function outcome(film) {
  const { result, showing } = film;
  const scene = sceneAt(film, film.steps.length - 1);
  if (!result) {
    const { turn } = scene.view;
    return `The game is not over${turn === null ? "" : `: ${nameOf(scene, turn)} is to move`}.`;
  }
  const score = showing.score.style === "signed" ? signed : figure;
  const scores = result.scores.map((points, seat) => `${nameOf(scene, seat)} ${score(points)}`);
  return `${listed(result.winners.map((seat) => nameOf(scene, seat)))} won: ${listed(scores)}.`;
}

/** A game as the replay shows it: step by step, with the names of the players. */

import { inSorting } from "./arrangement.js";
import { emptyScene, nameOf, namesOf } from "./scene.js";
import { pileAt, wholeEvent } from "./showing.js";
import { capital, figure, fill, listed, signed, tell, turnText } from "./words.js";

/** @import { Replay, TableInfo, View } from "./types.js" */
/** @import { Running } from "./scene.js" */
/** @import { WholeShowing } from "./showing.js" */

/** @typedef {Replay & {showing: WholeShowing, options: View["options"], names: (string|null)[]}} LoadedReplay */

/** The steps with which a hand or turn begins. @param {LoadedReplay} loaded */
export function roundStarts(loaded) {
  const ends = loaded.steps.flatMap(({ events }, index) =>
    events.some(({ kind }) => kind === "hand over") ? [index] : [],
  );
  return [0, ...ends.slice(0, -1)];
}

/**
 * The seats as they sit around the table: the others clockwise, then the one at the bottom.
 * @param {LoadedReplay} loaded @param {number} at @param {number} bottom
 */
export function seatOrder(loaded, at, bottom) {
  const { players, order } = loaded.steps[at].view;
  const seats = players.map(({ seat }) => seat);
  const seated = /** @type {number[]} */ (order ?? []);
  const all = [...seated, ...seats.filter((seat) => !seated.includes(seat))];
  const place = Math.max(0, all.indexOf(bottom));
  return [...all.slice(place + 1), ...all.slice(0, place + 1)];
}

/**
 * A hand as it is laid out: its melds, then the rest; and what it counts.
 * @param {LoadedReplay} loaded @param {number} at @param {number} seat
 */
export function handAt(loaded, at, seat) {
  const { view, readings } = loaded.steps[at];
  const cards = /** @type {string[][]} */ (view.hands ?? [])[seat] ?? [];
  const reading = readings[seat];
  const { count } = loaded.showing.hand;
  const value = reading?.count ?? null;
  return {
    groups: inSorting(cards, reading && { melds: reading.melds }, "melds"),
    value: value === null || !count ? "" : `${count} ${figure(value)}`,
  };
}

/** @typedef {{at: number, kind: "end"|"moment", text: string}} Mark a step worth finding again */

/**
 * The steps worth finding again: ends of hands, and what stood out in them. Where rounds follow without a pause, there
 * are too many ends, and only what stood out is marked.
 * @param {LoadedReplay} loaded @returns {Mark[]}
 */
export function marksIn(loaded) {
  const { events: words, round } = loaded.showing;
  return loaded.steps.flatMap(({ events }, at) => {
    const isEnd = round.pauses && events.some(({ kind }) => kind === "hand over");
    const stands = events.some(({ kind, source }) => {
      const happening = words[`${kind} ${source ?? ""}`.trim()] ?? words[kind];
      return Boolean(happening?.stands_out || (!round.pauses && happening?.banner));
    });
    if (!isEnd && !stands) return [];
    return [{ at, kind: isEnd ? "end" : "moment", text: sentences(loaded, at, null, ["show", "deal"])[0] ?? "" }];
  });
}

/** A step as a table would show it. @param {LoadedReplay} loaded @param {number} at @returns {Running} */
export function sceneAt(loaded, at) {
  const step = loaded.steps[at];
  const view = { ...step.view, options: loaded.options, legal: [], reading: null, last_hand: null };
  const seats = view.players.map((_, seat) => ({ seat, name: loaded.names[seat] ?? `Seat ${seat + 1}` }));
  const table = /** @type {TableInfo} */ (/** @type {unknown} */ ({ seats, game: loaded.game, title: loaded.title }));
  return { ...emptyScene(loaded.showing), view, table };
}

/**
 * What happened in a step, as far as it is seen from a seat.
 * @param {LoadedReplay} loaded @param {number} at @param {number|null} from
 * @param {readonly string[]} [without] the kinds of events that are left out
 */
export function sentences(loaded, at, from, without = []) {
  const { showing, steps } = loaded;
  const scene = sceneAt(loaded, at);
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

/** Whose entropy is in the shuffles of a fair game; of another game, nothing. @param {LoadedReplay} loaded */
export function entropyLine({ entropy, names }) {
  if (!entropy) return "";
  const added = entropy.map((seat) => names[seat] ?? `Seat ${seat + 1}`);
  return added.length
    ? `${listed(added)} added entropy.`
    : "No player added entropy: the shuffles follow from the secret alone.";
}

/** How it ended, and for whom. @param {LoadedReplay} loaded */
export function outcome(loaded) {
  const { result, showing } = loaded;
  const scene = sceneAt(loaded, loaded.steps.length - 1);
  if (!result) {
    const { turn } = scene.view;
    const whose = turn === null ? "" : ` It's ${turnText(nameOf(scene, turn)).replace(/^Your/, "your")}.`;
    return `The game isn't over.${whose}`;
  }
  const score = showing.score.style === "signed" ? signed : figure;
  const scores = result.scores.map((points, seat) => `${nameOf(scene, seat)} ${score(points)}`);
  return `${listed(result.winners.map((seat) => nameOf(scene, seat)))} won. Final scores: ${listed(scores)}.`;
}

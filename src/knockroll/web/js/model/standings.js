/** What a whole game comes to: the scoreboard, the ranking, the curve of the scores, the best hand. */

/** @import { SeatRank } from "./types.js" */
/** @import { Played, Running } from "./scene.js" */

/**
 * A cell of the scoreboard: points, a turn that brought nothing, a hand that changed nothing, or no turn yet.
 * @typedef {{kind: "points"|"nothing"|"none"|"idle", points: number, won: boolean}} Cell
 */

/** @type {Cell} */
const IDLE = { kind: "idle", points: 0, won: false };

/** The columns of the scoreboard, each with a cell for every seat: hands, or rounds of turns. @param {Running} scene */
export function columnsOf(scene) {
  const { round } = scene.showing;
  const seats = scene.view.players.length;
  if (!round.in_turn) return scene.played.map((played) => handColumn(scene, played, seats));
  /** @type {Cell[][]} */
  const columns = [];
  const turns = Array(seats).fill(0);
  for (const { points, turn } of scene.played) {
    if (turn === null) continue;
    const column = turns[turn]++;
    columns[column] ??= Array(seats).fill(IDLE);
    columns[column][turn] = { kind: points[turn] ? "points" : "nothing", points: points[turn] ?? 0, won: false };
  }
  return columns;
}

/** @param {Running} scene @param {Played} played @param {number} seats @returns {Cell[]} */
function handColumn({ showing }, { points, winners }, seats) {
  return Array.from({ length: seats }, (_, seat) => {
    const won = showing.round.has_winner && winners.includes(seat);
    return { kind: points[seat] ? "points" : "none", points: points[seat] ?? 0, won };
  });
}

/**
 * All seats, the best first: as the game ranks them, and otherwise by score.
 * @param {Running} scene @param {readonly number[]} scores @param {readonly number[]} winners
 * @returns {SeatRank[]}
 */
export function rankingOf({ view, showing }, scores, winners) {
  const told = view.last_hand?.ranking ?? [];
  if (told.length === scores.length && winners.length) return told;
  const better = showing.score.best === "low" ? 1 : -1;
  /** @param {number} seat */
  const ahead = (seat) =>
    scores.filter((score, other) =>
      winners.includes(seat) ? false : winners.includes(other) || better * (score - scores[seat]) < 0,
    ).length;
  return scores
    .map((_, seat) => ({ seat, place: ahead(seat) + 1, out_in: 0 }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/**
 * The scores of each seat from the start, hand by hand or round by round.
 * @param {Running} scene @returns {number[][]}
 */
export function curvesOf(scene) {
  const seats = scene.view.players.map(({ seat }) => seat);
  const start = scene.view.players.map(({ seat, score }) =>
    scene.played.reduce((sum, { points }) => sum - (points[seat] ?? 0), score),
  );
  const columns = columnsOf(scene);
  return seats.map((seat) => {
    let score = start[seat];
    return [score, ...columns.map((column) => (score += column[seat].points))];
  });
}

/**
 * Your best hand of the game, or your best turn: its number, and the cards if they were shown.
 * @param {Running} scene
 * @returns {{number: number, points: number, count: number|null, cards: string[]}|null}
 */
export function bestHand({ showing, played, you }) {
  if (you === null) return null;
  const { round, hand } = showing;
  const own = played.filter(({ turn }) => !round.in_turn || turn === you);
  const better = hand.best === "high" ? 1 : -1;
  /** @type {ReturnType<typeof bestHand>} */
  let best = null;
  for (const [index, { points, counts, shown }] of own.entries()) {
    const found = {
      number: index + 1,
      points: points[you] ?? 0,
      count: counts[you] ?? null,
      cards: shown[you]?.cards ?? [],
    };
    if (hand.count && (found.count === null || !found.cards.length)) continue;
    const ahead = best === null || (hand.count ? better * ((found.count ?? 0) - (best.count ?? 0)) > 0 : false);
    if (ahead || (best !== null && !hand.count && found.points > best.points)) best = found;
  }
  return best && !hand.count && best.points <= 0 ? null : best;
}

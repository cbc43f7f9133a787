/** The games that this browser has played: no account keeps them, so it does, with what is to be said of each. */

import { counted, figure, listed } from "../model/words.js";

/** @import { Score, TableInfo } from "../model/types.js" */

const KEY = "knockroll-games";
/** Where 0.1.0 kept the tables, by their ids alone. */
const OLD = "knockroll-tables";
const MOST = 100;

/**
 * @typedef {object} Kept
 * @property {string} id of the table
 * @property {number} number which of the table's games it is; 0 if only the table is known
 * @property {string} game
 * @property {string} title
 * @property {number|null} you the seat
 * @property {string[]} names in their seats; nothing for one that is free
 * @property {readonly number[]} scores
 * @property {readonly number[]} winners
 * @property {"open"|"running"|"over"|"closed"|"given up"|"unknown"} status
 * @property {boolean} turn whether it is yours
 * @property {boolean} gone whether the server has it no more
 * @property {number} at when it was last seen, in milliseconds since 1970
 */

/** @type {Kept} */
const UNKNOWN = {
  id: "",
  number: 0,
  game: "",
  title: "",
  you: null,
  names: [],
  scores: [],
  winners: [],
  status: "unknown",
  turn: false,
  gone: false,
  at: 0,
};

/** @param {string} key @returns {unknown[]} */
function read(key) {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} games */
function write(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
    localStorage.removeItem(OLD);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** All of them, the latest first. @returns {Kept[]} */
export function keptGames() {
  /** @type {Kept[]} */
  const games = read(KEY)
    .filter((one) => typeof one === "object" && one !== null && "id" in one)
    .map((one) => ({ ...UNKNOWN, .../** @type {Kept} */ (one) }));
  const known = new Set(games.map(({ id }) => id));
  const old = read(OLD).filter((id) => typeof id === "string" && !known.has(id));
  return [...games, ...old.map((id) => ({ ...UNKNOWN, id: String(id) }))];
}

/** What is known of the game at a table. @param {TableInfo} table @param {number|null} you @returns {Kept} */
function gameAt(table, you) {
  return {
    id: table.id,
    number: Math.max(1, table.games),
    game: table.game,
    title: table.title,
    you,
    names: table.seats.map((seat) => seat.name ?? seat.player ?? ""),
    scores: table.scores,
    winners: table.winners,
    status: table.status,
    turn: table.status === "running" && table.turn === you,
    gone: false,
    at: Date.now(),
  };
}

/**
 * You are at a table: its game is the latest. An earlier one there that was not over has been given up.
 * @param {TableInfo} table @param {number|null} you
 */
export function keepGame(table, you) {
  const game = gameAt(table, you);
  const others = keptGames().filter((one) => one.id !== game.id || (one.number !== game.number && one.number > 0));
  const ended = others.map((one) => (one.id === game.id && isUnfinished(one) ? givenUp(one) : one));
  write([game, ...ended]);
}

/** What has become of a table since you were there. @param {TableInfo} table @param {number|null} you */
export function refreshGame(table, you) {
  const game = gameAt(table, you);
  const games = keptGames();
  const place = games.findIndex((one) => one.id === game.id);
  const before = games[place];
  const same = before && (before.number === game.number || before.number === 0);
  if (same && game.status === "over") game.you ??= before.you;
  games.splice(Math.max(0, place), same ? 1 : 0, same ? { ...game, at: before.at } : game);
  write(games.map((one) => (one.id === game.id && one.number < game.number && isUnfinished(one) ? givenUp(one) : one)));
}

/** @param {Kept} game @returns {Kept} */
const givenUp = (game) => ({ ...game, status: "given up", turn: false });

/** The server does not know the table any more. @param {string} id */
export function tableIsGone(id) {
  write(keptGames().map((one) => (one.id === id ? { ...one, gone: true } : one)));
}

/** @param {Kept} game */
export function forgetGame({ id, number }) {
  write(keptGames().filter((one) => one.id !== id || one.number !== number));
}

/** Whether it can be played on, as far as is known. @param {Kept} game */
export function isUnfinished({ status, gone, you }) {
  return !gone && (status === "unknown" || (you !== null && (status === "open" || status === "running")));
}

/** How a game ended: `You won 104 to 63`. @param {Kept} game @param {Required<Score>|undefined} score of its kind */
export function resultLine(game, score) {
  const { winners, scores, you } = game;
  if (!winners.length) return "Nobody won";
  const names = game.names.map((name, seat) => (seat === you ? "You" : name));
  const who = `${listed([...winners].sort((a) => (a === you ? -1 : 1)).map((seat) => names[seat]))} won`;
  const [best, own] = [scores[winners[0]], you === null ? undefined : scores[you]];
  if (best === undefined || !score) return who;
  const lost = own !== undefined && !winners.includes(you ?? -1);
  const amount = counted(best, score.one, score.many);
  if (score.style === "signed") {
    return `${who} ${amount}${lost ? `, you ${own < 0 ? "lost" : "won"} ${figure(Math.abs(own))}` : ""}`;
  }
  const other = scores.length === 2 && winners.length === 1 ? scores[1 - winners[0]] : undefined;
  if (other !== undefined && score.best === "high") return `${who} ${figure(best)} to ${figure(other)}`;
  return `${who} with ${amount}${lost ? `, you had ${figure(own)}` : ""}`;
}

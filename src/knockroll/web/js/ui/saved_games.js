/** The games played in this browser, which saves them because there are no accounts. */

import { counted, figure, listed } from "../model/words.js";

/** @import { Score, TableInfo } from "../model/types.js" */

const KEY = "knockroll-games";
/** Where 0.1.0 saved the ids of the tables. */
const OLD = "knockroll-tables";
const MOST = 100;

/**
 * @typedef {object} SavedGame
 * @property {string} id the id of the table
 * @property {number} number the number of the game at that table; 0 if unknown
 * @property {string} game
 * @property {string} title
 * @property {number|null} you your seat; null if you have left
 * @property {string[]} names the names by seat; empty for a free seat
 * @property {readonly number[]} scores
 * @property {readonly number[]} winners
 * @property {"open"|"running"|"over"|"closed"|"given up"|"unknown"} status
 * @property {boolean} turn whether it is your turn
 * @property {boolean} gone whether it is no longer on the server
 * @property {number} at when it was last played, in milliseconds since 1970
 */

/** @type {SavedGame} */
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

/** @param {SavedGame[]} games */
function write(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
    localStorage.removeItem(OLD);
  } catch {
    // Without storage one can still play.
  }
}

/** All saved games, the latest first. @returns {SavedGame[]} */
export function savedGames() {
  /** @type {SavedGame[]} */
  const games = read(KEY)
    .filter((one) => typeof one === "object" && one !== null && "id" in one)
    .map((one) => ({ ...UNKNOWN, .../** @type {SavedGame} */ (one) }));
  const known = new Set(games.map(({ id }) => id));
  const old = read(OLD).filter((id) => typeof id === "string" && !known.has(id));
  return [...games, ...old.map((id) => ({ ...UNKNOWN, id: String(id) }))];
}

/** The game at a table, as it is saved. @param {TableInfo} table @param {number|null} you @returns {SavedGame} */
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
 * Save the game at the table you are at, as the latest. An unfinished earlier game there has been abandoned.
 * @param {TableInfo} table @param {number|null} you
 */
export function saveGame(table, you) {
  const game = gameAt(table, you);
  const others = savedGames().filter((one) => one.id !== game.id || (one.number !== game.number && one.number > 0));
  const ended = others.map((one) => (one.id === game.id && isUnfinished(one) ? givenUp(one) : one));
  write([game, ...ended]);
}

/** Update a saved game from its table. @param {TableInfo} table @param {number|null} you */
export function refreshGame(table, you) {
  const game = gameAt(table, you);
  const games = savedGames();
  const place = games.findIndex((one) => one.id === game.id);
  const before = games[place];
  const same = before && (before.number === game.number || before.number === 0);
  if (same && game.status === "over") game.you ??= before.you;
  games.splice(Math.max(0, place), same ? 1 : 0, same ? { ...game, at: before.at } : game);
  write(games.map((one) => (one.id === game.id && one.number < game.number && isUnfinished(one) ? givenUp(one) : one)));
}

/** @param {SavedGame} game @returns {SavedGame} */
const givenUp = (game) => ({ ...game, status: "given up", turn: false });

/** Mark the games of a table as no longer on the server. @param {string} id */
export function tableIsGone(id) {
  write(savedGames().map((one) => (one.id === id ? { ...one, gone: true } : one)));
}

/** @param {SavedGame} game */
export function forgetGame({ id, number }) {
  write(savedGames().filter((one) => one.id !== id || one.number !== number));
}

/** Whether a game can be continued, as far as is known. @param {SavedGame} game */
export function isUnfinished({ status, gone, you }) {
  return !gone && (status === "unknown" || (you !== null && (status === "open" || status === "running")));
}

/**
 * How a game ended: `You won 104 to 63`.
 * @param {SavedGame} game @param {Required<Score>|undefined} score the kind of score
 */
export function resultLine(game, score) {
  const { winners, scores, you } = game;
  if (!winners.length) return "No one won";
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

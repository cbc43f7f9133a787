/** The server's HTTP requests. See docs/api.md. */

/** @import { AnalysisAnswer, BotInfo, Code, GameInfo, HintAnswer, HostRequest } from "../model/types.js" */
/** @import { Reach, Reaction, Replay, ReviewFound, ReviewProgress, SeatPlan, TableInfo } from "../model/types.js" */

/** @typedef {{table: TableInfo, you: number|null, link: string}} TableAnswer */
/**
 * @typedef {object} TablePlan what a table is created with
 * @property {string} game
 * @property {SeatPlan[]} seats
 * @property {string|null} [variant]
 * @property {Record<string, unknown>} [options]
 * @property {boolean} [public]
 * @property {boolean} [practice]
 * @property {string} [position] where its games begin, as one line
 * @property {number|null} [clock]
 * @property {number} [pace]
 * @property {number} [away]
 * @property {string} [name] the name of the person who is about to sit down
 */

/** A refusal by the server. */
class Refused extends Error {
  /** @param {string} message @param {Code|""} code @param {number} [retryAfter] seconds, if waiting helps */
  constructor(message, code, retryAfter = 0) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Whether a request failed because the table is no longer on the server. @param {unknown} error */
export const isGone = (error) => error instanceof Refused && error.code === "unknown_table";

/** Seconds after which a request should be made again; 0 if that is useless. @param {unknown} error */
export const retryAfter = (error) => (error instanceof Refused ? error.retryAfter : 0);

/** Whether a request was refused because there were too many. @param {unknown} error */
export const isTooMany = (error) => error instanceof Refused && error.code === "too_many";

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} JSON */
const ask = (method, path, body) => request(method, `/api${path}`, body);

/** @param {string} method @param {string} address @param {unknown} [body] @returns {Promise<any>} JSON, or a text */
async function request(method, address, body) {
  const content =
    body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(address, { method, ...content });
  } catch {
    throw new Error("Can't reach the server.");
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    answer = text;
  }
  if (!response.ok) {
    const { reason = response.statusText, code = "", retry_after } = answer?.error ?? {};
    throw new Refused(reason, code, retry_after);
  }
  return answer;
}

/** Random bytes that the person adds to the shuffles, so that the server can't choose them. */
function entropy() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {Promise<GameInfo[]>|null} */
let games = null;

/** All games: sent with the page, or requested once. @returns {Promise<GameInfo[]>} */
export function listGames() {
  const sent = document.getElementById("games")?.textContent;
  games ??= (sent ? Promise.resolve(JSON.parse(sent)) : ask("GET", "/games")).then(
    (answer) => answer.games,
    (error) => {
      games = null;
      throw error;
    },
  );
  return games;
}

/** All games as they are now: players become ready while the server runs. @returns {Promise<GameInfo[]>} */
export function refreshGames() {
  const fresh = ask("GET", "/games").then((answer) => answer.games);
  fresh.then(() => (games = fresh)).catch(() => {});
  return fresh;
}

/** @param {string} name @returns {Promise<GameInfo|undefined>} */
export async function game(name) {
  return (await listGames()).find((one) => one.name === name);
}

/** @type {Promise<Reaction[]>|null} */
let reactionList = null;

/** The reactions that people at a table can send; requested once. @returns {Promise<Reaction[]>} */
export function reactions() {
  reactionList ??= ask("GET", "/reactions").then(
    (answer) => answer.reactions,
    (error) => {
      reactionList = null;
      throw error;
    },
  );
  return reactionList;
}

/** @returns {Promise<Reach>} the addresses at which others find this server */
export const reach = () => ask("GET", "/reach");
/** @param {string} name of a game @returns {Promise<string>} its rule book as HTML */
export const ruleBook = (name) => request("GET", `/rules/${name}.html`);
/** @returns {Promise<TableInfo[]>} */
export const openTables = async () => (await ask("GET", "/tables?limit=20")).tables;
/** @param {TablePlan} plan @returns {Promise<{table: TableInfo}>} */
export const createTable = (plan) => ask("POST", "/tables", plan);
/** @param {string} id @returns {Promise<TableAnswer>} */
export const table = (id) => ask("GET", `/tables/${id}`);
/** @param {string} id @param {string} name @returns {Promise<TableAnswer>} */
export const sit = (id, name) => ask("POST", `/tables/${id}/sit`, { name, entropy: entropy() });
/** @returns {Promise<BotInfo[]>} the bots that wait for an invitation */
export const bots = async () => (await ask("GET", "/bots")).bots;
/** @param {string} id @param {string} bot */
export const invite = (id, bot) => ask("POST", `/tables/${id}/invite`, { bot });
/** @param {string} id @param {HostRequest["do"]} deed @param {number|null} seat the seat it concerns */
export const host = (id, deed, seat) => ask("POST", `/tables/${id}/host`, { do: deed, seat, entropy: entropy() });
/** @param {string} id */
export const leave = (id) => ask("POST", `/tables/${id}/leave`);
/** @param {string} id */
export const handOver = (id) => ask("POST", `/tables/${id}/hand_over`);
/** @param {string} id */
export const rejoin = (id) => ask("POST", `/tables/${id}/rejoin`);
/** @param {string} id @param {boolean} yes */
export const vote = (id, yes) => ask("POST", `/tables/${id}/vote`, { yes, entropy: entropy() });
/** @param {string} id */
export const reset = (id) => ask("POST", `/tables/${id}/reset`, { entropy: entropy() });
/** @param {string} id */
export const rematch = (id) => ask("POST", `/tables/${id}/rematch`, { entropy: entropy() });
/** @param {string} id @param {number} seq the last event seen @returns {Promise<HintAnswer>} at a practice table */
export const hint = (id, seq) => ask("POST", `/tables/${id}/hint`, { seq });
/** @param {string} id @param {number} seq the last event seen */
export const takeBack = (id, seq) => ask("POST", `/tables/${id}/take_back`, { seq });
/** @param {string} id @param {string|null} [game] the number of the game at that table; the last one by default */
export const record = (id, game) => ask("GET", `/tables/${id}/record${game ? `?game=${game}` : ""}`);
/** @param {unknown} document a record @returns {Promise<Replay>} */
export const replay = (document) => ask("POST", "/replay", { record: document });

/**
 * A position of a finished game as one line, for a table that begins there.
 * @param {unknown} record @param {number} moves that lead to it @returns {Promise<{position: string}>}
 */
export const position = (record, moves) => ask("POST", "/replay/position", { record, moves });

/** @param {unknown} record @param {number} moves that lead to the position @returns {Promise<AnalysisAnswer>} */
export const analysis = (record, moves) => ask("POST", "/analysis", { record, moves });

/**
 * Ask for the review of a finished game. It comes line by line: progress, a first review, then the final one.
 * @param {unknown} document a record @param {number} seat whose decisions are judged @param {AbortSignal} signal
 * @param {(line: ReviewProgress|ReviewFound) => void} told
 */
export async function review(document, seat, signal, told) {
  const body = JSON.stringify({ record: document, seat });
  const headers = { "Content-Type": "application/json" };
  const response = await fetch("/api/review", { method: "POST", headers, body, signal });
  if (!response.ok || !response.body) {
    const { error } = await response.json();
    throw new Refused(error.reason, error.code);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.map((text) => JSON.parse(text))) {
      if (line.error) throw new Refused(line.error.reason, line.error.code);
      told(line);
    }
  }
}

/** The server's HTTP requests. See docs/api.md. */

/** What the server refused, with its code. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", "The server does not answer. Is it running?");
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    answer = text;
  }
  if (!response.ok) throw new Refusal(answer?.error?.code ?? "internal", answer?.error?.message ?? response.statusText);
  return answer;
}

/** Random bytes that the person adds to the game's chance, so that the server cannot choose it. */
export function entropy() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

let games = null;

/** All games; asked for once. @returns {Promise<any[]>} */
export function listGames() {
  games ??= ask("GET", "/games").then((answer) => answer.games, (error) => {
    games = null;
    throw error;
  });
  return games;
}

/** @param {string} name */
export async function game(name) {
  return (await listGames()).find((one) => one.name === name);
}

export const rules = (name) => ask("GET", `/games/${name}/rules`);
export const openTables = async () => (await ask("GET", "/tables?limit=20")).tables;
export const createTable = (plan) => ask("POST", "/tables", plan);
export const table = (id) => ask("GET", `/tables/${id}`);
export const sit = (id, name, seat) =>
  ask("POST", `/tables/${id}/sit`, { name, entropy: entropy(), ...(seat === undefined ? {} : { seat }) });
export const start = (id) => ask("POST", `/tables/${id}/start`);
export const leave = (id) => ask("POST", `/tables/${id}/leave`);
export const reset = (id) => ask("POST", `/tables/${id}/reset`, { entropy: entropy() });
export const rematch = (id) => ask("POST", `/tables/${id}/rematch`, { entropy: entropy() });
export const record = (id) => ask("GET", `/tables/${id}/record`);
export const replay = (document) => ask("POST", "/replay", { record: document });

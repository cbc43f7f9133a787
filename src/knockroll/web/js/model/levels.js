/** Levels of play: a word for the strength of computer players, so that one can choose without knowing their names. */

/** @import { GameInfo, PlayerInfo } from "./types.js" */

/** @typedef {"easy"|"medium"|"hard"|"master"} Level */

/** Each level with its word and the most strength in it, the weakest first. @type {[Level, string, number][]} */
export const LEVELS = [
  ["easy", "Easy", 2],
  ["medium", "Medium", 4],
  ["hard", "Hard", 5],
  ["master", "Master", 6],
];
/** The strengths in words, from 1 to 6. */
export const STRENGTHS = ["", "beginner", "easy", "average", "strong", "very strong", "master"];
/** Plays at random, and is no opponent unless chosen by name. */
const RANDOM = "Random";

/** @param {number} strength 1 to 6 @returns {Level} */
function levelOf(strength) {
  return (LEVELS.find(([, , most]) => strength <= most) ?? LEVELS[3])[0];
}

/** The players of a level, as far as they are on this server. @param {GameInfo} game @param {Level} level */
function playersAt(game, level) {
  return game.players.filter(
    ({ name, strength, state }) =>
      name !== RANDOM && strength > 0 && state !== "missing" && levelOf(strength) === level,
  );
}

/** Whether everyone at a level is still getting ready. @param {GameInfo} game @param {Level} level */
export function isPreparing(game, level) {
  const players = playersAt(game, level);
  return players.length > 0 && players.every(({ state }) => state === "preparing");
}

/** The levels that a game has players for. @param {GameInfo} game @returns {Level[]} */
export function levelsOf(game) {
  return LEVELS.map(([level]) => level).filter((level) => playersAt(game, level).length);
}

/**
 * The level to play at: the one wanted, or the nearest that the game has, the easier one first.
 * @param {GameInfo} game @param {Level} wanted @returns {Level|null}
 */
export function nearestLevel(game, wanted) {
  const ready = levelsOf(game).filter((level) => !isPreparing(game, level));
  return ready.sort((a, b) => distance(a, wanted) - distance(b, wanted))[0] ?? null;
}

/** How many levels lie between two. @param {Level} a @param {Level} b */
function distance(a, b) {
  const place = (/** @type {Level} */ level) => LEVELS.findIndex(([name]) => name === level);
  return Math.abs(place(a) - place(b));
}

/**
 * Fill each open seat with a computer player that is ready, each once before any comes twice: from a level if one is
 * given, then from its neighbours; at random among equals, but not with Random if there is another one.
 * @param {GameInfo} game @param {readonly string[]} opponents empty names are open seats @param {Level|null} level
 * @param {() => number} [random] @returns {string[]}
 */
export function fillSeats(game, opponents, level, random = Math.random) {
  const ready = game.players.filter(({ name, state }) => name !== RANDOM && state === "ready");
  const lots = (ready.length ? ready : [{ name: RANDOM, strength: 1 }])
    .map(({ name, strength }) => {
      const far = level ? distance(levelOf(strength), level) : 0;
      return { name, place: far + LEVELS.length * Number(opponents.includes(name)) + random() };
    })
    .sort((a, b) => a.place - b.place);
  let next = 0;
  return opponents.map((name) => name || lots[next++ % lots.length].name);
}

/** @typedef {"easy"|"mixed"|"toughest"} Preset */

/** Tables to choose at once. @type {[Preset, string][]} */
export const PRESETS = [
  ["easy", "Easy table"],
  ["mixed", "Mixed"],
  ["toughest", "Toughest"],
];

/**
 * The opponents of a preset: the weakest, the strongest, or spread evenly from one to the other.
 * @param {GameInfo} game @param {Preset} preset @param {number} seats
 */
export function presetSeats(game, preset, seats) {
  /** @type {PlayerInfo[]} */
  const ready = game.players.filter(({ name, strength, state }) => name !== RANDOM && strength && state === "ready");
  const sorted = ready.sort((a, b) => a.strength - b.strength);
  if (!sorted.length) return Array.from({ length: seats }, () => RANDOM);
  const last = sorted.length - 1;
  return Array.from({ length: seats }, (_, seat) => {
    const lap = seat % sorted.length;
    if (preset === "easy") return sorted[lap].name;
    if (preset === "toughest") return sorted[last - lap].name;
    return sorted[seats === 1 ? Math.floor(last / 2) : Math.round((seat / (seats - 1)) * last)].name;
  });
}

/** How each game is shown. A game that is not here is shown like Thirty-One: it has stock, discards and hands. */

import farkle from "./farkle.js";
import ginRummy from "./gin_rummy.js";
import thirtyOne from "./thirty_one.js";
import tonk from "./tonk.js";
import tunk from "./tunk.js";

const GAMES = { farkle, gin_rummy: ginRummy, thirty_one: thirtyOne, tonk, tunk };

/** @param {string} name */
export function showing(name) {
  return GAMES[name] ?? thirtyOne;
}

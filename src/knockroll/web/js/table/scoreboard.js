/** The scoreboard: a row for each player, with the full name, and a column for each of the last hands. */

import { h } from "../draw/dom.js";
import { nameOf } from "../model/scene.js";
import { capital, figure, signed } from "../model/words.js";

/** @import { Played, Running } from "../model/scene.js" */

const MOST_COLUMNS = 40;

/** @param {Running} scene */
export function scoreboard(scene) {
  const { round } = scene.showing;
  const shown = scene.played.slice(-MOST_COLUMNS);
  const before = scene.played.length - shown.length;
  const numbers = shown.map((_, index) => {
    const number = before + index + 1;
    const name = { abbr: `${round.one} ${number}`, title: `${capital(round.one)} ${number}` };
    return h("th", { key: number, scope: "col", ...name }, number);
  });
  const widths = shown.flatMap((row) => scene.view.players.map(({ seat }) => widthOf(scene, row, seat)));
  return h(
    "table",
    { style: { "--figures": Math.max(widthOfText("99"), ...widths).toFixed(2) } },
    h("thead", h("tr", h("th", { scope: "col" }, capital(round.many)), numbers, h("th", { scope: "col" }, "Total"))),
    h(
      "tbody",
      scene.view.players.map(({ seat, score }) =>
        h(
          "tr",
          { key: seat, class: seat === scene.you ? "you" : "" },
          h("th", { scope: "row" }, nameOf(scene, seat)),
          shown.map((row, index) => cell(scene, row, seat, before + index)),
          h("td.sum", figure(score)),
        ),
      ),
    ),
  );
}

/**
 * The points of a seat in a hand.
 * @param {Running} scene @param {Played} row @param {number} seat @param {number} key
 */
function cell(scene, row, seat, key) {
  const kind = hasWon(row, seat) ? "won" : row.points[seat] ? "" : "nothing";
  return h("td", { key, class: kind }, cellText(scene, row, seat));
}

/** @param {Running} scene @param {Played} row @param {number} seat */
function cellText({ showing }, row, seat) {
  const change = row.points[seat] ?? 0;
  if (change) return signed(change);
  const idle = !showing.round.pauses && row.turn !== seat;
  return idle ? "" : hasWon(row, seat) ? "0" : "·";
}

/** @param {Played} row @param {number} seat */
const hasWon = (row, seat) => row.winners.includes(seat);

/** The widths of the characters of a number in a wide font, relative to the text size, and the factor for bold. */
const LETTERS = { ",": 0.32, "·": 0.32, "+": 0.84, "−": 0.84 };
const DIGIT = 0.64;
const BOLD = 1.1;

/** @param {Running} scene @param {Played} row @param {number} seat */
function widthOf(scene, row, seat) {
  return widthOfText(cellText(scene, row, seat)) * (hasWon(row, seat) ? BOLD : 1);
}

/** @param {string} text */
function widthOfText(text) {
  return [...text].reduce((sum, letter) => sum + (LETTERS[/** @type {keyof LETTERS} */ (letter)] ?? DIGIT), 0);
}

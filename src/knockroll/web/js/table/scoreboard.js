/** The scoreboard: a row for each player, with the full name, and a column for each of the last hands or rounds. */

import { h } from "../draw/dom.js";
import { nameOf } from "../model/scene.js";
import { columnsOf } from "../model/standings.js";
import { capital, figure, signed } from "../model/words.js";

/** @import { Running } from "../model/scene.js" */
/** @import { Cell } from "../model/standings.js" */

const MOST_COLUMNS = 40;
/** The signs of cells without a number. */
const SIGNS = { nothing: "✕", none: "·", idle: "" };

/** @param {Running} scene */
export function scoreboard(scene) {
  const { round } = scene.showing;
  const one = round.in_turn ? "round" : round.one;
  const all = columnsOf(scene);
  const shown = all.slice(-MOST_COLUMNS);
  const before = all.length - shown.length;
  const numbers = shown.map((_, index) => {
    const number = before + index + 1;
    const name = { abbr: `${one} ${number}`, title: `${capital(one)} ${number}` };
    return h("th", { key: number, scope: "col", ...name }, number);
  });
  const widths = shown.flatMap((column) => column.map((cell) => widthOf(cell)));
  const heading = round.in_turn ? "Round" : capital(round.one);
  return [
    h(
      "table",
      { style: { "--figures": Math.max(widthOfText("99"), ...widths).toFixed(2) } },
      h("thead", h("tr", h("th", { scope: "col" }, heading), numbers, h("th", { scope: "col" }, "Total"))),
      h(
        "tbody",
        scene.view.players.map(({ seat, score }) =>
          h(
            "tr",
            { key: seat, class: seat === scene.you ? "you" : "" },
            h("th", { scope: "row" }, nameOf(scene, seat)),
            shown.map((column, index) => cell(scene, column[seat], before + index)),
            h("td.sum", figure(score)),
          ),
        ),
      ),
    ),
  ];
}

/** What the signs of the scoreboard mean. @param {Running} scene */
export function legend(scene) {
  const { round, score } = scene.showing;
  const cells = columnsOf(scene).flat();
  const unit = capital(score.many);
  const parts = [
    `${unit} in each ${round.in_turn ? "round" : round.one}`,
    cells.some(({ kind }) => kind === "nothing") ? `${SIGNS.nothing} ${round.nothing}` : "",
    cells.some(({ kind }) => kind === "none") ? `${SIGNS.none} none` : "",
    cells.some(({ won }) => won) ? `underlined: won the ${round.one}` : "",
  ];
  return h("p.legend", parts.filter(Boolean).join("; "));
}

/** The points of a seat in a hand or round. @param {Running} scene @param {Cell} cell @param {number} key */
function cell({ showing }, cell, key) {
  const said = cell.kind === "nothing" ? { "aria-label": showing.round.nothing } : {};
  return h("td", { key, class: cell.won ? "won" : cell.kind, ...said }, cellText(cell));
}

/** @param {Cell} cell */
function cellText({ kind, points, won }) {
  if (kind === "points") return signed(points);
  return won ? "0" : SIGNS[kind];
}

/** The widths of the characters of a number in a wide font, relative to the text size, and the factor for bold. */
const LETTERS = { ",": 0.32, "·": 0.32, "+": 0.84, "−": 0.84, "✕": 0.9 };
const DIGIT = 0.64;
const BOLD = 1.1;

/** @param {Cell} cell */
function widthOf(cell) {
  return widthOfText(cellText(cell)) * (cell.won ? BOLD : 1);
}

/** @param {string} text */
function widthOfText(text) {
  return [...text].reduce((sum, letter) => sum + (LETTERS[/** @type {keyof LETTERS} */ (letter)] ?? DIGIT), 0);
}

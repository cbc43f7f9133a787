/** The scoreboard: a row for each player, whose name is there whole, and a column for each of the last hands. */

import { h } from "../dom.js";
import { nameOf } from "../scene.js";
import { capital, figure, signed } from "../words.js";

/** @import { Played, Running } from "../scene.js" */

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
  return h(
    "table",
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
 * What a hand brought to a seat.
 * @param {Running} scene @param {Played} row @param {number} seat @param {number} key
 */
function cell({ showing }, row, seat, key) {
  const change = row.points[seat] ?? 0;
  const idle = !showing.round.pauses && row.turn !== seat;
  const kind = row.winners.includes(seat) ? "won" : change ? "" : "nothing";
  return h("td", { key, class: kind }, change ? signed(change) : idle ? "" : kind === "won" ? "0" : "·");
}

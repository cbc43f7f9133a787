/** Beside the table: the scoreboard hand by hand, and the log in sentences. */

import { h } from "../dom.js";
import { nameOf } from "../scene.js";
import { capital, figure, signed } from "../words.js";

/** @import { Does, Ui } from "../pages/table.js" */
/** @import { Line, Played, Running } from "../scene.js" */

const MOST_LINES = 200;
const MOST_ROWS = 60;

/** @param {Running} scene @param {Ui} ui @param {Does} does */
export function side(scene, ui, does) {
  const close = { type: "button", "aria-label": "Close scoreboard and log", on: { click: does.side } };
  const scores = { tabindex: "0", role: "region", "aria-label": "Scores", "data-follow": scene.played.length };
  return h(
    "aside.side",
    { class: ui.side ? "open" : "", "aria-label": "Scoreboard and log", id: "side" },
    h("div.side-head", h("h2", "Scores"), h("button.quiet.close", close, "Close")),
    h("div.scroll.scores", scores, scoreboard(scene)),
    h("h2", "Log"),
    h("ol.scroll.log", { tabindex: "0", "aria-label": "Log", "data-follow": scene.log.length }, logLines(scene)),
  );
}

/** @param {Running} scene */
function logLines(scene) {
  const recent = scene.log.slice(-MOST_LINES);
  const first = scene.log.length - recent.length;
  return recent.map((line, index) => logLine(line, nameOf(scene, line.seat), first + index));
}

/** A line of the log, its player's name in bold. @param {Line} line @param {string} name @param {number} key */
function logLine({ seat, text }, name, key) {
  if (seat === null || !name || !text.startsWith(name))
    return h("li", { key, class: seat === null ? "note" : "" }, text);
  return h("li", { key }, h("b", name), text.slice(name.length));
}

/** @param {Running} scene */
function scoreboard(scene) {
  const { players } = scene.view;
  const rows = scene.played.slice(-MOST_ROWS);
  const skipped = scene.played.length - rows.length;
  const names = players.map(({ seat }) => nameOf(scene, seat));
  return h(
    "table",
    h(
      "thead",
      h(
        "tr",
        h("th", { scope: "col" }, capital(scene.showing.round.one)),
        names.map((name, i) => h("th", { key: i, scope: "col", title: name }, short(name))),
      ),
    ),
    h(
      "tbody",
      rows.map((row, index) => scoreRow(scene, row, skipped + index)),
    ),
    h(
      "tfoot",
      h(
        "tr",
        h("th", { scope: "row" }, "Total"),
        players.map(({ seat, score }) => h("td", { key: seat }, figure(score))),
      ),
    ),
  );
}

/** @param {Running} scene @param {Played} row @param {number} index */
function scoreRow({ view, showing }, row, index) {
  const cells = view.players.map(({ seat }) => {
    const change = row.points[seat] ?? 0;
    const idle = !showing.round.pauses && row.turn !== seat;
    const kind = row.winners.includes(seat) ? "won" : change ? "" : "nothing";
    return h("td", { key: seat, class: kind }, change ? signed(change) : idle ? "" : "·");
  });
  return h("tr", { key: index }, h("th", { scope: "row" }, index + 1), cells);
}

/** @param {string} name */
function short(name) {
  const words = name.replace(/^(The|Mr\.|Ms\.) /, "");
  return words.length > 9 ? `${words.slice(0, 8)}…` : words;
}

/** Beside the table: the scoreboard hand by hand, and the log in the move grammar. */

import { h } from "../dom.js";
import { nameOf } from "../scene.js";

/** @param {import("../scene.js").Scene} scene @param {any} game @param {any} ui @param {any} does */
export function side(scene, game, ui, does) {
  return h("aside.side", { class: ui.side ? "open" : "", "aria-label": "Scoreboard and log", id: "side" },
    h("div.side-head", null, h("h2", null, "Scores"), h("button.quiet.close", { type: "button", "aria-label": "Close scoreboard and log", on: { click: does.side } }, "Close")),
    h("div.scroll.scores", { tabindex: "0", role: "region", "aria-label": "Scores", "data-follow": scene.hands.length }, scoreboard(scene, game)),
    h("h2", null, "Log"),
    h("ol.scroll.log", { tabindex: "0", "aria-label": "Log", "data-follow": scene.log.length }, logLines(scene)));
}

function logLines(scene) {
  const recent = scene.log.slice(-200);
  const first = scene.log.length - recent.length;
  return recent.map((line, index) => h("li", { key: first + index, class: line.seat === null ? "note" : "" },
    line.seat !== null && h("b", null, `${nameOf(scene, line.seat)} `), line.text));
}

function scoreboard(scene, game) {
  if (!scene.view) return null;
  const players = scene.view.players;
  const names = players.map((player) => nameOf(scene, player.seat));
  const hands = scene.hands.length > 60 ? scene.hands.slice(-60) : scene.hands;
  const skipped = scene.hands.length - hands.length;
  const word = game.dice ? "Turn" : "Hand";
  return h("table", null,
    h("thead", null, h("tr", null, h("th", { scope: "col" }, word), names.map((name, i) => h("th", { key: i, scope: "col", title: name }, short(name))))),
    h("tbody", null, hands.map((hand, index) => h("tr", { key: skipped + index },
      h("th", { scope: "row" }, skipped + index + 1),
      players.map((player) => {
        const change = hand.points[player.seat] ?? 0;
        return h("td", { key: player.seat, class: hand.winners.includes(player.seat) ? "won" : change ? "" : "nothing" }, change ? plus(change) : game.dice && hand.turn !== player.seat ? "" : "·");
      })))),
    h("tfoot", null, h("tr", null, h("th", { scope: "row" }, "Total"), players.map((player) => h("td", { key: player.seat }, player.score.toLocaleString("en"))))));
}

function plus(change) {
  return change > 0 ? `+${change.toLocaleString("en")}` : `−${Math.abs(change).toLocaleString("en")}`;
}

function short(name) {
  const words = name.replace(/^(The|Mr\.|Ms\.) /, "");
  return words.length > 9 ? `${words.slice(0, 8)}…` : words;
}

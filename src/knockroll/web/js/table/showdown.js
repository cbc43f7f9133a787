/** The end of a hand, with all hands and their values, and the end of the game. */

import { h } from "../dom.js";
import { listed } from "../games/shared.js";
import { nameOf } from "../scene.js";
import { card } from "./pieces.js";

/** @param {import("../scene.js").Scene} scene @param {any} game @param {any} ui @param {any} does */
export function showdown(scene, game, ui, does) {
  const over = scene.over;
  const { title, detail, clause } = game.ending(over, scene);
  const seats = scene.view.players.map((player) => player.seat).filter((seat) => !over.wasOut[seat] || over.points[seat]);
  const most = Math.max(1, ...seats.map((seat) => over.shown[seat]?.cards.length ?? 0));
  return h("section.sheet.showdown", { role: "region", "aria-label": "End of the hand", tabindex: "-1", class: most > 5 ? "long" : "" },
    h("header", null, h("h2", null, title), h("p", null, `${detail} `, h("a", { href: `/rules/${scene.view.game}#${clause}`, target: "_blank" }, `Rule ${clause}`))),
    h("ul.results", null, seats.map((seat) => result(scene, game, over, seat))),
    h("footer", null,
      h("button.action.primary", { type: "button", id: "continue", "aria-label": "Continue", "aria-keyshortcuts": "c", on: { click: does.continue } },
        h("span", null, "Continue"), ui.continueIn ? h("small", null, `in ${ui.continueIn}`) : null)));
}

function result(scene, game, over, seat) {
  const shown = over.shown[seat];
  const count = over.counts[seat];
  const won = over.winners.includes(seat);
  const out = over.out[seat] && !over.wasOut[seat];
  const points = over.points[seat] ?? 0;
  const bad = game.scoreIsBad ? points > 0 : points < 0;
  return h("li", { key: seat, class: won ? "won" : "" },
    h("span.who", null, h("b", null, nameOf(scene, seat)), won && h("span.tag.win", null, "won"), over.knocker === seat && h("span.tag", null, scene.view.game === "tunk" ? "tunk" : "knocked"), out && h("span.tag.bad", null, "out")),
    h("span.cards", null, shown ? arranged(shown, scene, game) : h("span.none", null, "not shown")),
    h("span.worth", null, count === null || count === undefined ? "" : [h("b", null, count), h("small", null, game.countName)]),
    h("span.change", { class: bad ? "bad" : "" }, game.points(points)));
}

function arranged(shown, scene, game) {
  const melds = scene.view.game === "tonk" ? [] : shown.melds;
  const melded = melds.flat();
  const loose = shown.cards.filter((one) => !melded.includes(one));
  const groups = [...melds.map((cards) => ({ cards, meld: true })), ...(loose.length ? [{ cards: loose, meld: false }] : [])];
  return groups.map((group, index) => h("span.mini-group", { key: index, class: group.meld ? "meld" : "" }, group.cards.map((one) => card(one, { key: one, class: "mini" }))));
}

/** The end of the game. */
export function gameOver(scene, game, ui, does) {
  const { winners, scores } = scene.result;
  const names = winners.map((seat) => nameOf(scene, seat));
  const youWon = winners.includes(scene.you);
  const order = scene.view.players.map((player) => player.seat)
    .sort((a, b) => winners.includes(b) - winners.includes(a) || (game.lowWins ? scores[a] - scores[b] : scores[b] - scores[a]));
  const asked = scene.table?.votes?.includes(scene.you);
  return h("section.sheet.final", { role: "region", "aria-label": "End of the game", tabindex: "-1" },
    h("header", null, h("h2", null, youWon ? (winners.length > 1 ? `${listed(names)} have won` : "You have won") : `${listed(names)} ${winners.length > 1 ? "have" : "has"} won`),
      h("p", null, `${scene.hands.length} ${game.dice ? "turns" : "hands"} played.`)),
    h("ol.results.final-list", null, order.map((seat) => h("li", { key: seat, class: winners.includes(seat) ? "won" : "" },
      h("span.who", null, h("b", null, nameOf(scene, seat)), winners.includes(seat) && h("span.tag.win", null, "winner")), h("span.change", null, game.scoreText({ ...scene.view.players[seat], score: scores[seat] }, scene))))),
    h("footer", null,
      scene.you !== null && h("button.action.primary", { type: "button", id: "again", "aria-disabled": asked ? "true" : undefined, on: { click: does.again } }, h("span", null, asked ? "Waiting for the others" : "Play again")),
      h("a.action", { href: `/replay?table=${scene.table.id}` }, "Replay"),
      h("a.action", { href: "/" }, "Lobby")));
}

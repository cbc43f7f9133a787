/** The end of the game: a podium, the curve of the scores, the best hand, and what to do next. */

import { h } from "../draw/dom.js";
import { card } from "../draw/pieces.js";
import { opponentsAt } from "../model/rematch.js";
import { isClosed, isRunning, nameOf, namesOf } from "../model/scene.js";
import { bestHand, columnsOf, rankingOf } from "../model/standings.js";
import { counted, figure, fill, listed } from "../model/words.js";
import { curve, lineColour } from "./curve.js";
import { scoreText, seatPortrait } from "./seats.js";

/** @import { Child } from "../draw/dom.js" */
/** @import { GameInfo, SeatRank } from "../model/types.js" */
/** @import { Running, Scene } from "../model/scene.js" */

/**
 * What can be done after a game.
 * @typedef {object} Next
 * @property {() => void} again
 * @property {(opponents: string[]) => void} against play another game against these
 * @property {() => void} share
 */

/** The most places of the podium; everybody else is listed below it. */
const PODIUM = 3;

/**
 * The end of the game.
 * @param {Running} scene @param {NonNullable<Running["result"]>} result @param {GameInfo|null} game @param {Next} next
 */
export function gameOver(scene, result, game, next) {
  const { winners, scores } = result;
  const { showing, table, you } = scene;
  const closed = isClosed(scene) ? " This table is closed." : "";
  const last = scene.over?.account ?? scene.view.last_hand?.account;
  const ending = last && fill(`${last.title}. ${last.detail ?? ""}`, namesOf(scene));
  const yours = you === null || winners.includes(you);
  const ranking = rankingOf(scene, scores, winners);
  return [
    yours && confetti(),
    h(
      "section.sheet.final",
      { key: "sheet", role: "region", "aria-label": "End of the game", tabindex: "-1", class: yours ? "yours" : "" },
      finalBody(
        h("header", h("h2", verdictOf(scene, winners)), h("p", `${lengthOf(scene)} played.${closed}`)),
        podium(scene, scores, ranking, winners),
        h(
          "div.course",
          curve(scene),
          best(scene),
          ending && h("p.how", h("b", `Final ${showing.round.one}: `), ending),
          h("p.how", showing.goal),
        ),
      ),
      h(
        "footer",
        you !== null && !closed && rematchButton(table.votes.includes(you), next.again),
        you !== null && game && levelButtons(scene, game, next.against),
        h("button.action", { key: "share", type: "button", on: { click: next.share } }, "Share"),
        h("a.action", { key: "review", href: `/replay?table=${table.id}&review` }, "Review"),
        ...exitLinks(table.id),
      ),
    ),
  ];
}

/** `You win!` @param {Running} scene @param {number[]} winners */
export function verdictOf(scene, winners) {
  const many = winners.length > 1 || (scene.you !== null && winners.includes(scene.you));
  return `${listed(winners.map((seat) => nameOf(scene, seat)))} ${many ? "win" : "wins"}!`;
}

/** `10 hands`, `27 rounds`. @param {Running} scene */
export function lengthOf(scene) {
  const { round } = scene.showing;
  if (!round.in_turn) return counted(scene.view.hands_played, round.one, round.many);
  const rounds = columnsOf(scene).length || Math.ceil(scene.view.hands_played / scene.view.players.length);
  return counted(rounds, "round", "rounds");
}

/**
 * The best on a podium, in the order of their places, and everybody else below it.
 * @param {Running} scene @param {number[]} scores @param {SeatRank[]} ranking @param {number[]} winners
 */
function podium(scene, scores, ranking, winners) {
  return h(
    "ol.final-list",
    { "aria-label": "Scores" },
    ranking.map((rank, index) => {
      const { seat, place, out_in: out } = rank;
      const won = winners.includes(seat);
      const kind = [won && "won", seat === scene.you && "you", index < PODIUM ? `step-${index + 1}` : "below"];
      return h(
        "li",
        { key: seat, class: kind.filter(Boolean).join(" "), style: { "--line-colour": lineColour(seat) } },
        won && index === 0 && crown(),
        h("span.medal", seatPortrait(scene, seat), h("span.rank", place)),
        h("span.who", { title: nameOf(scene, seat) }, h("b", nameOf(scene, seat)), won && h("span.unseen", " winner")),
        h(
          "span.change",
          scoreText(scene.showing, scene.view.options, scores[seat]),
          out > 0 && h("small", `out in ${scene.showing.round.one} ${out}`),
        ),
      );
    }),
  );
}

/** Your best hand. @param {Running} scene */
function best(scene) {
  const found = bestHand(scene);
  if (!found) return null;
  const { round, hand, score } = scene.showing;
  const what = round.in_turn ? `round ${found.number}` : `${round.one} ${found.number}`;
  const worth =
    found.count === null ? counted(found.points, score.one, score.many) : `${hand.count} ${figure(found.count)}`;
  return h(
    "p.best",
    h("span", h("b", `Your best ${round.one}: `), `${worth}, ${what}`),
    h(
      "span.best-cards",
      found.cards.map((one) => card(one, { key: one, class: "mini" })),
    ),
  );
}

/**
 * Another game against weaker or stronger opponents.
 * @param {Running} scene @param {GameInfo} game @param {Next["against"]} against
 */
function levelButtons({ table, you }, game, against) {
  return [/** @type {const} */ ([-1, "Easier"]), /** @type {const} */ ([1, "Harder"])].map(([step, label]) => {
    const opponents = opponentsAt(game, table, you, step);
    const title = opponents ? `Against ${listed(opponents)}` : "";
    const props = { key: label, type: "button", title, on: { click: () => opponents && against(opponents) } };
    return opponents && h("button.action", props, label);
  });
}

/** The body of a final sheet, which scrolls in a low window. @param {...Child} parts */
function finalBody(...parts) {
  return h("div.final-body", { tabindex: "0", role: "region", "aria-label": "Result" }, ...parts);
}

const crown = () =>
  h("svg.crown", { viewBox: "0 0 100 72", "aria-hidden": "true" }, [
    h("path", { key: "crown", d: "M14 60L5 18L30 36L50 5L70 36L95 18L86 60Z" }),
    h("path", { key: "band", d: "M14 64H86V70H14Z" }),
  ]);

/** The number of falling suit signs. */
const FALLING = 28;

/** Suit signs that fall over the table, unless the person prefers reduced motion. */
function confetti() {
  const signs = Array.from({ length: FALLING }, (_, i) => {
    const style = { "--x": `${(i * 37) % 100}%`, "--late": `${((i * 53) % 23) / 10}s`, "--turn": `${(i % 5) - 2}` };
    return h("span", { key: i, class: `of-${i % 4}`, style }, "♠♥♦♣"[i % 4]);
  });
  return h("div.confetti", { key: "confetti", "aria-hidden": "true" }, signs);
}

/** A closed table whose game has no winner. @param {Scene} scene */
export function closedTable(scene) {
  const began = isRunning(scene);
  const { one, many } = scene.showing.round;
  const hands = scene.played.length;
  const when = hands ? `after ${counted(hands, one, many)}` : `in the first ${one}`;
  const played = `The game ended ${when}, without a winner.`;
  return h(
    "section.sheet.final",
    { role: "region", "aria-label": "Closed table", tabindex: "-1" },
    finalBody(
      h("header", h("h2", "This table is closed"), h("p", began ? played : "No game was played here.")),
      began && plainStandings(scene),
    ),
    h("footer", ...(began ? exitLinks(scene.table.id) : [toLobby("a.action.primary")])),
  );
}

/** The sheet that says why there is no table. @param {string} why */
export function noTable(why) {
  const what = "The link may be incomplete, or the table has expired.";
  return h(
    "section.sheet.final",
    { role: "region", "aria-label": "No table", tabindex: "-1" },
    finalBody(h("header", h("div", { role: "status" }, h("h2", why), h("p", what)))),
    h("footer", toLobby("a.action.primary")),
  );
}

const toLobby = (kind = "a.action") => h(kind, { href: "/" }, "Lobby");

/** @param {string} id */
const exitLinks = (id) => [h("a.action", { href: `/replay?table=${id}` }, "Replay"), toLobby()];

/** The scores of a game without a winner. @param {Running} scene */
function plainStandings(scene) {
  const scores = scene.view.players.map(({ score }) => score);
  const ranking = rankingOf(scene, scores, []);
  return h(
    "ol.results.plain-list",
    { "aria-label": "Scores" },
    ranking.map(({ seat }) =>
      h(
        "li",
        { key: seat },
        h("span.who", seatPortrait(scene, seat), h("b", nameOf(scene, seat))),
        h("span.change", scoreText(scene.showing, scene.view.options, scores[seat])),
      ),
    ),
  );
}

/** @param {boolean} asked @param {() => void} again */
function rematchButton(asked, again) {
  const props = { type: "button", id: "again", "aria-disabled": asked ? "true" : undefined, on: { click: again } };
  return h("button.action.primary", props, h("span", asked ? "Waiting for the others" : "Play again"));
}

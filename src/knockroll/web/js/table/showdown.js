/** The end of a hand, with all hands and their values, and the end of the game. */

import { h } from "../draw/dom.js";
import { card } from "../draw/pieces.js";
import { inMelds } from "../model/arrangement.js";
import { saidWithAmount, summand } from "../model/endings.js";
import { isClosed, isRunning, nameOf, namesOf } from "../model/scene.js";
import { rankingOf } from "../model/standings.js";
import { capital, cardName, counted, figure, fill, listed, signed } from "../model/words.js";
import { scoreText } from "./seats.js";

/** @import { Child } from "../draw/dom.js" */
/** @import { Term } from "../model/types.js" */
/** @import { Over, Shown } from "../model/endings.js" */
/** @import { Running, Scene } from "../model/scene.js" */

/**
 * The end of a hand.
 * @param {Running} scene @param {Over} over @param {number} continueIn seconds until it goes on by itself, or 0
 * @param {() => void} goOn
 */
export function showdown(scene, over, continueIn, goOn) {
  const { account } = over;
  const { round } = scene.showing;
  const seats = scene.view.players.map(({ seat }) => seat).filter((seat) => !over.wasOut[seat] || over.points[seat]);
  const most = Math.max(1, ...seats.map((seat) => over.shown[seat]?.cards.length ?? 0));
  const props = {
    role: "region",
    "aria-label": `End of the ${round.one}`,
    tabindex: "-1",
    class: most > 5 ? "long" : "",
  };
  const names = namesOf(scene);
  const clause = account?.clause ?? "";
  const rule = clause && h("a", { href: `/rules/${scene.view.game}#${clause}`, target: "_blank" }, `Rule ${clause}`);
  return h(
    "section.sheet.showdown",
    props,
    h(
      "header",
      { tabindex: "0", role: "group", "aria-label": "How it ended" }, // in a low window it scrolls
      h("h2", account ? fill(account.title, names) : `The ${round.one} is over`),
      account && h("p", `${fill(account.detail, names)} `, rule),
    ),
    h(
      "ul.results",
      { tabindex: "0", "aria-label": "Hands" },
      seats.map((seat) => result(scene, over, seat)),
    ),
    h("footer", continueButton(continueIn, goOn)),
  );
}

/** @param {number} continueIn @param {() => void} goOn */
function continueButton(continueIn, goOn) {
  const props = { type: "button", id: "continue", "data-first": true, "aria-keyshortcuts": "c" };
  const wait = continueIn > 0 && h("small", { "aria-hidden": "true" }, `in ${continueIn}`);
  return h("button.action.primary", { ...props, on: { click: goOn } }, h("span", "Continue"), wait);
}

/** @param {Running} scene @param {Over} over @param {number} seat */
function result(scene, over, seat) {
  const { showing, view } = scene;
  const { account } = over;
  const names = namesOf(scene);
  const shown = over.shown[seat];
  const counts = over.counts[seat] ?? null;
  const allTied = over.winners.length === over.wasOut.filter((was) => !was).length;
  const won = showing.round.has_winner && over.winners.includes(seat) && !allTied;
  const out = over.out[seat] && !over.wasOut[seat];
  const points = over.points[seat] ?? 0;
  const bad = showing.score.best === "low" ? points > 0 : points < 0;
  const sum = account?.sums[seat] ?? [];
  const note = fill(account?.notes[seat] ?? "", names);
  const counting = account?.counting[seat] ?? [];
  const unit = Math.abs(points) === 1 ? showing.score.one : showing.score.many;
  return h(
    "li",
    { key: seat, class: won ? "won" : "" },
    h(
      "span.who",
      h("b", nameOf(scene, seat)),
      won && h("span.tag.win", "won"),
      over.marks[seat].map((mark) => h("span.tag", { key: mark }, mark)),
      out && h("span.tag.bad", "out"),
      over.wasOut[seat] && !over.out[seat] && h("span.tag.win", "back"),
    ),
    h(
      "span.cards",
      shown
        ? arranged(shown, counting)
        : view.hand && h("span.none", view.players[seat].cards ? "not shown" : "no cards"),
    ),
    h("span.worth", counts === null ? "" : [h("b", figure(counts)), h("small", showing.hand.count)]),
    h(
      "span.change",
      { class: bad ? "bad" : "" },
      h("b", points ? `${signed(points)} ${unit}` : "—"),
      h("small", `total ${figure(over.scores[seat])}`),
    ),
    (note || sum.length > 0) &&
      h("span.why", note && h("span", `${capital(note)}. `), sum.length > 0 && arithmetic(sum, points, names)),
  );
}

/**
 * The arithmetic of the points: each term with its words.
 * @param {Term[]} sum @param {number} points @param {string[]} names
 */
function arithmetic(sum, points, names) {
  if (sum.length === 1) return h("span.sum", capital(fill(sum[0].text, names, { n: figure(Math.abs(points)) })));
  const terms = sum.map((term, index) => {
    const whole = saidWithAmount(term, !index, names);
    const parts = whole ? [`${whole} `] : [h("b", summand(term.amount, !index)), ` ${fill(term.text, names)} `];
    return h("span.term", { key: index }, ...parts);
  });
  return h("span.sum", terms, h("b", `= ${figure(points)}`));
}

/** @param {Shown} shown @param {string[]} counting the cards that count, if not all do */
function arranged(shown, counting) {
  return inMelds(shown.cards, shown.melds).map((group, index) =>
    h(
      "span.mini-group",
      { key: index, class: group.meld ? "meld" : "" },
      group.cards.map((one) => {
        const idle = counting.length > 0 && !counting.includes(one);
        const spoken = `${cardName(one)}, doesn't count`;
        return card(one, { key: one, class: idle ? "mini idle" : "mini", ...(idle && { "aria-label": spoken }) });
      }),
    ),
  );
}

/**
 * The end of the game.
 * @param {Running} scene @param {NonNullable<Running["result"]>} result @param {() => void} again
 */
export function gameOver(scene, result, again) {
  const { winners, scores } = result;
  const { showing, table, you } = scene;
  const names = winners.map((seat) => nameOf(scene, seat));
  const many = winners.length > 1 || (you !== null && winners.includes(you));
  const closed = isClosed(scene) ? " This table is closed." : "";
  const last = scene.over?.account ?? scene.view.last_hand?.account;
  const ending = last && fill(`${last.title}. ${last.detail ?? ""}`, namesOf(scene));
  const yours = you === null || winners.includes(you);
  return [
    yours && confetti(),
    h(
      "section.sheet.final",
      { key: "sheet", role: "region", "aria-label": "End of the game", tabindex: "-1", class: yours ? "yours" : "" },
      finalBody(
        h(
          "header",
          crown(),
          h("h2", `${listed(names)} ${many ? "win" : "wins"}!`),
          h("p", `${counted(scene.view.hands_played, showing.round.one, showing.round.many)} played.${closed}`),
        ),
        standings(scene, scores, winners),
        ending && h("p.how", h("b", `Final ${showing.round.one}: `), ending),
        h("p.how", showing.goal),
      ),
      h("footer", you !== null && !closed && rematchButton(table.votes.includes(you), again), ...exitLinks(table.id)),
    ),
  ];
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
      began &&
        standings(
          scene,
          scene.view.players.map(({ score }) => score),
          [],
        ),
    ),
    h("footer", ...(began ? exitLinks(scene.table.id) : [toLobby()])),
  );
}

/** The sheet that says why there is no table. @param {string} why */
export function noTable(why) {
  const what = "The link may be incomplete, or the table has expired.";
  return h(
    "section.sheet.final",
    { role: "region", "aria-label": "No table", tabindex: "-1" },
    finalBody(h("header", h("div", { role: "status" }, h("h2", why), h("p", what)))),
    h("footer", toLobby()),
  );
}

const toLobby = () => h("a.action", { href: "/" }, "Lobby");

/** @param {string} id */
const exitLinks = (id) => [h("a.action", { href: `/replay?table=${id}` }, "Replay"), toLobby()];

/** All players, the best first. @param {Running} scene @param {number[]} scores @param {number[]} winners */
function standings(scene, scores, winners) {
  const { showing, view } = scene;
  return h(
    "ol.results.final-list",
    { "aria-label": "Scores" },
    rankingOf(scene, scores, winners).map(({ seat, place, out_in: out }) => {
      const won = winners.includes(seat);
      const who = h("span.who", h("b", nameOf(scene, seat)), won && h("span.unseen", "winner"));
      return h(
        "li",
        { key: seat, class: won ? "won" : "" },
        winners.length > 0 && h("span.rank", { "aria-hidden": "true" }, place),
        who,
        h(
          "span.change",
          scoreText(showing, view.options, scores[seat]),
          out > 0 && h("small", `out in ${showing.round.one} ${out}`),
        ),
      );
    }),
  );
}

/** @param {boolean} asked @param {() => void} again */
function rematchButton(asked, again) {
  const props = { type: "button", id: "again", "aria-disabled": asked ? "true" : undefined, on: { click: again } };
  return h("button.action.primary", props, h("span", asked ? "Waiting for the others" : "Play again"));
}

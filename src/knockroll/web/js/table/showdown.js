/** The end of a hand: a headline on the table, where the cards lie open; or a sheet with all hands and their count. */

import { h } from "../draw/dom.js";
import { card } from "../draw/pieces.js";
import { inMelds } from "../model/arrangement.js";
import { addedTo, saidWithAmount, summand } from "../model/endings.js";
import { nameOf, namesOf } from "../model/scene.js";
import { capital, cardName, figure, fill, signed } from "../model/words.js";
import { seatPortrait } from "./seats.js";

/** @import { Term } from "../model/types.js" */
/** @import { Over, Shown } from "../model/endings.js" */
/** @import { Running } from "../model/scene.js" */

/**
 * What the end of a hand needs beside the scene.
 * @typedef {object} Ending
 * @property {Over} over
 * @property {number} continueIn seconds until it goes on by itself, or 0
 * @property {boolean} details whether the person wants to see how it was scored
 * @property {() => void} goOn
 * @property {() => void} toggle show or hide the details
 */

/** The headline in the middle of the table. @param {Running} scene @param {Ending} ending */
export function headline(scene, { over }) {
  const props = { role: "region", "aria-label": endName(scene), tabindex: "-1", key: "headline" };
  return h("section.showdown.headline", props, heading(scene, over));
}

/** @param {Running} scene */
const endName = ({ showing }) => `End of the ${showing.round.one}`;

/** How the hand ended, and why. @param {Running} scene @param {Over} over */
function heading(scene, { account }) {
  const names = namesOf(scene);
  const clause = account?.clause ?? "";
  const rule = clause && h("a", { href: `/rules/${scene.view.game}#${clause}`, target: "_blank" }, `Rule ${clause}`);
  return h(
    "header",
    { tabindex: "0", role: "group", "aria-label": "How it ended" }, // in a low window it scrolls
    h("h2", account ? fill(account.title, names) : `The ${scene.showing.round.one} is over`),
    account && h("p", `${fill(account.detail, names)} `, rule),
  );
}

/** The buttons at the end of a hand. @param {Ending} ending @param {string} less the words for fewer details */
export function endButtons({ continueIn, details, goOn, toggle }, less) {
  const go = { type: "button", id: "continue", "data-first": true, "aria-keyshortcuts": "c", on: { click: goOn } };
  const more = { type: "button", "aria-expanded": String(details), on: { click: toggle } };
  const wait = continueIn > 0 && h("small", { "aria-hidden": "true" }, `in ${continueIn}`);
  return [
    h("button.action.primary.go-on", { key: "go", ...go }, h("span", "Continue"), wait),
    h("button.action.more", { key: "more", ...more }, details ? less : "Details"),
  ];
}

/**
 * The end of a hand as a sheet, with all cards.
 * @param {Running} scene @param {Ending} ending @param {boolean} inPlace
 */
export function showdown(scene, ending, inPlace) {
  const { over, details } = ending;
  const seats = scene.view.players.map(({ seat }) => seat).filter((seat) => !over.wasOut[seat] || over.points[seat]);
  const most = Math.max(1, ...seats.map((seat) => over.shown[seat]?.cards.length ?? 0));
  const kind = [most > 5 && "long", details && "explained"].filter(Boolean).join(" ");
  const props = { role: "region", "aria-label": endName(scene), tabindex: "-1", class: kind };
  return h(
    "section.sheet.showdown",
    { key: "sheet", ...props },
    heading(scene, over),
    h(
      "ul.results",
      { tabindex: "0", "aria-label": "Hands" },
      seats.map((seat) => result(scene, over, seat, details)),
    ),
    h("footer", endButtons(ending, inPlace ? "Back to the table" : "Fewer details")),
  );
}

/** @param {Running} scene @param {Over} over @param {number} seat @param {boolean} explained */
function result(scene, over, seat, explained) {
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
      seatPortrait(scene, seat),
      h("b", nameOf(scene, seat)),
      won && h("span.tag.win", "won"),
      over.marks[seat].map((mark) => h("span.tag", { key: mark }, mark)),
      out && h("span.tag.bad", "out"),
      over.wasOut[seat] && !over.out[seat] && h("span.tag.win", "back"),
    ),
    h(
      "span.cards",
      shown
        ? [...arranged(shown, counting, over.added[seat] ?? []), laidOff(addedTo(over, seat))]
        : view.hand && h("span.none", view.players[seat].cards ? "not shown" : "no cards"),
    ),
    h("span.worth", counts === null ? "" : [h("b", figure(counts)), h("small", showing.hand.count)]),
    h(
      "span.change",
      { class: bad ? "bad" : "" },
      h("b", points ? `${signed(points)} ${unit}` : "—"),
      h("small", `total ${figure(over.scores[seat])}`),
    ),
    explained &&
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

/** Cards that others added to these melds, in another tint. @param {string[]} cards */
function laidOff(cards) {
  if (!cards.length) return null;
  const title = "added by others";
  return h(
    "span.mini-group.meld",
    { key: "added", title },
    cards.map((one) => card(one, { key: one, class: "mini added", "aria-label": `${cardName(one)}, ${title}` })),
  );
}

/**
 * @param {Shown} shown @param {string[]} counting the cards that count, if not all do
 * @param {string[]} added the cards that were added to the melds of another
 */
function arranged(shown, counting, added) {
  return inMelds(shown.cards, shown.melds).map((group, index) =>
    h(
      "span.mini-group",
      { key: index, class: group.meld ? "meld" : "" },
      group.cards.map((one) => {
        const idle = counting.length > 0 && !counting.includes(one);
        const gone = added.includes(one);
        const said = idle ? "doesn't count" : gone ? "added to another's meld" : "";
        const kind = ["mini", idle && "idle", gone && "added"].filter(Boolean).join(" ");
        return card(one, { key: one, class: kind, ...(said && { "aria-label": `${cardName(one)}, ${said}` }) });
      }),
    ),
  );
}

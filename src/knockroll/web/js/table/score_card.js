/** The score card: what dice are worth under the rules in force. On the felt, or in a dialog. */

import { h } from "../draw/dom.js";
import { diePicture } from "../draw/pieces.js";
import { capital, figure } from "../model/words.js";
import { dialog } from "../ui/dialogs.js";

/** @import { View } from "../model/types.js" */
/** @import { WholeShowing, WholeWorth } from "../model/showing.js" */

const TITLE = "Scoring";
/** Lines with up to this many dice stand in pairs. */
const SHORT = 3;

/** The lines that hold with these options. @param {WholeShowing} showing @param {View["options"]} options */
function linesOf({ worth }, options) {
  return worth.filter(({ when }) => Object.entries(when).every(([option, value]) => options[option] === value));
}

/** @param {WholeWorth} line */
const isShort = ({ dice }) => dice.length > 0 && dice.length <= SHORT;

/** The number of its rows; 0 for a game without such a card. @param {WholeShowing} showing @param {View} view */
export function scoreCardRows(showing, view) {
  const lines = linesOf(showing, view.options);
  const short = lines.filter(isShort).length;
  return Math.ceil(short / 2) + lines.length - short;
}

/**
 * The card on the felt, with the combinations highlighted that can be set aside now.
 * @param {WholeShowing} showing @param {View} view
 */
export function scoreCard(showing, view) {
  return h("section.score-card", { key: "score-card", "aria-label": TITLE }, h("h2", TITLE), lines(showing, view));
}

/** @param {WholeShowing} showing @param {View} view */
export function scoreCardDialog(showing, view) {
  dialog(TITLE, () => [lines(showing, view)]);
}

/** @param {WholeShowing} showing @param {View} view */
function lines(showing, view) {
  const words = showing.middle.flatMap((part) => (part.is === "dice" && part.choose ? [part.choose] : []));
  return h(
    "ul.worths",
    linesOf(showing, view.options).map((line, index) => {
      const { dice, label, points, said } = line;
      const now = words.some((word) => view.legal.includes([word, ...dice].join(" ")));
      const faces = dice.map((face, place) => h("span.die", { key: place, "aria-hidden": "true" }, diePicture(face)));
      return h(
        "li",
        { key: index, class: [!isShort(line) && "wide", now && "now"].filter(Boolean).join(" ") },
        h("span.what", faces, h("span", { class: dice.length ? "unseen" : "" }, capital(label || dice.join(" ")))),
        h("b", said || figure(points)),
      );
    }),
  );
}

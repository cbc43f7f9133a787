/** The widths of the players' names, measured as they are written on the felt. */

import { nameOf } from "../model/scene.js";

/** @import { Running } from "../model/scene.js" */

/** The widths of the dot and the dealer's mark before a name, relative to the text size. */
const DOT = 1.1;
const DEALER = 1.6;
/** Letters are measured at this size, in pixels. */
const SIZE = 100;
/** @type {Map<string, number[]>} */
const measured = new Map();

/**
 * The width of each word in the line of a name, relative to the text size.
 * @param {Running} scene @param {number} seat @param {boolean} [deals] whether the dealer's mark stands before it
 */
export function wordWidths(scene, seat, deals = scene.showing.has_dealer) {
  const [first, ...rest] = widthsOf(nameOf(scene, seat));
  return [DOT + (deals ? DEALER : 0) + first, ...rest];
}

/** @param {string} name */
function widthsOf(name) {
  const known = measured.get(name);
  if (known) return known;
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return [0];
  pen.font = `700 ${SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  const widths = name.split(/\s+|(?<=-)/u).map((word) => pen.measureText(word).width / SIZE);
  measured.set(name, widths);
  return widths;
}

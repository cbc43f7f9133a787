/** How much room the names of the others need: what they measure, written as they are on the felt. */

import { nameOf } from "../model/scene.js";

/** @import { Running } from "../model/scene.js" */

/** What is written before a name, in sizes of its text: a dot, and for one of them that they deal. */
const DOT = 1.1;
const DEALER = 1.6;
/** Letters are measured at this size, in pixels. */
const SIZE = 100;
/** @type {Map<string, number[]>} */
const measured = new Map();

/**
 * How wide each word is of what stands in the line of a name, in sizes of its text.
 * @param {Running} scene @param {number} seat @param {boolean} [deals] so that there is a mark before it
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

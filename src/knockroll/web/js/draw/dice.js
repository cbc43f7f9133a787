/** Dice as SVG, drawn here. A die is 100 by 100 units. */

import { svg } from "./svg.js";

/** Where the spots of each face lie. @type {Record<number, string>} */
const SPOTS = {
  1: "50,50",
  2: "28,28 72,72",
  3: "28,28 50,50 72,72",
  4: "28,28 72,28 28,72 72,72",
  5: "28,28 72,28 50,50 28,72 72,72",
  6: "28,25 72,25 28,50 72,50 28,75 72,75",
};

/** @param {number} number 1 to 6 @returns {SVGElement} the die showing that face */
export function die(number) {
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: "die-face", "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: 96, height: 96, rx: 20, class: "die-body" }),
    ...SPOTS[number].split(" ").map((spot) => {
      const [cx, cy] = spot.split(",");
      return svg("circle", { cx, cy, r: 9, class: "die-spot" });
    }),
  );
}

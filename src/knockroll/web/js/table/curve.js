/** The scores from hand to hand as lines, one for each player. */

import { h } from "../draw/dom.js";
import { nameOf } from "../model/scene.js";
import { curvesOf } from "../model/standings.js";
import { figure } from "../model/words.js";

/** @import { Running } from "../model/scene.js" */

/** Colours that can be told apart, also by colour-blind people, on light and dark ground. */
const COLOURS = [
  "#d97706",
  "#2f7fd1",
  "#1f9d6b",
  "#c2417c",
  "#7c5cd6",
  "#8a8f98",
  "#b5532a",
  "#0f9bb3",
  "#a0a52a",
  "#666",
];
const [WIDE, HIGH, EDGE] = [600, 150, 6];

/** @param {number} seat */
export const lineColour = (seat) => COLOURS[seat % COLOURS.length];

/**
 * The points of each line, in a box of these measures.
 * @param {number[][]} curves @param {number} width @param {number} height @returns {{x: number, y: number}[][]}
 */
export function linePoints(curves, width, height) {
  const all = curves.flat();
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const long = Math.max(1, (curves[0]?.length ?? 1) - 1);
  return curves.map((curve) =>
    curve.map((score, index) => ({
      x: EDGE + (index / long) * (width - 2 * EDGE),
      y: height - EDGE - ((score - least) / Math.max(1, most - least)) * (height - 2 * EDGE),
    })),
  );
}

/** @param {Running} scene */
export function curve(scene) {
  const curves = curvesOf(scene);
  if ((curves[0]?.length ?? 0) < 3) return null; // two points are no course
  const lines = linePoints(curves, WIDE, HIGH);
  const ends = curves.map((line, seat) => `${nameOf(scene, seat)} ${figure(line.at(-1) ?? 0)}`);
  const { in_turn: inTurn, one } = scene.showing.round;
  const steps = inTurn ? "round by round" : `${one} by ${one}`;
  const label = `Scores ${steps}, in the end: ${ends.join(", ")}`;
  return h(
    "svg.curve",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    lines.map((line, seat) =>
      h("polyline", {
        key: seat,
        class: seat === scene.you ? "you" : "",
        points: line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "),
        style: { "--line-colour": lineColour(seat) },
      }),
    ),
    lines.map((line, seat) => {
      const { x, y } = line.at(-1) ?? { x: 0, y: 0 };
      return h("circle", { key: `end-${seat}`, cx: x, cy: y, r: 5, style: { "--line-colour": lineColour(seat) } });
    }),
  );
}

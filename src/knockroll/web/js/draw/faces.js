/** Faces of players, drawn on a grid of 64: from the features that a player names, and otherwise from its name. */

import { svg } from "./svg.js";

/** @import { Face } from "../model/types.js" */

/** @typedef {{look: ReadonlySet<Face>, hair: string, skin: string, cloth: string, ink: string}} Person */

const GROUNDS = ["#d9c3a5", "#b9cfc0", "#c4c8de", "#e0bfb4", "#d7cf9f", "#b8cdd6"];
const SKINS = ["#f6d7bd", "#eabf98", "#cf9a6b", "#a06a43", "#6e4529"];
const CLOTHS = ["#274b7a", "#7c2f35", "#2f6b52", "#5b4a7d", "#8a5a1f", "#3d4a52"];
const INK = "#2a2320";
const PALE = "#fffaf2";

/** @type {Face[]} */
const CUTS = ["short", "long", "curly", "spiky", "bun", "bald"];
/** @type {Partial<Record<Face, string>>} */
const COLOURS = {
  black: "#2b2627",
  brown: "#6b452b",
  red: "#b4532a",
  blond: "#d8a94a",
  grey: "#8f9499",
  white: "#e9e6df",
};

const FRINGE = "M18.500 27C17 13 25 9 32 9S47 13 45.500 27C44 20 40 17.500 32 17.500S20 20 18.500 27Z";

/**
 * @param {string} name @param {readonly Face[]} [look] its features
 * @returns {SVGElement}
 */
export function face(name, look = []) {
  const number = numberOf(name);
  /** @template T @param {readonly T[]} list @param {number} turn */
  const pick = (list, turn) => list[Math.floor(number / 7 ** turn) % list.length];
  /** @param {Face[]} list @param {number} turn */
  const known = (list, turn) => list.find((word) => look.includes(word)) ?? pick(list, turn);
  const colour = known(/** @type {Face[]} */ (Object.keys(COLOURS)), 1);
  const person = {
    look: new Set([...look, known(CUTS, 2)]),
    hair: COLOURS[colour] ?? INK,
    skin: pick(SKINS, 0),
    cloth: pick(CLOTHS, 3),
    ink: INK,
  };
  const parts = look.includes("die") ? die() : look.includes("bird") ? bird(person) : human(person);
  const ground = svg("rect", { width: 64, height: 64, fill: pick(GROUNDS, 4) });
  return svg("svg", { viewBox: "0 0 64 64", class: "face", "aria-hidden": "true" }, ground, ...parts);
}

/** A number that belongs to a name, the same every time. @param {string} name */
function numberOf(name) {
  let number = 2654435761;
  for (const letter of name) number = Math.imul(number ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return number;
}

/** @param {string} d @param {string} fill */
const shape = (d, fill) => svg("path", { d, fill });

/** @param {string} d @param {string} stroke @param {number} width */
const line = (d, stroke, width) =>
  svg("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round" });

/** @param {number} cx @param {number} cy @param {number} r @param {string} fill */
const dot = (cx, cy, r, fill) => svg("circle", { cx, cy, r, fill });

/** @param {Person} person */
function human({ look, hair, skin, cloth, ink }) {
  const has = /** @param {Face} word */ (word) => look.has(word);
  return [
    ...(has("long") ? [shape("M16 27C15 9 24 6 32 6S49 9 48 27L51 53H13Z", hair)] : []),
    ...(has("bun") ? [dot(32, 8, 7, hair)] : []),
    shape("M8 64C8 52 19 47 32 47S56 52 56 64Z", cloth),
    svg("rect", { x: 26.5, y: 38, width: 11, height: 13, rx: 5, fill: skin }),
    svg("ellipse", { cx: 32, cy: 28, rx: 13.5, ry: 15.5, fill: skin }),
    ...(has("beard")
      ? [shape("M18.500 29C18 45 25 50 32 50S46 45 45.500 29C44 35 40 36 32 36S20 35 18.500 29Z", hair)]
      : []),
    ...cut(look, hair),
    ...eyes(look, ink),
    mouth(look, has("beard") ? PALE : ink),
    ...(has("moustache")
      ? [
          shape(
            "M22 37.500C24 33 30 32.500 32 34.500C34 32.500 40 33 42 37.500C38 38 34 38 32 36C30 38 26 38 22 37.500Z",
            hair,
          ),
        ]
      : []),
    ...worn(look, cloth),
  ];
}

/** The hair. @param {ReadonlySet<Face>} look @param {string} hair */
function cut(look, hair) {
  if (look.has("bald")) return [shape("M18.500 31C15 30 16 23 19 22ZM45.500 31C49 30 48 23 45 22Z", hair)];
  if (look.has("curly")) {
    const curls = [18, 23, 29, 35, 41, 46].map((x, i) => dot(x, [20, 14, 11, 11, 14, 20][i], 5.5, hair));
    return [shape(FRINGE, hair), ...curls];
  }
  if (look.has("spiky")) {
    return [
      shape(
        "M18.500 27L14 15L21 16L22 6L29 12L34 4L38 12L46 7L44 16L51 16L45.500 27C44 20 40 17 32 17S20 20 18.500 27Z",
        hair,
      ),
    ];
  }
  return [shape(FRINGE, hair)];
}

/** @param {ReadonlySet<Face>} look @param {string} ink */
function eyes(look, ink) {
  if (look.has("shades")) {
    return [
      shape("M18.500 24H31V28A5 5 0 0 1 20 28ZM33 24H45.500L44 28A5 5 0 0 1 33 28Z", INK),
      line("M30 25H34", INK, 1.5),
    ];
  }
  const pupil = look.has("surprised") ? 2.2 : 1.8;
  const brows = look.has("frown")
    ? "M22.500 22L29 24.500M41.500 22L35 24.500"
    : "M22.500 23Q25.500 21 28.500 22.500M41.500 23Q38.500 21 35.500 22.500";
  const lifted = look.has("surprised")
    ? "M22.500 21Q25.500 18.500 28.500 20.500M41.500 21Q38.500 18.500 35.500 20.500"
    : brows;
  const rings = [26, 38].map((cx) =>
    svg("circle", { cx, cy: 28, r: 5, fill: "none", stroke: ink, "stroke-width": 1.4 }),
  );
  return [
    ...(look.has("glasses") ? [...rings, line("M31 27.500H33", ink, 1.4)] : []),
    ...[26, 38].flatMap((cx) => [dot(cx, 28, 3, PALE), dot(cx, 28, pupil, ink)]),
    line(lifted, ink, 1.4),
  ];
}

/** @param {ReadonlySet<Face>} look @param {string} ink */
function mouth(look, ink) {
  if (look.has("grin")) return shape("M25.500 37H38.500Q38 43 32 43T25.500 37Z", PALE);
  if (look.has("surprised")) return svg("ellipse", { cx: 32, cy: 39, rx: 2.4, ry: 3, fill: ink });
  if (look.has("frown")) return line("M27 40Q32 36.500 37 40", ink, 1.8);
  return line(look.has("flat") ? "M27.500 39H36.500" : "M26.500 37.500Q32 42 37.500 37.500", ink, 1.8);
}

/** @param {ReadonlySet<Face>} look @param {string} cloth */
function worn(look, cloth) {
  if (look.has("hat"))
    return [shape("M20 15V1H44V15Z", INK), shape("M20 15V11H44V15Z", cloth), line("M14 15.500H50", INK, 4)];
  if (look.has("cap")) return [shape("M17.500 19C17 8 25 4 32 4S47 8 46.500 19Z", cloth), line("M18 19H52", INK, 3.5)];
  return look.has("bow") ? [shape("M43 12L34 6V17ZM43 12L52 6V17Z", "#c0272d"), dot(43, 11.7, 2.4, "#9d1f26")] : [];
}

/** @param {Person} person */
function bird({ hair, ink }) {
  const beak = "#d9922e";
  return [
    shape("M10 64C10 44 20 40 30 40S50 46 50 64Z", hair),
    shape("M22 64C22 52 27 48 32 48S42 54 42 64Z", PALE),
    dot(30, 25, 15, hair),
    shape("M16 18C8 16 6 9 9 4C11 11 16 12 22 11Z", hair),
    shape("M24 30C28 40 38 38 43 29C38 24 28 23 24 30Z", PALE),
    shape("M42 21L63 27L42 32Z", beak),
    line("M43 26.700L60 27", ink, 1),
    dot(36, 21, 4, PALE),
    dot(37, 21, 2, ink),
  ];
}

function die() {
  const spots = [
    [23, 23],
    [41, 23],
    [32, 32],
    [23, 41],
    [41, 41],
  ];
  const box = svg("rect", { x: 13, y: 13, width: 38, height: 38, rx: 9, fill: PALE, stroke: "#cfc8b8" });
  return [svg("g", { transform: "rotate(-9 32 32)" }, box, ...spots.map(([cx, cy]) => dot(cx, cy, 3.6, INK)))];
}

/**
 * Cards as SVG, drawn here: faces, courts and backs, crisp at any size.
 *
 * A card is 250 by 350 units. Colours come from CSS custom properties, so that themes and the four-colour deck are
 * a matter of style sheets.
 */

import { court, courtSprites } from "./courts.js";
import { sprite, svg, text } from "./svg.js";

/** The suits as paths around the origin, about 100 units high. @type {Record<string, string>} */
const SUIT_PATHS = {
  s: [
    "M0-50C10-28 44-10 44 16C44 34 30 44 16 40C11 38.500 7 36 5 32C6 42 11 49 17 51H-17",
    "C-11 49-6 42-5 32C-7 36-11 38.500-16 40C-30 44-44 34-44 16C-44-10-10-28 0-50Z",
  ].join(""),
  h: [
    "M0 50C-8 32-46 8-46-20C-46-38-33-48-21-48C-11-48-3-42 0-32C3-42 11-48 21-48C33-48 46-38 46-20",
    "C46 8 8 32 0 50Z",
  ].join(""),
  d: "M0-52C9-32 22-14 38 0C22 14 9 32 0 52C-9 32-22 14-38 0C-22-14-9-32 0-52Z",
  c: [
    "M0-50C14-50 24-39 24-27C24-20 20.500-13.500 15-9C18-10.500 21.500-11 25-11C38-11 47-1 47 12",
    "C47 25 37 35 25 35C16 35 9 31 5 24C6 38 11 48 18 51H-18C-11 48-6 38-5 24C-9 31-16 35-25 35",
    "C-37 35-47 25-47 12C-47-1-38-11-25-11C-21.500-11-18-10.500-15-9C-20.500-13.500-24-20-24-27",
    "C-24-39-14-50 0-50Z",
  ].join(""),
};

/**
 * Where the pips of the number cards lie: in the left, middle or right column, at a height from 0 (top) to 100.
 * @type {Record<string, string>}
 */
const PIPS = {
  2: "M0 M100",
  3: "M0 M50 M100",
  4: "L0 R0 L100 R100",
  5: "L0 R0 M50 L100 R100",
  6: "L0 R0 L50 R50 L100 R100",
  7: "L0 R0 M25 L50 R50 L100 R100",
  8: "L0 R0 M25 L50 R50 M75 L100 R100",
  9: "L0 R0 L33 R33 M50 L67 R67 L100 R100",
  T: "L0 R0 M17 L33 R33 L67 R67 M83 L100 R100",
};

/** @param {string} name @param {number} x @param {number} y @param {number} size @param {boolean} [turned] */
function suit(name, x, y, size, turned = false) {
  const scale = size / 100;
  return svg("path", {
    d: SUIT_PATHS[name],
    class: "ink",
    transform: `translate(${x} ${y}) scale(${scale})${turned ? " rotate(180)" : ""}`,
  });
}

/** The corner. @param {string} card */
function index(card) {
  const [rank, suitName] = card;
  /** @type {Record<string, string|number>} */
  const ten = rank === "T" ? { textLength: 44, lengthAdjust: "spacingAndGlyphs" } : {};
  const label = text(rank === "T" ? "10" : rank, { x: 32, y: 54, class: "ink index", "text-anchor": "middle", ...ten });
  return svg("g", { class: "corner" }, label, suit(suitName, 32, 82, 34));
}

/** @param {string} card */
function pips(card) {
  const [rank, suitName] = card;
  if (rank === "A") return [suit(suitName, 125, 175, 120)];
  return PIPS[rank].split(" ").map((pip) => {
    const height = Number(pip.slice(1)) / 100;
    return suit(suitName, 88 + 37 * "LMR".indexOf(pip[0]), 66 + 218 * height, 46, height > 0.5);
  });
}

/** @param {string} card */
function middle(card) {
  const [rank, suitName] = card;
  return "JQK".includes(rank) ? court(rank, () => suit(suitName, 0, 0, 27)) : pips(card);
}

/**
 * A card face. It has a large index in its middle for cards that are drawn small, and one in its upper left corner for
 * large print, where the next card of a hand leaves it visible.
 * @param {string} card such as "7h"
 * @returns {SVGElement}
 */
export function face(card) {
  sprites();
  const corner = index(card);
  const opposite = /** @type {SVGElement} */ (corner.cloneNode(true));
  opposite.setAttribute("transform", "rotate(180 125 175)");
  const rank = card[0] === "T" ? "10" : card[0];
  const big = text(rank, { x: 125, y: 178, class: "ink big-index", "text-anchor": "middle" });
  /** @type {Record<string, string|number>} */
  const ten = card[0] === "T" ? { textLength: 108, lengthAdjust: "spacingAndGlyphs" } : {};
  const large = text(rank, { x: 66, y: 116, class: "ink large-index", "text-anchor": "middle", ...ten });
  return svg(
    "svg",
    { viewBox: "0 0 250 350", class: `face suit-${card[1]}`, "aria-hidden": "true", focusable: "false" },
    svg("rect", { x: 1.5, y: 1.5, width: 247, height: 347, rx: 18, class: "paper" }),
    svg("g", { class: "pips" }, ...middle(card)),
    svg("g", { class: "big" }, big, suit(card[1], 125, 268, 88)),
    svg("g", { class: "large" }, large, suit(card[1], 66, 192, 96), suit(card[1], 180, 272, 104)),
    corner,
    opposite,
  );
}

const BACK = "knockroll-back";
/** The pattern of the back: the same either way up. */
const STAR = [
  "M125 138L134 166L162 175L134 184L125 212L116 184L88 175L116 166Z",
  "M125 165A10 10 0 1 0 125 185A10 10 0 1 0 125 165Z",
].join("");

/** Draw the back and the courts once per document; cards refer to them. */
function sprites() {
  if (document.getElementById(BACK)) return;
  const pattern = svg(
    "pattern",
    { id: "knockroll-weave", width: 25, height: 25, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 25, height: 25, class: "back-ground" }),
    svg("circle", { cx: 12.5, cy: 12.5, r: 4, class: "back-dot" }),
    svg("path", { d: "M0 0H25M0 0V25", class: "back-line" }),
  );
  sprite(
    pattern,
    ...courtSprites(),
    svg(
      "symbol",
      { id: BACK, viewBox: "0 0 250 350" },
      svg("rect", { x: 1.5, y: 1.5, width: 247, height: 347, rx: 18, class: "paper" }),
      svg("rect", { x: 14, y: 14, width: 222, height: 322, rx: 10, fill: "url(#knockroll-weave)" }),
      svg("rect", { x: 14, y: 14, width: 222, height: 322, rx: 10, class: "back-frame" }),
      svg("circle", { cx: 125, cy: 175, r: 44, class: "back-seal" }),
      svg("path", { d: STAR, class: "back-mark" }),
    ),
  );
}

/** The back of a card. @returns {SVGElement} */
export function back() {
  sprites();
  return svg(
    "svg",
    { viewBox: "0 0 250 350", class: "back", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${BACK}`, width: 250, height: 350 }),
  );
}

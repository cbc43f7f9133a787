/**
 * Cards as SVG, drawn here: faces, courts and backs, crisp at any size.
 *
 * A card is 250 by 350 units. Colours come from CSS custom properties, so that themes and the four-colour deck are
 * a matter of style sheets.
 */

const SVG = "http://www.w3.org/2000/svg";

const RANK_NAMES = {
  A: "ace", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", T: "10", J: "jack", Q: "queen", K: "king",
};
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** The suits as paths around the origin, about 100 units high. */
const SUIT_PATHS = {
  s: "M0-50C10-28 44-10 44 16C44 34 30 44 16 40C11 38.500 7 36 5 32C6 42 11 49 17 51H-17C-11 49-6 42-5 32C-7 36-11 38.500-16 40C-30 44-44 34-44 16C-44-10-10-28 0-50Z",
  h: "M0 50C-8 32-46 8-46-20C-46-38-33-48-21-48C-11-48-3-42 0-32C3-42 11-48 21-48C33-48 46-38 46-20C46 8 8 32 0 50Z",
  d: "M0-52C9-32 22-14 38 0C22 14 9 32 0 52C-9 32-22 14-38 0C-22-14-9-32 0-52Z",
  c: "M0-50C14-50 24-39 24-27C24-20 20.500-13.500 15-9C18-10.500 21.500-11 25-11C38-11 47-1 47 12C47 25 37 35 25 35C16 35 9 31 5 24C6 38 11 48 18 51H-18C-11 48-6 38-5 24C-9 31-16 35-25 35C-37 35-47 25-47 12C-47-1-38-11-25-11C-21.500-11-18-10.500-15-9C-20.500-13.500-24-20-24-27C-24-39-14-50 0-50Z",
};

/** Where the pips of the number cards lie: column (0 left, 1 middle, 2 right) and height from 0 (top) to 1. */
const PIPS = {
  A: [[1, 0.5]],
  2: [[1, 0], [1, 1]],
  3: [[1, 0], [1, 0.5], [1, 1]],
  4: [[0, 0], [2, 0], [0, 1], [2, 1]],
  5: [[0, 0], [2, 0], [1, 0.5], [0, 1], [2, 1]],
  6: [[0, 0], [2, 0], [0, 0.5], [2, 0.5], [0, 1], [2, 1]],
  7: [[0, 0], [2, 0], [1, 0.25], [0, 0.5], [2, 0.5], [0, 1], [2, 1]],
  8: [[0, 0], [2, 0], [1, 0.25], [0, 0.5], [2, 0.5], [1, 0.75], [0, 1], [2, 1]],
  9: [[0, 0], [2, 0], [0, 0.333], [2, 0.333], [1, 0.5], [0, 0.667], [2, 0.667], [0, 1], [2, 1]],
  T: [[0, 0], [2, 0], [1, 0.167], [0, 0.333], [2, 0.333], [0, 0.667], [2, 0.667], [1, 0.833], [0, 1], [2, 1]],
};

/** Half of each court's emblem; the other half is the same upside down. */
const EMBLEMS = {
  J: "M-34-12L-34-46L-20-34L0-58L20-34L34-46L34-12Z",
  Q: "M-44-14L-52-50L-26-32L-14-62L0-36L14-62L26-32L52-50L44-14Z",
  K: "M-48-12L-54-52L-30-36L-18-66L-8-42L0-76L8-42L18-66L30-36L54-52L48-12Z",
};

/** @param {string} card such as "7h" @returns {string} "7 of hearts" */
export function cardName(card) {
  return `${RANK_NAMES[card[0]]} of ${SUIT_NAMES[card[1]]}`;
}

/** @param {string} tag @param {Record<string, string|number>} attributes @param {...SVGElement} children */
function node(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

function suit(name, x, y, size, turned = false) {
  const scale = size / 100;
  return node("path", {
    d: SUIT_PATHS[name], class: "ink", transform: `translate(${x} ${y}) scale(${scale})${turned ? " rotate(180)" : ""}`,
  });
}

function index(card) {
  const [rank, suitName] = card;
  const ten = rank === "T" ? { textLength: 44, lengthAdjust: "spacingAndGlyphs" } : {};
  const label = node("text", { x: 32, y: 54, class: "ink index", "text-anchor": "middle", ...ten });
  label.textContent = rank === "T" ? "10" : rank;
  return node("g", { class: "corner" }, label, suit(suitName, 32, 82, 34));
}

function pips(card) {
  const [rank, suitName] = card;
  if (rank === "A") return [suit(suitName, 125, 175, 120)];
  return PIPS[rank].map(([column, height]) => suit(suitName, 88 + 37 * column, 66 + 218 * height, 46, height > 0.5));
}

function court(card) {
  const [rank, suitName] = card;
  const half = (turned) => node("g", { transform: `translate(125 175)${turned ? " rotate(180)" : ""}` },
    node("path", { d: EMBLEMS[rank], class: "emblem", transform: "translate(0 -40) scale(.86)" }),
    node("rect", { x: -40, y: -48, width: 80, height: 7, rx: 3.5, class: "ink" }),
    suit(suitName, -42, -112, 28));
  const letter = node("text", { x: 125, y: 196, class: "ink monogram", "text-anchor": "middle" });
  letter.textContent = rank;
  return [
    node("rect", { x: 62, y: 38, width: 126, height: 274, rx: 12, class: "panel" }),
    node("path", { d: "M62 175H188", class: "hairline" }),
    half(false),
    half(true),
    node("circle", { cx: 125, cy: 175, r: 33, class: "medallion" }),
    letter,
  ];
}

/**
 * A card face.
 * @param {string} card such as "7h"
 * @returns {SVGSVGElement}
 */
export function face(card) {
  const corner = index(card);
  const opposite = corner.cloneNode(true);
  opposite.setAttribute("transform", "rotate(180 125 175)");
  const big = node("text", { x: 125, y: 178, class: "ink big-index", "text-anchor": "middle" });
  big.textContent = card[0] === "T" ? "10" : card[0];
  return node("svg", { viewBox: "0 0 250 350", class: `face suit-${card[1]}`, "aria-hidden": "true", focusable: "false" },
    node("rect", { x: 1.5, y: 1.5, width: 247, height: 347, rx: 18, class: "paper" }),
    node("g", { class: "middle" }, ...("JQK".includes(card[0]) ? court(card) : pips(card))),
    node("g", { class: "big" }, big, suit(card[1], 125, 268, 88)),
    corner, opposite);
}

const BACK = "knockroll-back";

/** Draw the back once per document; every back is a use of it. */
function backSprite() {
  if (document.getElementById(BACK)) return;
  const pattern = node("pattern", { id: "knockroll-weave", width: 25, height: 25, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    node("rect", { width: 25, height: 25, class: "back-ground" }),
    node("circle", { cx: 12.5, cy: 12.5, r: 4, class: "back-dot" }),
    node("path", { d: "M0 0H25M0 0V25", class: "back-line" }));
  document.body.append(node("svg", { class: "sprite", "aria-hidden": "true" },
    node("defs", {}, pattern,
      node("symbol", { id: BACK, viewBox: "0 0 250 350" },
        node("rect", { x: 1.5, y: 1.5, width: 247, height: 347, rx: 18, class: "paper" }),
        node("rect", { x: 14, y: 14, width: 222, height: 322, rx: 10, fill: "url(#knockroll-weave)" }),
        node("rect", { x: 14, y: 14, width: 222, height: 322, rx: 10, class: "back-frame" }),
        node("circle", { cx: 125, cy: 175, r: 44, class: "back-seal" }),
        node("path", { d: "M105 150H112V171L133 150H143L121 172L145 200H135L116 178L112 182V200H105Z", class: "back-mark" })))));
}

/** The back of a card. @returns {SVGSVGElement} */
export function back() {
  backSprite();
  return node("svg", { viewBox: "0 0 250 350", class: "back", "aria-hidden": "true", focusable: "false" },
    node("use", { href: `#${BACK}`, width: 250, height: 350 }));
}

/** A card as short text with its suit sign, for logs and buttons: "7♥". @param {string} card */
export function cardSign(card) {
  return `${card[0] === "T" ? "10" : card[0]}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[card[1]]}`;
}

/** The sign of a suit by itself. @param {string} name s, h, d or c @returns {SVGSVGElement} */
export function suitSign(name) {
  return node("svg", { viewBox: "-52 -56 104 112", class: `suit-sign suit-${name}`, "aria-hidden": "true" },
    node("path", { d: SUIT_PATHS[name], class: "ink" }));
}

/**
 * The court cards, drawn here: a king, a queen and a jack, each of them twice, head to head.
 *
 * A half of a figure lies around the middle of the card, its head above. The classes are those of css/cards.css:
 * colours follow the suit, the theme and the four-colour deck. Each figure is drawn once per document, and used from
 * there.
 */

import { svg } from "./svg.js";

const BODY = "M-67 40V-12C-66-32-48-43-22-49L-11-56H11L22-49C48-43 66-32 67-12V40Z";
const FACE = "M-20-86C-20-102-11-108 0-108C11-108 20-102 20-86C20-70 10-60 0-60C-10-60-20-70-20-86Z";
const NECK = "M-9-66H9V-52L0-46L-9-52Z";
const EYES = "M-13-87Q-8-92-3-87Q-8-84.500-13-87ZM3-87Q8-92 13-87Q8-84.500 3-87Z";
const BROWS = "M-14-92Q-8-96-3-92M3-92Q8-96 14-92";
const NOSE = "M0-88L-3-78H2";

const TIARA = [
  "M-24-104C-25-114-28-122-32-127C-24-126-18-122-13-116C-9-124-5-130 0-134",
  "C5-130 9-124 13-116C18-122 24-126 32-127C28-122 25-114 24-104Q0-110-24-104Z",
].join("");

/** Pearls and buttons. @param {number} r @param {...[number, number]} places */
function dots(r, ...places) {
  return places.map(([x, y]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`).join("");
}

/** What each figure is made of, from back to front: classes and paths. @type {Record<string, [string, string][]>} */
const FIGURES = {
  K: [
    ["hair", "M-26-58C-36-66-33-106 0-108C33-106 36-66 26-58C20-56 20-68 20-84H-20C-20-68-20-56-26-58Z"],
    ["robe", BODY],
    ["cloth", "M-67 40V-10C-62-26-52-34-42-38L-34 40ZM67 40V-10C62-26 52-34 42-38L34 40Z"],
    ["trim", "M-15-34H15L19 40H-19Z"],
    ["line", "M-15-34L-19 40M15-34L19 40M-42-38L-34 40M42-38L34 40"],
    ["gem", "M0-22L5-15L0-8L-5-15ZM0 0L5 7L0 14L-5 7Z"],
    ["fur", "M-30-52C-18-40 18-40 30-52L42-43C26-22-26-22-42-43Z"],
    ["spot", "M-28-42L-24-33L-29-35ZM-12-37L-10-28L-14-30ZM12-37L14-30L10-28ZM28-42L29-35L24-33Z"],
    ["skin", FACE],
    ["hair", "M-20-88C-20-60-11-45 0-42C11-45 20-60 20-88C17-76 10-72 0-73C-10-72-17-76-20-88Z"],
    ["lips", "M-5-67Q0-64 5-67Q0-61-5-67Z"],
    ["hair", "M0-75C-6-80-13-77-16-71C-10-70-4-71 0-73C4-71 10-70 16-71C13-77 6-80 0-75Z"],
    ["feature", EYES],
    ["stroke", BROWS],
    ["stroke", NOSE],
    ["trim", "M-28-103L-34-131L-17-119L0-137L17-119L34-131L28-103Z"],
    ["gem", "M-28-106H28V-99H-28Z"],
    ["pearl", dots(4, [-34, -132], [34, -132], [0, -136])],
    ["blade", "M46-118L50-127L54-118V-48H46Z"],
    ["trim", "M38-50H62V-44H38ZM47-44H53V-26H47Z"],
    ["skin", "M42-38C42-44 58-44 58-38C60-30 40-30 42-38Z"],
  ],
  Q: [
    ["hair", "M-28-36C-44-46-42-104 0-110C42-104 44-46 28-36C22-34 20-60 20-82H-20C-20-60-22-34-28-36Z"],
    ["skin", NECK],
    ["robe", BODY],
    ["cloth", "M-67 40V-12C-64-28-50-37-36-42L-22 40ZM67 40V-12C64-28 50-37 36-42L22 40Z"],
    ["skin", "M-14-54L0-24L14-54C6-58-6-58-14-54Z"],
    ["fur", "M-22-50L-14-55L0-26L14-55L22-50L0-10Z"],
    ["line", "M-36-42L-22 40M36-42L22 40M0-10V40"],
    ["gem", "M0-4L6 4L0 12L-6 4Z"],
    ["trim", dots(5, [-51, -14], [51, -14], [-45, 6])],
    ["skin", FACE],
    ["hair", "M-21-84C-22-104-10-110 0-110C10-110 22-104 21-84C16-96 8-101 0-101C-8-101-16-96-21-84Z"],
    ["lips", "M-6-69Q-3-72 0-70Q3-72 6-69Q0-62-6-69Z"],
    ["feature", EYES],
    ["stroke", BROWS],
    ["stroke", NOSE],
    ["pearl", dots(3, [-11, -50], [-5, -45], [5, -45], [11, -50])],
    ["trim", TIARA],
    ["pearl", dots(3.5, [-31.5, -129], [31.5, -129], [0, -135])],
    ["stem", "M49-30C51-50 50-64 49-80M49-56C56-60 60-66 60-72C54-70 50-64 49-56Z"],
    ["petal", "M49-84C41-84 37-93 43-97C40-104 48-109 52-104C58-108 63-100 59-96C64-91 57-83 49-84Z"],
    ["pearl", dots(4, [50, -94])],
    ["skin", "M42-34C42-40 57-40 57-34C59-26 40-26 42-34Z"],
  ],
  J: [
    ["stem", "M-50-24V-92"],
    ["blade", "M-50-106C-58-96-58-88-50-80C-42-88-42-96-50-106Z"],
    ["hair", "M-27-58C-34-80-30-108 0-108C30-108 34-80 27-58C22-54 18-58 20-66V-84H-20V-66C-18-58-22-54-27-58Z"],
    ["skin", NECK],
    ["robe", BODY],
    ["cloth", "M-67 40V-12C-66-30-52-40-34-46L60 40ZM22-49C40-45 58-36 64-22L44-10L8-44Z"],
    ["trim", "M-40-44L-26-48L67 34V40H50Z"],
    ["fur", "M-24-50L-11-57L0-45L11-57L24-50L10-36L0-42L-10-36Z"],
    ["line", "M-34-46L60 40M-40-44L50 40M-26-48L67 34"],
    ["gem", "M-14-27L-8-21L-14-15L-20-21ZM14-3L20 3L14 9L8 3Z"],
    ["skin", FACE],
    ["hair", "M-21-82C-22-100-12-104 0-104C12-104 22-100 21-82C18-92 14-95 8-96C0-93-10-93-16-96C-19-92-20-88-21-82Z"],
    ["lips", "M-5-69Q0-71 5-69Q0-65-5-69Z"],
    ["feature", EYES],
    ["stroke", BROWS],
    ["stroke", NOSE],
    ["petal", "M16-114C30-134 48-138 62-130C60-116 44-106 20-106Z"],
    ["stroke", "M20-110C34-122 46-128 58-128"],
    ["robe", "M-31-100C-33-122-16-132 4-130C24-128 34-116 31-102C16-110-16-110-31-100Z"],
    ["trim", "M-31-100C-16-110 16-110 31-102V-95C16-103-16-103-31-93Z"],
    ["skin", "M-57-34C-57-40-43-40-43-34C-41-26-59-26-57-34Z"],
  ],
};

/** A half ends in the middle of the card, at a seam that falls from right to left. */
const HALF = "M-67-141H67V-16L-67 16Z";
const SEAM = "M-67 13L67-19V-13L-67 19Z";
const ID = "knockroll-court";

/** The drawings that court cards refer to. */
export function courtSprites() {
  const figures = Object.entries(FIGURES).map(([rank, shapes]) =>
    svg(
      "g",
      { id: `${ID}-${rank}`, class: "figure", "clip-path": `url(#${ID}-half)` },
      ...shapes.map(([kind, d]) => svg("path", { class: kind, d })),
    ),
  );
  return [svg("clipPath", { id: `${ID}-half` }, svg("path", { d: HALF })), ...figures];
}

/**
 * A court in the middle of its card.
 * @param {string} rank @param {() => SVGElement} emblem draws the suit of the card, at the origin
 * @returns {SVGElement[]}
 */
export function court(rank, emblem) {
  const half = [svg("use", { href: `#${ID}-${rank}` }), svg("g", { transform: "translate(-49 -121)" }, emblem())];
  const turned = half.map((part) => /** @type {SVGElement} */ (part.cloneNode(true)));
  const frame = { x: 57, y: 33, width: 136, height: 284, rx: 8 };
  return [
    svg("rect", { ...frame, class: "court-ground" }),
    svg(
      "g",
      { transform: "translate(125 175)" },
      ...half,
      svg("g", { transform: "rotate(180)" }, ...turned),
      svg("path", { d: SEAM, class: "seam" }),
    ),
    svg("rect", { ...frame, class: "court-frame" }),
  ];
}

/** Animations: things move from where they were before a redraw to where they are after it. */

import { back, face } from "./cards.js";
import { die } from "./dice.js";

const EASE = "cubic-bezier(.25,.8,.3,1)";

/** The elements with a key. @param {Element} root @returns {HTMLElement[]} */
function keyed(root) {
  return [...root.querySelectorAll("[data-key]")].filter((node) => node instanceof HTMLElement);
}

/** The places of all elements with a key. @param {Element} root @returns {Map<string, DOMRect>} */
export function measure(root) {
  return new Map(keyed(root).map((node) => [node.dataset.key ?? "", node.getBoundingClientRect()]));
}

/**
 * Slide everything that has moved to its new place.
 * @param {Element} root @param {Map<string, DOMRect>} before @param {number} duration
 */
export function slide(root, before, duration) {
  if (!duration) return;
  for (const node of keyed(root)) {
    const was = before.get(node.dataset.key ?? "");
    if (!was) continue;
    const is = node.getBoundingClientRect();
    const [x, y] = [was.left - is.left, was.top - is.top];
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
    const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
    node.animate(frames, { duration: duration * 0.8, easing: EASE });
  }
}

/** Wait until an animation has ended or was cancelled. @param {Animation} animation @returns {Promise<unknown>} */
const ended = (animation) => animation.finished.catch(() => {});

/**
 * @typedef {object} Flight
 * @property {DOMRect} from
 * @property {Element} to
 * @property {string|null} card null for a card that stays face down
 * @property {boolean} startsUp
 * @property {boolean} endsUp
 * @property {number} duration
 * @property {number} [delay]
 */

/**
 * Fly a card from one place to another, turning it over on the way if needed. It stays invisible until its turn,
 * because the shadows of waiting cards would add up.
 * @param {Flight} flight
 * @returns {Promise<unknown>}
 */
export function fly({ from, to, card, startsUp, endsUp, duration, delay = 0 }) {
  const target = to.getBoundingClientRect();
  if (!duration || !from.width || !target.width) return Promise.resolve();
  const ghost = document.createElement("div");
  ghost.className = "flight";
  ghost.style.width = `${target.width}px`;
  ghost.style.height = `${target.height}px`;
  document.getElementById("flights")?.append(ghost);
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration, delay, easing: EASE, fill: "forwards" };
  const start = `translate(${from.left}px, ${from.top}px) scale(${from.width / target.width})`;
  const end = `translate(${target.left}px, ${target.top}px) scale(1)`;
  const hidden = to.animate([{ opacity: 0 }, { opacity: 0 }], { duration: duration + delay, fill: "none" });
  const frames = [start, end].map((transform) => ({ transform, visibility: "visible" }));
  if (startsUp === endsUp) ghost.append(ghostSide(startsUp ? card : null));
  else turnOver(ghost, startsUp ? card : null, endsUp ? card : null, timing);
  return ended(ghost.animate(frames, timing)).then(() => {
    ghost.remove();
    hidden.cancel();
  });
}

/** One side of a flying card. @param {string|null} card */
function ghostSide(card) {
  const side = document.createElement("div");
  side.className = "side-up";
  side.append(card ? face(card) : back());
  return side;
}

/**
 * Turn one side away until only the edge shows, then the other side up, so that no one sees through the card.
 * @param {HTMLElement} ghost @param {string|null} first @param {string|null} second
 * @param {KeyframeAnimationOptions} timing
 */
function turnOver(ghost, first, second, timing) {
  const [away, towards] = [ghostSide(first), ghostSide(second)];
  ghost.append(away, towards);
  away.animate(
    [
      { transform: "none", visibility: "inherit" },
      { transform: "rotateY(90deg)", visibility: "inherit", offset: 0.5 },
      { transform: "rotateY(90deg)", visibility: "hidden" },
    ],
    { ...timing, fill: "both" },
  );
  towards.animate(
    [
      { transform: "rotateY(-90deg)", visibility: "hidden" },
      { transform: "rotateY(-90deg)", visibility: "inherit", offset: 0.5 },
      { transform: "none", visibility: "inherit" },
    ],
    { ...timing, fill: "both" },
  );
}

/** Something slides from where it was. @param {Element} node @param {DOMRect|null} from @param {number} duration */
export function slideFrom(node, from, duration) {
  if (!from) return Promise.resolve();
  const is = node.getBoundingClientRect();
  const start = `translate(${from.left - is.left}px, ${from.top - is.top}px) scale(${from.width / is.width})`;
  const frames = [start, "none"].map((transform) => ({ transform, transformOrigin: "0 0" }));
  return ended(node.animate(frames, { duration, easing: EASE }));
}

/**
 * Let dice tumble and come to rest on their faces.
 * @param {Element[]} dice @param {number} duration
 */
export function roll(dice, duration) {
  return Promise.all(dice.map((node, index) => tumble(node, duration * (1 + 0.12 * index))));
}

/** @param {Element} node @param {number} length in milliseconds */
function tumble(node, length) {
  const final = node.querySelector("svg");
  if (!final) return Promise.resolve();
  const ticks = Math.max(4, Math.round(length / 90));
  /** @type {SVGElement} */
  let shown = final;
  /** @param {SVGElement} next */
  const show = (next) => {
    shown.replaceWith(next);
    shown = next;
  };
  const timer = setInterval(() => show(die(1 + Math.floor(Math.random() * 6))), length / ticks);
  const turns = 300 + Math.random() * 240;
  const x = (Math.random() - 0.5) * 70;
  const frames = [
    {
      transform: `translate(${x}px, -120px) rotate(${-turns}deg) scale(.8)`,
      opacity: 0.2,
      easing: "cubic-bezier(.3,0,.7,1)",
    },
    { transform: `translate(${x / 2}px, 10px) rotate(${-turns / 3}deg)`, opacity: 1, offset: 0.45, easing: "ease-out" },
    { transform: `translate(${x / 4}px, -26px) rotate(${-turns / 8}deg)`, offset: 0.68, easing: "ease-in" },
    { transform: "none", opacity: 1 },
  ];
  return ended(node.animate(frames, { duration: length })).then(() => {
    clearInterval(timer);
    show(final);
  });
}

const NUDGES = {
  pop: ["none", "scale(1.06)", "none"],
  shake: ["none", "translateX(-5px)", "translateX(5px)", "none"],
  knock: ["none", "translateY(5px)", "none", "translateY(3px)", "none"],
};

/**
 * Nudge an element shortly: for a knock, or a move that isn't allowed.
 * @param {Element|null} node @param {"pop"|"shake"|"knock"} how @param {number} duration
 */
export function nudge(node, how, duration) {
  if (!node || !duration) return;
  node.animate(
    NUDGES[how].map((transform) => ({ transform })),
    { duration: 260, easing: "ease-in-out" },
  );
}

/** Movement: derived from what was where before a redraw and where it is after it. Web Animations only. */

import { back, face } from "./cards.js";
import { die } from "./dice.js";

const EASE = "cubic-bezier(.25,.8,.3,1)";

/** Where everything with a key lies. @param {Element} root @returns {Map<string, DOMRect>} */
export function measure(root) {
  const places = new Map();
  for (const node of root.querySelectorAll("[data-key]")) places.set(node.dataset.key, node.getBoundingClientRect());
  return places;
}

/**
 * What has moved slides to where it is now.
 * @param {Element} root @param {Map<string, DOMRect>} before @param {number} duration @param {Set<string>} except
 */
export function slide(root, before, duration, except = new Set()) {
  if (!duration) return;
  for (const node of root.querySelectorAll("[data-key]")) {
    const was = before.get(node.dataset.key);
    if (!was || except.has(node.dataset.key)) continue;
    const is = node.getBoundingClientRect();
    const [x, y] = [was.left - is.left, was.top - is.top];
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
    node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: duration * 0.8, easing: EASE });
  }
}

/**
 * A card flies from one place to another, turning over on the way if it has to.
 * @param {{from: DOMRect, to: Element, card: string|null, startsUp: boolean, endsUp: boolean, duration: number, delay?: number}} flight
 */
export function fly({ from, to, card, startsUp, endsUp, duration, delay = 0 }) {
  const target = to.getBoundingClientRect();
  if (!duration || !from?.width || !target.width) return Promise.resolve();
  const layer = document.getElementById("flights");
  const ghost = document.createElement("div");
  ghost.className = "flight";
  ghost.style.width = `${target.width}px`;
  ghost.style.height = `${target.height}px`;
  const inner = document.createElement("div");
  inner.className = "turning";
  const sides = [startsUp && card ? face(card) : back(), endsUp && card ? face(card) : back()];
  sides.forEach((side, index) => {
    const holder = document.createElement("div");
    holder.className = index ? "far" : "near";
    holder.append(side);
    inner.append(holder);
  });
  ghost.append(inner);
  layer.append(ghost);
  const timing = { duration, delay, easing: EASE, fill: "both" };
  const start = `translate(${from.left}px, ${from.top}px) scale(${from.width / target.width})`;
  const end = `translate(${target.left}px, ${target.top}px) scale(1)`;
  const hidden = to.animate([{ opacity: 0 }, { opacity: 0 }], { duration: duration + delay, fill: "none" });
  inner.animate([{ transform: "rotateY(0deg)" }, { transform: `rotateY(${startsUp === endsUp ? 0 : 180}deg)` }], timing);
  if (startsUp === endsUp) inner.classList.add("plain");
  return ghost.animate([{ transform: start }, { transform: end }], timing).finished.catch(() => {}).then(() => {
    ghost.remove();
    hidden.cancel();
  });
}

/**
 * Dice tumble and settle on the faces that they show.
 * @param {Element[]} dice @param {number} duration
 */
export function roll(dice, duration) {
  if (!duration) return Promise.resolve();
  return Promise.all(dice.map((node, index) => {
    const final = node.querySelector("svg");
    const length = duration * (1 + 0.12 * index);
    const ticks = Math.max(4, Math.round(length / 90));
    let shown = final;
    const timer = setInterval(() => {
      const next = die(1 + Math.floor(Math.random() * 6));
      shown.replaceWith(next);
      shown = next;
    }, length / ticks);
    const turns = 300 + Math.random() * 240;
    const x = (Math.random() - 0.5) * 70;
    const frames = [
      { transform: `translate(${x}px, -120px) rotate(${-turns}deg) scale(.8)`, opacity: 0.2, easing: "cubic-bezier(.3,0,.7,1)" },
      { transform: `translate(${x / 2}px, 10px) rotate(${-turns / 3}deg)`, opacity: 1, offset: 0.45, easing: "ease-out" },
      { transform: `translate(${x / 4}px, -26px) rotate(${-turns / 8}deg)`, offset: 0.68, easing: "ease-in" },
      { transform: "none", opacity: 1 },
    ];
    return node.animate(frames, { duration: length }).finished.catch(() => {}).then(() => {
      clearInterval(timer);
      shown.replaceWith(final);
    });
  }));
}

/** A short sign of life: a knock, a bad move. @param {Element|null} node @param {"pop"|"shake"} how @param {number} duration */
export function nudge(node, how, duration) {
  if (!node || !duration) return;
  const frames = how === "pop"
    ? [{ transform: "none" }, { transform: "scale(1.06)" }, { transform: "none" }]
    : [{ transform: "none" }, { transform: "translateX(-5px)" }, { transform: "translateX(5px)" }, { transform: "none" }];
  node.animate(frames, { duration: 260, easing: "ease-in-out" });
}

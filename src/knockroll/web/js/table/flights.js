/** Which card flies from where to where: read from an event, before and after the redraw. */

import { fly, roll } from "../animate.js";

const last = (nodes) => nodes[nodes.length - 1] ?? null;

/** Where the cards of an event lie before it. */
export function sources(root, event, you) {
  const find = (selector) => root.querySelector(selector);
  const rect = (node) => node?.getBoundingClientRect() ?? null;
  if (event.kind === "keep") {
    const left = [...root.querySelectorAll(".dice .die")];
    return event.dice.map((face) => {
      const at = left.findIndex((node) => node.getAttribute("aria-label")?.endsWith(`: ${face}`));
      return at < 0 ? null : rect(left.splice(at, 1)[0]);
    });
  }
  if (event.source === "stock") return [rect(find("[data-place=stock] .card"))];
  if (event.source === "discard") return [rect(last(root.querySelectorAll("[data-place=discard] .card")))];
  if (event.source !== "hand") return [];
  if (event.seat === you) return (event.cards ?? []).map((card) => rect(find(`.hand [data-card="${card}"]`)));
  const back = rect(last(root.querySelectorAll(`[data-seat="${event.seat}"] .fan .card`)));
  return Array.from({ length: event.count ?? 0 }, () => back);
}

/** Where they lie after it. */
function targets(root, event, you) {
  const cards = event.cards ?? [];
  const { target = "", seat } = event;
  if (target === "discard") return [root.querySelector(`[data-place=discard] [data-card="${cards[0]}"]`)];
  if (target.startsWith("spread")) return cards.map((card) => root.querySelector(`[data-place="${target.replace(" ", "-")}"] [data-card="${card}"]`));
  if (target !== "hand") return [];
  if (seat === you) return cards.map((card) => root.querySelector(`.hand [data-card="${card}"]`));
  const backs = [...root.querySelectorAll(`[data-seat="${seat}"] .fan .card`)];
  return backs.slice(-(event.count || 1));
}

/**
 * Move what the event moved.
 * @returns {Promise<void>} when it has arrived
 */
export async function fliesFor(root, event, you, from, duration, delay = 0) {
  if (!duration) return;
  if (event.kind === "throw") {
    await roll([...root.querySelectorAll(".dice .die")], duration * 1.6);
    return;
  }
  if (event.kind === "keep") {
    const kept = [...root.querySelectorAll(".kept .die")].slice(-event.dice.length);
    await Promise.all(kept.map((node, i) => slideFrom(node, from[i], duration)));
    return;
  }
  const ends = targets(root, event, you);
  const own = event.seat === you;
  const upBefore = event.source === "discard" || (event.source === "hand" && own);
  const upAfter = event.target === "discard" || event.target?.startsWith("spread") || (event.target === "hand" && own && Boolean(event.cards?.length));
  await Promise.all(ends.map((to, i) => to && fly({
    from: from[Math.min(i, from.length - 1)], to, card: event.cards?.[i] ?? null, startsUp: upBefore, endsUp: Boolean(upAfter), duration, delay: delay + i * duration * 0.18,
  })));
}

function slideFrom(node, from, duration) {
  if (!from) return Promise.resolve();
  const is = node.getBoundingClientRect();
  const start = `translate(${from.left - is.left}px, ${from.top - is.top}px) scale(${from.width / is.width})`;
  return node.animate([{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], { duration, easing: "cubic-bezier(.25,.8,.3,1)" }).finished.catch(() => {});
}

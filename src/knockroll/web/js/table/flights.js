/** The flights of cards and dice, from where they lie before an event to where they lie after it. */

import { fly, roll, slideFrom } from "../draw/animation.js";
import { verbOf } from "../model/choices.js";

/** @import { WholeEvent, WholeShowing } from "../model/showing.js" */
/** @typedef {(DOMRect|null)[]} Places */

/** @param {Element|undefined|null} node */
const box = (node) => node?.getBoundingClientRect() ?? null;

/** The dice that an event takes from a row. @param {WholeShowing} showing @param {WholeEvent} event */
function diceTaken(showing, event) {
  const verb = event.dice.length ? verbOf(showing, event.text) : undefined;
  return verb?.takes === "dice" ? verb : null;
}

/** All cards of a place, the top one last. @param {Element} root @param {string} place */
const cardsAt = (root, place) => [...root.querySelectorAll(`[data-place="${place}"] .card`)];

/**
 * The places of the cards or dice of an event before it.
 * @param {Element} root @param {WholeShowing} showing @param {WholeEvent} event @param {number|null} you
 * @returns {Places}
 */
export function startPlaces(root, showing, event, you) {
  const verb = diceTaken(showing, event);
  if (verb) {
    const part = showing.middle.find((one) => one.is === "dice" && one.choose === verb.word);
    const left = [...root.querySelectorAll(`[data-field="${part?.field}"] .die`)];
    return event.dice.map((face) => {
      const at = left.findIndex((node) => node instanceof HTMLElement && node.dataset.face === String(face));
      return at < 0 ? null : box(left.splice(at, 1)[0]);
    });
  }
  if (event.source !== "hand") return event.source ? [box(cardsAt(root, event.source).at(-1))] : [];
  if (event.seat === you) return event.cards.map((card) => box(root.querySelector(`.hand [data-card="${card}"]`)));
  const back = box([...root.querySelectorAll(`[data-seat="${event.seat}"] .fan .card`)].at(-1));
  return Array.from({ length: event.count }, () => back);
}

/** The elements of the cards after it. @param {Element} root @param {WholeEvent} event @param {number|null} you */
function targets(root, { target, cards, seat, count }, you) {
  if (target === "hand" && seat !== you) {
    return [...root.querySelectorAll(`[data-seat="${seat}"] .fan .card`)].slice(-(count || 1));
  }
  const place = target === "hand" ? ".hand" : `[data-place="${target.replace(" ", "-")}"]`;
  return cards.map((card) => root.querySelector(`${place} [data-card="${card}"]`));
}

/**
 * Animate an event.
 * @param {Element} root @param {WholeShowing} showing @param {WholeEvent} event @param {number|null} you
 * @param {Places} from @param {number} duration @param {number} [delay]
 * @returns {Promise<unknown>} when it has arrived
 */
export function animateEvent(root, showing, event, you, from, duration, delay = 0) {
  if (!duration) return Promise.resolve();
  if (event.dice.length) return diceMove(root, showing, event, from, duration);
  const own = event.seat === you;
  const covered = root.querySelector(`.covered[data-place="${event.source}"]`) !== null;
  const startsUp = event.source === "hand" ? own : !covered;
  const endsUp = event.cards.length > 0 && (event.target !== "hand" || own);
  return Promise.all(
    targets(root, event, you).map((to, i) => {
      const start = from[Math.min(i, from.length - 1)];
      const card = event.cards[i] ?? null;
      return (
        to && start && fly({ from: start, to, card, startsUp, endsUp, duration, delay: delay + i * duration * 0.18 })
      );
    }),
  );
}

/**
 * @param {Element} root
 * @param {WholeShowing} showing @param {WholeEvent} event @param {Places} from @param {number} duration
 */
function diceMove(root, showing, event, from, duration) {
  const rows = showing.middle.filter((part) => part.is === "dice");
  const verb = diceTaken(showing, event);
  if (!verb) {
    const row = rows.find((part) => part.field in event.changes) ?? rows[0];
    return roll([...root.querySelectorAll(`[data-field="${row?.field}"] .die`)], duration * 1.6);
  }
  const aside = rows.find((part) => part.choose !== verb.word);
  const dice = [...root.querySelectorAll(`[data-field="${aside?.field}"] .die`)].slice(-event.dice.length);
  return Promise.all(dice.map((node, i) => slideFrom(node, from[i] ?? null, duration)));
}

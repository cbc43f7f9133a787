/** What screen readers say: every move, as a sentence; and notes that everyone sees. */

import { cardName } from "../model/words.js";

const MOST_LINES = 12;
const CARDS = /(?:(?:10|[2-9AJQK])[♠♥♦♣] )*(?:10|[2-9AJQK])[♠♥♦♣]/g;
/** @type {Record<string, string>} */
const LETTERS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

/** A text with cards by name, as a voice can say them. @param {string} text */
function spoken(text) {
  return text.replace(CARDS, (cards) =>
    cards
      .split(" ")
      .map((sign) => cardName(sign.slice(0, -1).replace("10", "T") + LETTERS[sign.slice(-1)]))
      .join(", "),
  );
}

/**
 * Say a sentence.
 * @param {string} text
 * @param {string} [kind] of a sentence that takes the place of the last one of its kind, which must not be read again
 */
export function say(text, kind = "") {
  const region = document.getElementById("speech");
  if (!region) return;
  const line = document.createElement("p");
  line.textContent = spoken(text);
  if (kind) region.querySelector(`[data-kind="${kind}"]`)?.remove();
  if (kind) line.dataset.kind = kind;
  region.append(line);
  while (region.children.length > MOST_LINES) region.firstElementChild?.remove();
}

let timer = 0;
/** @type {((text: string) => void)|null} */
let shows = null;

/**
 * Show notes in a place of the page instead of the toast; an empty text clears it.
 * @param {(text: string) => void} show @returns {() => void} stop showing them
 */
export function showNotes(show) {
  const toast = document.getElementById("toast");
  toast?.classList.add("unseen");
  shows = show;
  return () => {
    toast?.classList.remove("unseen");
    clearTimeout(timer);
    shows = null;
    tell("");
  };
}

/** @param {string} text */
function tell(text) {
  const toast = document.getElementById("toast");
  if (toast) toast.textContent = text;
  shows?.(text);
}

/** Show and say a short note, such as why a move isn't allowed. @param {string} text */
export function note(text) {
  clearTimeout(timer);
  tell(text);
  timer = setTimeout(tell, Math.max(3500, text.length * 60), "");
}

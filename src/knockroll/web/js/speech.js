/** What a screen reader says: every move, one after the other, in sentences; and notes that everybody sees. */

const MOST_LINES = 12;

/** @param {string} text */
export function say(text) {
  const region = document.getElementById("speech");
  if (!region) return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.children.length > MOST_LINES) region.firstElementChild?.remove();
}

let timer = 0;

/** A short note that everybody sees and hears, such as why a move is not allowed. @param {string} text */
export function note(text) {
  const toast = document.getElementById("toast");
  if (!toast) return;
  toast.textContent = "";
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => toast.classList.remove("shown"), Math.max(3500, text.length * 60));
}

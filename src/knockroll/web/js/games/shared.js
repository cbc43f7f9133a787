/** What the card games have in common in how they are shown. The rules are the server's. */

/** The legal moves that begin with a word. @param {any} view @param {string} word @returns {string[]} */
export function legalMoves(view, word) {
  return (view?.legal ?? []).filter((move) => move === word || move.startsWith(`${word} `));
}

/** Whether it is the person's turn. @param {import("../scene.js").Scene} scene */
export function isYours(scene) {
  return scene.you !== null && scene.view?.turn === scene.you && scene.view.legal.length > 0;
}

/** The button that discards the selected card, where a click alone does not. */
export function discardAction(scene, ui, always = false) {
  const [card] = ui.selected.size === 1 ? [...ui.selected] : [];
  const move = card && scene.view.legal.includes(`discard ${card}`) ? `discard ${card}` : null;
  return { name: "Discard", key: "x", move, primary: true, hidden: !move && !always, why: "Select the card to discard first." };
}

/** A number with its sign. @param {number} number */
export function signed(number) {
  return number > 0 ? `+${number.toLocaleString("en")}` : number < 0 ? `−${Math.abs(number).toLocaleString("en")}` : "0";
}

/** "a, b and c" @param {string[]} words */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "wins", or "win" for you and for several. @param {string[]} names @param {string} [verb] */
export function wins(names, verb = "win") {
  return `${listed(names)} ${names.length === 1 && names[0] !== "You" ? `${verb}s` : verb}`;
}

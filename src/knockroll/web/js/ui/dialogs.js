/** Dialogs, and questions asked in one. */

import { element, h, patch } from "../draw/dom.js";
import { settleFocus } from "./focus.js";
import { watch } from "./settings.js";

/** @import { Child } from "../draw/dom.js" */

/**
 * Show a dialog. It is drawn again when a setting changes or a `redraw` event comes, and removed when it is closed.
 * @param {string} title
 * @param {(box: HTMLDialogElement) => Child[]} content
 */
export function dialog(title, content) {
  const box = /** @type {HTMLDialogElement} */ (element(h("dialog", { "aria-label": title })));
  const close = { type: "button", "aria-label": "Close", on: { click: () => box.close() } };
  const draw = () => patch(box, [h("header", h("h2", title), h("button.quiet", close, "✕")), ...content(box)]);
  draw();
  document.body.append(box);
  const unwatch = watch(draw);
  box.addEventListener("redraw", draw);
  box.addEventListener("close", () => {
    unwatch();
    box.remove();
    settleFocus();
  });
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.showModal();
  return box;
}

/**
 * A question with two answers.
 * @param {string} title @param {string} text @param {string} yes @param {string} no
 * @returns {Promise<boolean>}
 */
export async function ask(title, text, yes, no) {
  return (await question(title, text, [["yes", yes]], no)) !== null;
}

/**
 * A question with several answers, the first of which is the usual one. Returns null for none of them.
 * @template {string} Answer
 * @param {string} title @param {string} text @param {[Answer, string][]} answers each with its words
 * @param {string} none the words for none of them
 * @returns {Promise<Answer|null>}
 */
export function question(title, text, answers, none) {
  return new Promise((resolve) => {
    const box = dialog(title, (self) => {
      /** @param {Answer} answer */
      const give = (answer) => () => {
        resolve(answer);
        self.close();
      };
      return [
        h("p", text),
        h(
          "footer",
          answers.map(([answer, words], index) => {
            const props = { type: "button", key: answer, class: index ? "" : "primary", on: { click: give(answer) } };
            return h("button.action", props, words);
          }),
          // The focus goes to the answer that changes nothing, not to the cross.
          h("button.action", { type: "button", key: "none", autofocus: true, on: { click: () => self.close() } }, none),
        ),
      ];
    });
    box.addEventListener("close", () => resolve(null));
  });
}

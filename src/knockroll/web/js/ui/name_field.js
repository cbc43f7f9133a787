/** The name that others see, and a field for it that says at once if it is too long. */

import { h } from "../draw/dom.js";
import { LONGEST_NAME } from "../model/limits.js";
import { change, settings } from "./settings.js";

/** @import { Props } from "../draw/dom.js" */

/** The name of a person who has not given one. */
const DEFAULT_NAME = "You";

/** The name as the server cleans it: see `clean_name` there. @param {string} name */
function cleaned(name) {
  return name.normalize("NFKC").replace(/\s+/gu, " ").replace(/\p{C}/gu, "").trim();
}

/** The name to sit down with. */
export const ownName = () => settings.name.trim() || DEFAULT_NAME;

/** The problem with the name; empty if there is none. */
function nameProblem() {
  const more = [...cleaned(settings.name)].length - LONGEST_NAME;
  return more > 0 ? `At most ${LONGEST_NAME} characters: ${more} too many.` : "";
}

/**
 * The field, with its label. Typing changes the setting at once; pages that watch the settings draw the field again.
 * @param {string} kind its class @param {Props} [props] of the input
 */
export function nameField(kind, props = {}) {
  const trouble = nameProblem();
  const id = `${kind}-trouble`;
  const about = { name: "name", value: settings.name, autocomplete: "nickname", placeholder: DEFAULT_NAME, ...props };
  const wrong = trouble ? { "aria-invalid": "true", "aria-describedby": id } : {};
  /** @param {{target: HTMLInputElement}} event */
  const typed = ({ target }) => change({ name: target.value });
  return h(
    `div.named.${kind}`,
    h("label", h("span", "Your name"), h("input", { ...about, ...wrong, on: { input: typed } })),
    h("p.name-trouble", { id, role: "status" }, trouble),
  );
}

/** Whether the name is valid; if not, its field gets the focus. @param {ParentNode} root */
export function isNameValid(root) {
  if (!nameProblem()) return true;
  const field = root.querySelector(".named input");
  if (field instanceof HTMLElement) field.focus();
  return false;
}

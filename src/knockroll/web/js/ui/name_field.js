/** The name that others see, and a field for it that says at once what is wrong with it. */

import { h } from "../draw/dom.js";
import { LONGEST_NAME } from "../model/limits.js";
import { change, settings } from "./settings.js";

/** @import { Props } from "../draw/dom.js" */

/** Which name a person has who has not given one. */
const NOBODY = "You";

/** What the server makes of a name: see `clean_name` there. @param {string} name */
function cleaned(name) {
  return name.normalize("NFKC").replace(/\s+/gu, " ").replace(/\p{C}/gu, "").trim();
}

/** The name to sit down with. */
export const ownName = () => settings.name.trim() || NOBODY;

/** What is wrong with the name, or nothing. */
function troubleWithName() {
  const more = [...cleaned(settings.name)].length - LONGEST_NAME;
  return more > 0 ? `At most ${LONGEST_NAME} characters: ${more} too many.` : "";
}

/**
 * The field, with its label. What is typed is a setting at once; pages that watch the settings draw the field anew.
 * @param {string} kind its class @param {Props} [props] of the input
 */
export function nameField(kind, props = {}) {
  const trouble = troubleWithName();
  const id = `${kind}-trouble`;
  const about = { name: "name", value: settings.name, autocomplete: "nickname", placeholder: NOBODY, ...props };
  const wrong = trouble ? { "aria-invalid": "true", "aria-describedby": id } : {};
  /** @param {{target: HTMLInputElement}} event */
  const typed = ({ target }) => change({ name: target.value });
  return h(
    `div.named.${kind}`,
    h("label", h("span", "Your name"), h("input", { ...about, ...wrong, on: { input: typed } })),
    h("p.name-trouble", { id, role: "status" }, trouble),
  );
}

/** Whether the name will do; if not, its field is where to go on. @param {ParentNode} root */
export function nameWillDo(root) {
  if (!troubleWithName()) return true;
  const field = root.querySelector(".named input");
  if (field instanceof HTMLElement) field.focus();
  return false;
}

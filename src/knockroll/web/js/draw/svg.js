/** Elements of drawings. */

/**
 * @param {string} tag @param {Record<string, string|number>} attributes @param {...SVGElement} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/** The attributes of letters that are not inherited by a use of them. */
const OWN = ["textLength", "lengthAdjust"];

/**
 * Letters in a drawing. They are written once per document and referred to, so that they are no part of the page's
 * text: every drawing has its own accessible name.
 * @param {string} letters @param {Record<string, string|number>} attributes
 */
export function text(letters, attributes) {
  const all = Object.entries(attributes);
  const own = Object.fromEntries(all.filter(([name]) => OWN.includes(name)));
  const id = ["letters", letters, ...Object.values(own)].join("-");
  if (!document.getElementById(id)) {
    const written = svg("text", { id, ...own });
    written.textContent = letters;
    sprite(written);
  }
  return svg("use", { href: `#${id}`, ...Object.fromEntries(all.filter(([name]) => !OWN.includes(name))) });
}

/** Keep what many drawings use, unseen. @param {...SVGElement} parts */
export function sprite(...parts) {
  const box = { class: "sprite", "aria-hidden": "true", focusable: "false" };
  document.body.append(svg("svg", box, svg("defs", {}, ...parts)));
}

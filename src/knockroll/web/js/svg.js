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

/** Letters in a drawing. @param {string} letters @param {Record<string, string|number>} attributes */
export function text(letters, attributes) {
  const element = svg("text", attributes);
  element.textContent = letters;
  return element;
}

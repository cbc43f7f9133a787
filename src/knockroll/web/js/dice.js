/** Dice as SVG, drawn here. A die is 100 by 100 units. */

const SVG = "http://www.w3.org/2000/svg";

const SPOTS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[28, 28], [50, 50], [72, 72]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 25], [72, 25], [28, 50], [72, 50], [28, 75], [72, 75]],
};

/** @param {number} number 1 to 6 @returns {SVGSVGElement} the die showing that face */
export function die(number) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", "die-face");
  svg.setAttribute("aria-hidden", "true");
  const body = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: 2, y: 2, width: 96, height: 96, rx: 20, class: "die-body" })) {
    body.setAttribute(name, String(value));
  }
  svg.append(body);
  for (const [x, y] of SPOTS[number] ?? []) {
    const spot = document.createElementNS(SVG, "circle");
    spot.setAttribute("cx", String(x));
    spot.setAttribute("cy", String(y));
    spot.setAttribute("r", "9");
    spot.setAttribute("class", "die-spot");
    svg.append(spot);
  }
  return svg;
}

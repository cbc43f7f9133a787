/** Small line icons, drawn here on a grid of 24. */

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  home: "M4 11L12 4L20 11M6 10V20H18V10",
  reset: "M5 12A7 7 0 1 0 8 6.300M8 2.500V6.500H12",
  settings: "M4 7H13M17 7H20M4 17H7M11 17H20M15 4.500V9.500M9 14.500V19.500",
  help: "M9 9A3 3 0 1 1 12 12.500V14.500M12 18V18.500",
  scores: "M5 20V11M12 20V4M19 20V14M3 20H21",
  rules: "M5 4H16A3 3 0 0 1 19 7V20H8A3 3 0 0 1 5 17ZM5 17A3 3 0 0 1 8 14H19",
  close: "M6 6L18 18M18 6L6 18",
  copy: "M9 9H20V20H9ZM15 9V4H4V15H9",
  leave: "M10 4H5V20H10M9 12H20M16 8L20 12L16 16",
  first: "M18 5L9 12L18 19ZM6 5V19", previous: "M17 5L8 12L17 19Z", next: "M7 5L16 12L7 19Z", last: "M6 5L15 12L6 19ZM18 5V19",
  play: "M7 4L19 12L7 20Z", pause: "M8 5V19M16 5V19",
};

/** @param {keyof typeof PATHS} name @returns {SVGSVGElement} */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

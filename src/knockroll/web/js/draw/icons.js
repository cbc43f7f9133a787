/** Small line icons, drawn here on a grid of 24. */

import { svg } from "./svg.js";

const PATHS = {
  reset: "M5 12A7 7 0 1 0 8 6.300M8 2.500V6.500H12",
  settings: "M4 7H13M17 7H20M4 17H7M11 17H20M15 4.500V9.500M9 14.500V19.500",
  help: "M9 9A3 3 0 1 1 12 12.500V14.500M12 18V18.500",
  people: "M9 11a3 3 0 1 0 0-6a3 3 0 0 0 0 6ZM3 20a6 6 0 0 1 12 0M16 5a3 3 0 0 1 0 6M18 14a6 6 0 0 1 3 6",
  say: "M4 5H20V16H12L7 20V16H4Z",
  scores: "M5 20V11M12 20V4M19 20V14M3 20H21",
  worth: "M5 5H19V19H5ZM9 9V9.500M15 15V15.500M12 12V12.500",
  rules: "M5 4H16A3 3 0 0 1 19 7V20H8A3 3 0 0 1 5 17ZM5 17A3 3 0 0 1 8 14H19",
  hint: "M9 18H15M10 21H14M9 15.500A6 6 0 1 1 15 15.500Z",
  undo: "M9 5L4 10L9 15M4 10H14A5.500 5.500 0 0 1 14 21H11",
  menu: "M4 6H20M4 12H20M4 18H20",
  close: "M6 6L18 18M18 6L6 18",
  first: "M18 5L9 12L18 19ZM6 5V19",
  previous: "M17 5L8 12L17 19Z",
  next: "M7 5L16 12L7 19Z",
  back: "M19 5L12 12L19 19ZM11 5L4 12L11 19Z",
  forth: "M5 5L12 12L5 19ZM13 5L20 12L13 19Z",
  last: "M6 5L15 12L6 19ZM18 5V19",
  play: "M7 4L19 12L7 20Z",
  pause: "M8 5V19M16 5V19",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name @returns {SVGElement} */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}

/** Whether a player is connected: a full dot, or an empty one. */

import { h } from "../draw/dom.js";
import { presenceOf } from "../model/company.js";

/** @import { SeatInfo } from "../model/types.js" */

/** @param {SeatInfo|undefined} seat @param {number|null} you */
export function dot(seat, you) {
  const presence = presenceOf(seat, you);
  if (!presence) return null;
  const words = presence === "here" ? "connected" : "not connected";
  return h("i.presence", { class: presence, role: "img", "aria-label": words, title: words });
}

/** The link to a table: one that others can reach. */

import { h } from "../draw/dom.js";
import { waysTo } from "../model/company.js";
import * as api from "../net/api.js";

/** @import { TableInfo } from "../model/types.js" */
/** @import { At } from "../pages/table.js" */

/** Find out by which link others reach this table. @param {At} at */
export async function findLink(at) {
  const [answer, reach] = await Promise.all([api.table(at.id).catch(() => null), api.reach().catch(() => null)]);
  at.ui.ways = waysTo(answer?.link ?? location.href, reach);
  at.render();
}

/** @param {string} link @param {At} at */
async function copy(link, at) {
  try {
    await navigator.clipboard.writeText(link);
    at.ui.copied = link;
  } catch {
    const field = document.querySelector(`input[value="${link}"]`);
    if (field instanceof HTMLInputElement) field.select();
  }
  at.render();
}

/** @param {At} at @param {TableInfo} table */
export function invitation(at, table) {
  const { ways, copied } = at.ui;
  if (!ways) return null;
  const { links, warning, remedy } = ways;
  const [{ at: address }] = links;
  const source = `/api/tables/${table.id}/qr.svg${address ? `?at=${encodeURIComponent(address)}` : ""}`;
  const reachable = !warning || address !== null;
  return h(
    "div.invitation",
    h("p", reachable ? "Send this link to your friends:" : "The link to this table:"),
    warning && h("p.unreachable", { role: "note" }, warning, remedy && howTo(remedy)),
    links.map(({ link }) => linkLine(link, copied === link, at)),
    reachable && h("img.qr", { src: source, alt: "The link as a QR code", width: "160", height: "160" }),
  );
}

/** @param {string} remedy */
function howTo(remedy) {
  return [" Start the server for others, too: ", h("code", remedy), "."];
}

/** @param {string} link @param {boolean} copied @param {At} at */
function linkLine(link, copied, at) {
  /** @param {{target: HTMLInputElement}} event */
  const focus = ({ target }) => target.select();
  const field = { readonly: true, value: link, "aria-label": "Invitation link", on: { focus } };
  const click = () => copy(link, at);
  return h(
    "div.link-line",
    { key: link },
    h("input", field),
    h("button.action", { type: "button", on: { click } }, copied ? "Copied" : "Copy"),
  );
}

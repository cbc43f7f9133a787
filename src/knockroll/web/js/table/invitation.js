/** The links that others can join a table with. */

import { h } from "../draw/dom.js";
import { invitationLinks } from "../model/company.js";
import * as api from "../net/api.js";

/** @import { TableInfo } from "../model/types.js" */
/** @import { TableState } from "../model/table_state.js" */
/** @import { TableContext } from "./context.js" */

/** @typedef {ReturnType<typeof createInvitation>} Invitation */

/** @param {TableContext} context */
export function createInvitation({ state, render }) {
  return {
    /** Find out which links others can join with. */
    async find() {
      const [answer, reach] = await Promise.all([api.table(state.id).catch(() => null), api.reach().catch(() => null)]);
      state.links = invitationLinks(answer?.link ?? location.href, reach);
      render();
    },
    /** @param {string} link */
    async copy(link) {
      try {
        await navigator.clipboard.writeText(link);
        state.copied = link;
      } catch {
        const field = document.querySelector(`input[value="${link}"]`);
        if (field instanceof HTMLInputElement) field.select();
      }
      render();
    },
  };
}

/** @param {TableState} state @param {TableInfo} table @param {Invitation} actions */
export function invitation(state, table, { copy }) {
  if (!state.links) return null;
  const { links, warning, remedy } = state.links;
  const [{ at: address }] = links;
  const source = `/api/tables/${table.id}/qr.svg${address ? `?at=${encodeURIComponent(address)}` : ""}`;
  const reachable = !warning || address !== null;
  return h(
    "div.invitation",
    h("p", reachable ? "Send this link to your friends:" : "The link to this table:"),
    warning && h("p.unreachable", { role: "note" }, warning, remedy && howTo(remedy)),
    links.map(({ link }) => linkLine(link, state.copied === link, copy)),
    reachable && h("img.qr", { src: source, alt: "The link as a QR code", width: "160", height: "160" }),
  );
}

/** @param {string} remedy */
function howTo(remedy) {
  return [" To let others in, start the server with ", h("code", remedy), "."];
}

/** @param {string} link @param {boolean} copied @param {(link: string) => void} copy */
function linkLine(link, copied, copy) {
  /** @param {{target: HTMLInputElement}} event */
  const focus = ({ target }) => target.select();
  const field = { readonly: true, value: link, "aria-label": "Invitation link", on: { focus } };
  const click = () => copy(link);
  return h(
    "div.link-line",
    { key: link },
    h("input", field),
    h("button.action", { type: "button", on: { click } }, copied ? "Copied" : "Copy"),
  );
}

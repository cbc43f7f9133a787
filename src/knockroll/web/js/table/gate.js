/** Before the game: sitting down, inviting friends, waiting. */

import { h } from "../dom.js";
import { settings } from "../settings.js";

/** @param {import("../scene.js").Scene} scene @param {any} ui @param {any} does */
export function gate(scene, ui, does) {
  const table = scene.table;
  const free = table.seats.filter((seat) => seat.kind === "person" && seat.free);
  return h("section.sheet.gate", { "aria-label": "Before the game" },
    h("header", null, h("h2", null, table.title), h("p", null, free.length ? `Waiting for ${free.length === 1 ? "one more player" : `${free.length} more players`}.` : "About to begin.")),
    h("div.columns", null,
      h("div", null,
        h("ul.places", null, table.seats.map((seat) => h("li", { key: seat.seat, class: seat.free ? "free" : "" },
          h("span", null, seat.seat === scene.you ? `${seat.name} (you)` : seat.free ? "free seat" : seat.name), h("small", null, seat.kind === "computer" ? "computer" : seat.free ? "" : "ready")))),
        scene.you === null ? sitForm(ui, does) : h("button.action.primary", { type: "button", on: { click: does.start } }, h("span", null, "Start now"), free.length ? h("small", null, "computers take the free seats") : null)),
      free.length > 0 && scene.you !== null && invitation(scene, ui, does)));
}

function sitForm(ui, does) {
  return h("form.sit", { on: { submit: does.sit } },
    h("label", null, "Your name", h("input", { name: "name", value: ui.name ?? settings.name, maxlength: "40", required: true, autocomplete: "nickname", on: { input: (event) => { ui.name = event.target.value; } } })),
    h("button.action.primary", { type: "submit" }, h("span", null, "Sit down")));
}

function invitation(scene, ui, does) {
  return h("div.invitation", null,
    h("p", null, "Send this link to your friends:"),
    h("div.link-line", null, h("input", { readonly: true, value: ui.link, "aria-label": "Invitation link", on: { focus: (event) => event.target.select() } }),
      h("button.action", { type: "button", on: { click: does.copyLink } }, ui.copied ? "Copied" : "Copy")),
    h("img.qr", { src: `/api/tables/${scene.table.id}/qr.svg`, alt: "The link as a QR code", width: "160", height: "160" }));
}

/** Somebody who watches a table with a free seat may sit down there. */
export function joinBanner(scene, ui, does) {
  const free = scene.table.seats.some((seat) => seat.free) || scene.table.can_join;
  if (scene.you !== null || !free || scene.table.status !== "running") return null;
  return h("div.banner.join", null, h("span", null, "You are watching."), sitForm(ui, does));
}

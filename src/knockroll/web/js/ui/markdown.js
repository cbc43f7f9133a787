/**
 * Our rule books' Markdown as elements: headings, lists, tables, bold, italics, code, links. Nothing is taken as HTML.
 */

import { h } from "../draw/dom.js";

/** @import { Leaf, VNode } from "../draw/dom.js" */
/** @typedef {(clause: string) => string} Address of a clause */

const ITEM = /^\s*[-*] /;
const CLAUSE = /^\*\*([A-Z]?\d+[a-z]*)\.\*\*\s*/;

/**
 * @param {string} text @param {Address} address
 * @returns {VNode[]}
 */
export function markdown(text, address) {
  const lines = text.replace(/\r/g, "").split("\n");
  /** @type {VNode[]} */
  const out = [];
  while (lines.length) {
    if (!lines[0].trim()) lines.shift();
    else out.push(block(lines, address));
  }
  return out;
}

/** Take lines from the front as long as they fit. @param {string[]} lines @param {(line: string) => boolean} fits */
function take(lines, fits) {
  const end = lines.findIndex((line) => !fits(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

/** One block, taken from the front of the lines. @param {string[]} lines @param {Address} address @returns {VNode} */
function block(lines, address) {
  if (/^#{1,4} /.test(lines[0])) {
    const line = lines.shift() ?? "";
    const level = line.indexOf(" ");
    const title = line.slice(level + 1);
    return h(`h${level}`, { id: slug(title) }, inline(title));
  }
  if (lines[0].startsWith("```")) {
    lines.shift();
    const code = take(lines, (line) => line !== "```");
    lines.shift();
    return h("pre", h("code", code.join("\n")));
  }
  if (ITEM.test(lines[0]))
    return list(
      take(lines, (line) => ITEM.test(line) || /^\s+\S/.test(line)),
      address,
    );
  if (lines[0].startsWith("|")) return table(take(lines, (line) => line.startsWith("|")));
  const words = [
    lines.shift(),
    ...take(lines, (line) => Boolean(line.trim()) && !/^(#{1,4} |\||\s*[-*] |```)/.test(line)),
  ];
  return h("p", inline(words.join(" ")));
}

/** @param {string} line */
const indent = (line) => line.length - line.trimStart().length;

/** @param {string[]} lines @param {Address} address @returns {VNode} */
function list(lines, address) {
  /** @type {{text: string, inner: string[]}[]} */
  const items = [];
  const depth = indent(lines[0]);
  for (const line of lines) {
    const last = items.at(-1);
    if (!last || (indent(line) === depth && ITEM.test(line))) items.push({ text: line.trim().slice(2), inner: [] });
    else if (ITEM.test(line) || last.inner.length) last.inner.push(line);
    else last.text += ` ${line.trim()}`;
  }
  return h(
    "ul",
    items.map(({ text, inner }) => item(text, inner, address)),
  );
}

/** @param {string} text @param {string[]} inner @param {Address} address */
function item(text, inner, address) {
  const nested = inner.length > 0 && list(inner, address);
  const clause = CLAUSE.exec(text);
  if (!clause) return h("li", inline(text), nested);
  const link = { href: address(clause[1]), "aria-label": `Clause ${clause[1]}` };
  return h(
    "li",
    { id: clause[1] },
    h("a.clause", link, `${clause[1]}.`),
    " ",
    inline(text.slice(clause[0].length)),
    nested,
  );
}

/** A cell of so many letters has words to read; with two cells beside it, they need more room than a phone has. */
const WORDY = 24;

/** @param {string[]} rows */
function table(rows) {
  const [head, , ...body] = rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const wordy = head.length > 2 && body.some((row) => row.some((cell) => cell.length > WORDY));
  return h(
    "div.wide",
    { tabindex: "0", role: "region", "aria-label": `Table: ${head.filter(Boolean).map(unmarked).join(", ")}` },
    h(
      "table",
      { class: wordy ? "wordy" : "" },
      h(
        "thead",
        h(
          "tr",
          head.map((cell) => h("th", { scope: "col" }, inline(cell))),
        ),
      ),
      h(
        "tbody",
        body.map((row) =>
          h(
            "tr",
            row.map((cell, column) => h("td", { "data-column": unmarked(head[column]) }, inline(cell))),
          ),
        ),
      ),
    ),
  );
}

/** A text without what makes parts of it bold, italic or code. @param {string} text */
const unmarked = (text) => text.replace(/[`*]/g, "");

const PARTS = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\*[^*]+\*)|(\[[^\]]+\]\([^)\s]+\))/;

/** @param {string} text @returns {Leaf[]} */
function inline(text) {
  /** @type {Leaf[]} */
  const out = [];
  let rest = text;
  for (let match = PARTS.exec(rest); match; match = PARTS.exec(rest)) {
    out.push(rest.slice(0, match.index));
    const found = match[0];
    if (match[1]) out.push(h("code", found.slice(1, -1)));
    else if (match[2]) out.push(h("b", inline(found.slice(2, -2))));
    else if (match[3]) out.push(h("em", inline(found.slice(1, -1))));
    else out.push(link(found));
    rest = rest.slice(match.index + found.length);
  }
  out.push(rest);
  return out;
}

/** @param {string} found @returns {VNode} */
function link(found) {
  const [text, address] = found.slice(1, -1).split("](");
  const book = /^(\w+)\.md(#.*)?$/.exec(address);
  if (book && book[1] !== "README") return h("a", { href: `/rules/${book[1]}${book[2] ?? ""}` }, inline(text));
  if (/^(https?:\/\/|#)/.test(address)) return h("a", { href: address, rel: "noreferrer" }, inline(text));
  return h("span", inline(text));
}

/** @param {string} title */
function slug(title) {
  return title
    .toLowerCase()
    .replace(/[^\w]+/g, "-")
    .replace(/^-|-$/g, "");
}

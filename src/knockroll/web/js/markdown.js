/** Our rule books' Markdown as elements: headings, lists, tables, bold, italics, code, links. Nothing is taken as HTML. */

import { h } from "./dom.js";

/**
 * @param {string} text
 * @param {(clause: string) => string} address of a clause
 * @returns {any[]} nodes
 */
export function markdown(text, address) {
  const lines = text.replace(/\r/g, "").split("\n");
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) at++;
    else if (/^#{1,4} /.test(line)) {
      const level = line.indexOf(" ");
      const title = line.slice(level + 1);
      out.push(h(`h${level}`, { id: slug(title) }, inline(title)));
      at++;
    } else if (/^```/.test(line)) {
      const end = lines.indexOf("```", at + 1);
      out.push(h("pre", null, h("code", null, lines.slice(at + 1, end).join("\n"))));
      at = end + 1;
    } else if (/^\s*[-*] /.test(line)) {
      const items = [];
      while (at < lines.length && (/^\s*[-*] /.test(lines[at]) || /^\s+\S/.test(lines[at]))) items.push(lines[at++]);
      out.push(list(items, address));
    } else if (line.startsWith("|")) {
      const rows = [];
      while (at < lines.length && lines[at].startsWith("|")) rows.push(lines[at++]);
      out.push(table(rows));
    } else {
      const words = [];
      while (at < lines.length && lines[at].trim() && !/^(#{1,4} |\||\s*[-*] |```)/.test(lines[at])) words.push(lines[at++]);
      out.push(h("p", null, inline(words.join(" "))));
    }
  }
  return out;
}

function list(lines, address) {
  const items = [];
  const depth = /^\s*/.exec(lines[0])[0].length;
  for (const line of lines) {
    const inner = /^\s*/.exec(line)[0].length;
    if (inner === depth && /^\s*[-*] /.test(line)) items.push({ text: line.trim().slice(2), inner: [] });
    else if (/^\s*[-*] /.test(line)) items.at(-1).inner.push(line);
    else if (items.at(-1).inner.length) items.at(-1).inner.push(line);
    else items.at(-1).text += ` ${line.trim()}`;
  }
  return h("ul", null, items.map(({ text, inner }) => {
    const clause = /^\*\*([A-Z]?\d+[a-z]*)\.\*\*\s*/.exec(text);
    const words = clause ? text.slice(clause[0].length) : text;
    return h("li", { id: clause?.[1] }, clause && h("a.clause", { href: address(clause[1]), "aria-label": `Clause ${clause[1]}` }, `${clause[1]}.`), clause && " ", inline(words), inner.length ? list(inner, address) : null);
  }));
}

function table(rows) {
  const cells = (row) => row.split("|").slice(1, -1).map((cell) => inline(cell.trim()));
  const [head, , ...body] = rows;
  return h("div.wide", { tabindex: "0", role: "region", "aria-label": "Table" }, h("table", null,
    h("thead", null, h("tr", null, cells(head).map((cell) => h("th", { scope: "col" }, cell)))),
    h("tbody", null, body.map((row) => h("tr", null, cells(row).map((cell) => h("td", null, cell)))))));
}

const PARTS = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\*[^*]+\*)|(\[[^\]]+\]\([^)\s]+\))/;

function inline(text) {
  const out = [];
  let rest = text;
  for (let match = PARTS.exec(rest); match; match = PARTS.exec(rest)) {
    out.push(rest.slice(0, match.index));
    const found = match[0];
    if (match[1]) out.push(h("code", null, found.slice(1, -1)));
    else if (match[2]) out.push(h("b", null, inline(found.slice(2, -2))));
    else if (match[3]) out.push(h("em", null, inline(found.slice(1, -1))));
    else out.push(link(found));
    rest = rest.slice(match.index + found.length);
  }
  out.push(rest);
  return out;
}

function link(found) {
  const [, text, address] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(found);
  const book = /^(\w+)\.md(#.*)?$/.exec(address);
  if (book && book[1] !== "README") return h("a", { href: `/rules/${book[1]}${book[2] ?? ""}` }, inline(text));
  return /^(https?:\/\/|#)/.test(address) ? h("a", { href: address, rel: "noreferrer" }, inline(text)) : inline(text);
}

function slug(title) {
  return title.toLowerCase().replace(/[^\w]+/g, "-").replace(/^-|-$/g, "");
}

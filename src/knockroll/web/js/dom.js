/**
 * Elements as data, and one function that makes the document look like them.
 *
 * `h` describes, `patch` draws: it reuses what is there by key, so that focus, selection and running animations survive
 * a redraw.
 */

/** @typedef {{tag: string, key: string|number|undefined, props: Record<string, any>, children: Child[], make?: () => Element, id?: string}} VNode */
/** @typedef {VNode|string|number|null|undefined|false} Child */

/**
 * @param {string} tag such as "button.primary"
 * @param {Record<string, any>|null} [props] attributes; `key`, `on` (listeners by type), `style` (custom properties too)
 * @param {...(Child|Child[])} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const { key, ...rest } = props ?? {};
  if (classes.length) rest.class = [...classes, rest.class].filter(Boolean).join(" ");
  return { tag: name, key, props: rest, children: children.flat(Infinity) };
}

/**
 * Something drawn elsewhere, such as a card. It is drawn anew only when its id changes.
 * @param {string} id @param {() => Element} make @returns {VNode}
 */
export function drawn(id, make) {
  return { tag: "#drawn", key: undefined, id, make, props: {}, children: [] };
}

const KIDS = Symbol("children");
const PROPS = Symbol("props");
const HANDLERS = Symbol("handlers");

/** Make the children of an element look like this. @param {Element} parent @param {Child[]} children */
export function patch(parent, children) {
  const old = parent[KIDS] ?? new Map();
  const next = new Map();
  const counts = {};
  const nodes = [];
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    const text = typeof child !== "object";
    const name = text ? "#text" : child.tag + (child.id ? `:${child.id}` : "");
    const plain = text || child.key === undefined;
    counts[name] = (counts[name] ?? 0) + 1;
    const key = plain ? `${name}#${counts[name]}` : `${name}!${child.key}`;
    const node = old.get(key) ?? create(child, parent);
    old.delete(key);
    next.set(key, node);
    if (text) {
      if (node.data !== String(child)) node.data = String(child);
    } else if (!child.make) {
      dress(node, child.props);
      patch(node, child.children);
    }
    nodes.push(node);
  }
  for (const node of old.values()) node.remove();
  let place = parent.firstChild;
  for (const node of nodes) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
  parent[KIDS] = next;
}

function create(child, parent) {
  if (typeof child !== "object") return document.createTextNode(String(child));
  if (child.make) return child.make();
  const svg = child.tag === "svg" || (parent instanceof SVGElement && parent.tagName !== "foreignObject");
  return svg ? document.createElementNS("http://www.w3.org/2000/svg", child.tag) : document.createElement(child.tag);
}

function dress(node, props) {
  const had = node[PROPS] ?? {};
  for (const name of Object.keys(had)) if (!(name in props)) set(node, name, null, had[name]);
  for (const [name, value] of Object.entries(props)) {
    if (had[name] !== value || name === "value" || name === "checked") set(node, name, value, had[name]);
  }
  node[PROPS] = props;
}

function set(node, name, value, had) {
  if (name === "on") return listen(node, value ?? {});
  if (name === "style") {
    for (const key of Object.keys(had ?? {})) if (!(key in (value ?? {}))) node.style.removeProperty(key);
    for (const [key, setting] of Object.entries(value ?? {})) node.style.setProperty(key, String(setting));
    return undefined;
  }
  if (name === "value" || name === "checked" || name === "disabled" || name === "selected" || name === "open") {
    if (node[name] !== (value ?? false)) node[name] = value ?? (name === "value" ? "" : false);
    return undefined;
  }
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
  return undefined;
}

function listen(node, handlers) {
  const known = (node[HANDLERS] ??= {});
  for (const type of Object.keys(handlers)) {
    if (!(type in known)) node.addEventListener(type, (event) => node[HANDLERS][type]?.(event));
  }
  node[HANDLERS] = { ...Object.fromEntries(Object.keys(known).map((type) => [type, null])), ...handlers };
}

/** A new element. @param {VNode} vnode @returns {Element} */
export function element(vnode) {
  const holder = document.createElement("div");
  patch(holder, [vnode]);
  return /** @type {Element} */ (holder.firstChild);
}

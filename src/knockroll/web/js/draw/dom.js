/**
 * Elements as data, and one function that makes the document look like them.
 *
 * `h` describes, `patch` draws: it reuses what is there by key, so that focus, selection and running animations survive
 * a redraw.
 */

/** @typedef {(event: any) => unknown} Listener its argument is the event it is registered for */
/** @typedef {string|number|boolean|null|undefined} Value */
/**
 * Attributes by name, and some that are more: `key` says which element it is among its neighbours, `style` sets custom
 * properties too.
 * @typedef {{[name: string]: Value|Record<string, Value>|Record<string, Listener>, on?: Record<string, Listener>,
 *   style?: Record<string, Value>, key?: string|number}} Props
 */
/**
 * @typedef {object} VNode
 * @property {string} tag
 * @property {string|number|undefined} key
 * @property {Props} props
 * @property {Child[]} children
 * @property {() => Element} [make] draws what is drawn elsewhere
 * @property {string} [id] of what is drawn elsewhere
 */
/** @typedef {VNode|string|number|null|undefined|false} Leaf */
/** @typedef {Leaf|Leaf[]|Leaf[][]} Child */

/**
 * An element.
 * @param {string} tag such as "button.primary"
 * @param {Props|Child} [first] its properties, if it has any
 * @param {...Child} rest its children
 * @returns {VNode}
 */
export function h(tag, first, ...rest) {
  const [name, ...classes] = tag.split(".");
  const hasProps = isProps(first);
  const { key, ...props } = hasProps ? first : /** @type {Props} */ ({});
  if (classes.length) props.class = [...classes, props.class].filter(Boolean).join(" ");
  return { tag: name, key, props, children: hasProps ? rest : [first, ...rest] };
}

/** @param {Props|Child} thing @returns {thing is Props} */
function isProps(thing) {
  return (
    typeof thing === "object" && thing !== null && !Array.isArray(thing) && !("tag" in thing && "children" in thing)
  );
}

/**
 * Something drawn elsewhere, such as a card. It is drawn again only when its id changes.
 * @param {string} id @param {() => Element} make @returns {VNode}
 */
export function drawn(id, make) {
  return { tag: "#drawn", key: undefined, id, make, props: {}, children: [] };
}

/**
 * What `patch` remembers about an element.
 * @typedef {object} Known
 * @property {Map<string, Element|Text>} children
 * @property {Props} props
 * @property {Record<string, Listener|null>} listeners
 */

/** @type {WeakMap<Element, Known>} */
const known = new WeakMap();

/** @param {Element} node @returns {Known} */
function recall(node) {
  const found = known.get(node) ?? { children: new Map(), props: {}, listeners: {} };
  known.set(node, found);
  return found;
}

/** Make the children of an element look like this. @param {Element} parent @param {Child[]} children */
export function patch(parent, children) {
  const memory = recall(parent);
  const old = memory.children;
  /** @type {Map<string, Element|Text>} */
  const next = new Map();
  /** @type {Record<string, number>} */
  const counts = {};
  for (const child of /** @type {Leaf[]} */ (children.flat(3))) {
    if (child === null || child === undefined || child === false || child === "") continue;
    const name = typeof child === "object" ? child.tag + (child.id ? `:${child.id}` : "") : "#text";
    const own = typeof child === "object" ? child.key : undefined;
    counts[name] = (counts[name] ?? 0) + 1;
    const key = own === undefined ? `${name}#${counts[name]}` : `${name}!${own}`;
    const node = old.get(key) ?? create(child, parent);
    old.delete(key);
    next.set(key, node);
    update(node, child);
  }
  for (const node of old.values()) node.remove();
  let place = parent.firstChild;
  for (const node of next.values()) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
  memory.children = next;
}

/** @param {VNode|string|number} child @param {Element} parent @returns {Element|Text} */
function create(child, parent) {
  if (typeof child !== "object") return document.createTextNode(String(child));
  if (child.make) return child.make();
  const svg = child.tag === "svg" || (parent instanceof SVGElement && parent.tagName !== "foreignObject");
  return svg ? document.createElementNS("http://www.w3.org/2000/svg", child.tag) : document.createElement(child.tag);
}

/** @param {Element|Text} node @param {VNode|string|number} child */
function update(node, child) {
  if (node instanceof Text) {
    if (node.data !== String(child)) node.data = String(child);
  } else if (typeof child === "object" && !child.make) {
    dress(/** @type {HTMLElement} */ (node), child.props);
    patch(node, child.children);
  }
}

/** @param {HTMLElement} node @param {Props} props */
function dress(node, props) {
  const memory = recall(node);
  const had = memory.props;
  for (const name of Object.keys(had)) if (!(name in props)) set(node, name, null, had[name]);
  for (const [name, value] of Object.entries(props)) {
    if (had[name] !== value || name === "checked" || (name === "value" && !isTypedIn(node))) {
      set(node, name, value, had[name]);
    }
  }
  memory.props = props;
}

/** Whether a person may be typing there: that stays, however often the page is drawn. @param {HTMLElement} node */
const isTypedIn = (node) => node === document.activeElement;

/** Properties of an element that are not its attributes. */
const LIVE = new Set(["value", "checked", "disabled", "selected", "open"]);

/** @param {HTMLElement} node @param {string} name @param {Props[string]} value @param {Props[string]} had */
function set(node, name, value, had) {
  if (name === "on") {
    listen(node, /** @type {Record<string, Listener>} */ (value ?? {}));
  } else if (name === "style") {
    const styles = /** @type {Record<string, Value>} */ (value ?? {});
    for (const key of Object.keys(had ?? {})) if (!(key in styles)) node.style.removeProperty(key);
    for (const [key, setting] of Object.entries(styles)) node.style.setProperty(key, String(setting));
  } else if (LIVE.has(name)) {
    const live = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node));
    if (live[name] !== (value ?? false)) live[name] = value ?? (name === "value" ? "" : false);
  } else if (value === null || value === undefined || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} node @param {Record<string, Listener>} listeners */
function listen(node, listeners) {
  const memory = recall(node);
  for (const type of Object.keys(listeners)) {
    if (!(type in memory.listeners)) node.addEventListener(type, (event) => memory.listeners[type]?.(event));
  }
  const gone = Object.fromEntries(Object.keys(memory.listeners).map((type) => [type, null]));
  memory.listeners = { ...gone, ...listeners };
}

/** A new element. @param {VNode} vnode @returns {Element} */
export function element(vnode) {
  const holder = document.createElement("div");
  patch(holder, [vnode]);
  return /** @type {Element} */ (holder.firstChild);
}

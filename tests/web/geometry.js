/**
 * What is wrong with where things are on the table page, as sentences: what overlaps, is cut off, leaves the felt, or
 * cannot be reached. It knows texts, pictures and controls, and which of them lie on each other on purpose.
 */
() => {
  /** Cards that lie on each other and what is written on them; a title and the button around it. */
  const STACKS = ".fan, .heap, .group, .spread, .die, .titled, .medal";
  /** What lies over everything else, on its own ground. */
  const LAYERS = "dialog, .cover, .moment, .headline, .side.open, .strip, #toast";
  /** How much may be wrong, in pixels: what rounding makes. */
  const SLACK = 1.5;
  const SMALLEST_TEXT = 11;
  /** What is left of a name that is shortened, and of a list that scrolls. */
  const SHORTEST_NAME = 44;
  const LOWEST_LIST = 56;
  /** The part of a player's name that is seen at least, were it made of the widest letters, and the dealer's. */
  const NAMED = 0.45;

  const root = document.documentElement;
  const felt = document.querySelector("main.felt");
  if (!felt) return ["there is no table"];
  const faults = [];

  const seen = (node) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    node.getBoundingClientRect().width > 1 &&
    !node.closest(".unseen, .sprite, #speech, #toast:not(.shown), noscript");
  const say = (node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const kind = (element.getAttribute("class") ?? "").trim().split(/\s+/).join(".");
    const text = (node instanceof Element ? node.getAttribute("aria-label") : "") || node.textContent.trim();
    return `${element.tagName.toLowerCase()}${kind && `.${kind}`}${text && ` "${text.slice(0, 32)}"`}`;
  };
  const layerOf = (element) => {
    const layer = element.closest(LAYERS);
    return layer?.matches(".side") && getComputedStyle(layer).position !== "absolute" ? null : layer;
  };

  // --- What there is: texts, pictures, controls ----------------------------------------------------------------------

  const things = [];
  const add = (node, element, box) => {
    if (box.width < 1 || box.height < 1) return;
    const { left, top, right, bottom } = box;
    things.push({
      node,
      element,
      box: { left, top, right, bottom },
      layer: layerOf(element),
      stack: element.closest(STACKS),
    });
  };
  /** Where the letters of a line are: above and below them a font leaves room for accents. */
  const letters = ({ left, top, right, bottom, width, height }) => {
    const air = 0.15 * height;
    return { left, right, width, top: top + air, bottom: bottom - air, height: height - 2 * air };
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !seen(element) || element.closest("svg, script, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) add(node, element, letters(line));
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < SMALLEST_TEXT) faults.push(`${say(node)} is written with ${size} px`);
  }
  for (const element of document.querySelectorAll("button, a.action, input, select, img, svg, .empty, .slot, .track")) {
    if (seen(element) && !element.closest("svg svg")) add(element, element, element.getBoundingClientRect());
  }

  // --- Cut off --------------------------------------------------------------------------------------------------------

  /** How far a box is outside of another. */
  const outside = (box, of) =>
    Math.max(of.left - box.left, of.top - box.top, box.right - of.right, box.bottom - of.bottom);
  const clip = (box, to) => {
    const { left, top, right, bottom } = to;
    box.left = Math.max(box.left, left);
    box.top = Math.max(box.top, top);
    box.right = Math.min(box.right, right);
    box.bottom = Math.min(box.bottom, bottom);
  };
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const thing of things) {
    const { node, element, box } = thing;
    for (let at = element; at && at !== root; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (at instanceof SVGElement || at === document.body) continue;
      const room = at.getBoundingClientRect();
      const far = outside(box, room);
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      const shortened = style.textOverflow === "ellipsis" && [element, element.parentElement].includes(at);
      clip(box, room);
      if (far <= SLACK) continue;
      if (scrolls && !at.matches(".felt, .table-page")) {
        if (at.tabIndex < 0)
          faults.push(`${say(node)} can be reached only by scrolling ${say(at).slice(0, 40)}, by no key`);
        else if (room.height < LOWEST_LIST)
          faults.push(`${say(at).slice(0, 40)} scrolls in ${Math.round(room.height)} px`);
        if (element.matches(".primary")) faults.push(`${say(node)} can be seen only by scrolling`);
        thing.scrolled = box.bottom - box.top < 1 || box.right - box.left < 1;
      } else if (shortened) {
        const whole = element.closest("[title], [aria-label]") !== null;
        if (!whole) faults.push(`${say(node)} is shortened and nowhere whole`);
        if (room.width < SHORTEST_NAME) faults.push(`${say(node)} is shortened to ${Math.round(room.width)} px`);
      } else faults.push(`${say(node)} is cut off by ${say(at).slice(0, 40)}: ${Math.round(far)} px`);
    }
    if (thing.scrolled) continue;
    const far = outside(box, window_);
    if (far > SLACK) faults.push(`${say(node)} leaves the window by ${Math.round(far)} px`);
    else if (felt.contains(element) && outside(box, felt.getBoundingClientRect()) > SLACK)
      faults.push(`${say(node)} leaves the felt by ${Math.round(outside(box, felt.getBoundingClientRect()))} px`);
  }
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight)
    faults.push(`the page scrolls: ${root.scrollWidth}x${root.scrollHeight} in ${innerWidth}x${innerHeight}`);

  // --- Names ----------------------------------------------------------------------------------------------------------

  for (const name of document.querySelectorAll(".opponents .name")) {
    const { bottom } = name.parentElement.getBoundingClientRect();
    const text = name.lastChild;
    const shown = [...text.data].filter((_, index) => {
      const letter = document.createRange();
      letter.setStart(text, index);
      letter.setEnd(text, index + 1);
      return letter.getBoundingClientRect().bottom <= bottom + SLACK;
    });
    if (shown.length < NAMED * text.data.length) faults.push(`of ${say(name)} only "${shown.join("")}" is seen`);
  }

  // --- Overlaps -------------------------------------------------------------------------------------------------------

  const there = things.filter(({ scrolled }) => !scrolled);
  there.forEach((a, i) => {
    for (const b of there.slice(i + 1)) {
      if (a.layer !== b.layer || (a.stack && a.stack === b.stack)) continue;
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide > SLACK && high > SLACK)
        faults.push(`${say(a.node)} and ${say(b.node)} overlap by ${Math.round(wide)}x${Math.round(high)} px`);
    }
  });

  // --- Covered --------------------------------------------------------------------------------------------------------

  const top = document.querySelector("dialog[open]") ?? document.querySelector(".cover:not(.plain)");
  for (const { element, box, scrolled } of there) {
    if (scrolled || !element.matches("button, a, input, select") || (top && !top.contains(element))) continue;
    if (element.closest("[inert]")) continue; // only looked at
    const middle = (box.top + box.bottom) / 2;
    const across = [0.15, 0.3, 0.5, 0.8].map((part) => box.left + part * (box.right - box.left));
    const hits = across.filter((x) => element.contains(document.elementFromPoint(x, middle)));
    if (hits.length < 2)
      faults.push(`${say(element)} is covered by ${say(document.elementFromPoint(across[2], middle) ?? root)}`);
  }
  return faults;
};

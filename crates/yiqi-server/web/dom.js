// Builds elements without markup, so that whatever a person typed stays text.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. Properties that start with `on` are listeners; `class`, `data-…` and `aria-…` are
 * attributes; so is everything else that is not a property of the element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name in element && !name.includes("-") && name !== "list" && name !== "form") {
      Reflect.set(element, name, value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  fill(element, ...children);
  return element;
}

/**
 * Replaces an element's children.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    nodes.push(child instanceof Node ? child : String(child));
  }
  element.replaceChildren(...nodes);
}

/**
 * A button with a text.
 * @param {string} label
 * @param {(event: MouseEvent) => void} act
 * @param {Record<string, unknown>} [props]
 */
export function button(label, act, props = {}) {
  return el("button", { type: "button", onclick: act, ...props }, label);
}

/**
 * A stone beside a name: ● or ○ drawn by the style sheet, with a label for screen readers.
 * @param {Color | null | undefined} color
 * @param {string} [name]
 */
export function stone(color, name) {
  return el("span", {
    className: `stone ${color ?? "none"}`,
    role: name ? "img" : undefined,
    "aria-label": name,
    "aria-hidden": name ? undefined : "true",
  });
}

/**
 * A stone and a name that stay together.
 * @param {Color | null} color null until colors are assigned
 * @param {Child} name
 */
export function sideName(color, name) {
  return el("span", { className: "side-name" }, stone(color), el("span", {}, name));
}

/**
 * Scrolls a list, never the page, until an item of it is seen.
 * @param {Element} list
 * @param {Element} item
 */
export function keepInView(list, item) {
  const around = list.getBoundingClientRect();
  const { top, bottom } = item.getBoundingClientRect();
  if (top < around.top) list.scrollTop -= around.top - top + 24;
  else if (bottom > around.bottom) list.scrollTop += bottom - around.bottom + 24;
}

const SVG = "http://www.w3.org/2000/svg";

/** The icon of whatever deletes. */
export const TRASH = "M4 7h16M10 11v6M14 11v6M6 7l1 12h10l1-12M9 7V4h6v3";

/**
 * A 24×24 line icon in the color of the surrounding text.
 * @param {string} path
 */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

// A board as a standalone file: styles from the style sheet are written into the elements.

/** Properties that a drawing takes from the style sheet, with their default values. */
const PROPERTIES = Object.entries({
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  opacity: "1",
});
const TEXT_PROPERTIES = Object.entries({ "font-family": "", "font-weight": "400" });
const STOP_PROPERTIES = Object.entries({ "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1" });
/** Parts that belong to the viewer, not to the position. */
const LEFT_OUT = ".b-preview, .b-cursor-layer, .b-box, .b-marks";
/** Attributes that are only meaningful on the page. */
const PAGE_ATTRIBUTES = ["class", "role", "hidden", "aria-label", "focusable", "data-shown"];

/**
 * @param {SVGSVGElement} drawing one that is on the page
 * @param {number} [width] in pixels, for programs that take the size of a drawing from its file
 */
export function standaloneSvg(drawing, width = 800) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  resolve(drawing, copy);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(width));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {Element} source
 * @param {Element} target
 */
function resolve(source, target) {
  const style = getComputedStyle(source);
  if (style.display === "none" || source.matches(LEFT_OUT)) {
    target.remove();
    return;
  }
  for (const [name, initial] of propertiesOf(source)) {
    const value = style.getPropertyValue(name);
    if (value === initial) target.removeAttribute(name);
    else target.setAttribute(name, value);
  }
  for (const name of PAGE_ATTRIBUTES) target.removeAttribute(name);
  const children = [...target.children];
  [...source.children].forEach((child, index) => resolve(child, children[index]));
  if (target.tagName === "g") {
    target.removeAttribute("id");
    if (!target.firstChild) target.remove();
  }
}

/** @param {Element} element */
function propertiesOf(element) {
  if (element.tagName === "stop") return STOP_PROPERTIES;
  if (element.tagName === "text") return [...PROPERTIES, ...TEXT_PROPERTIES];
  return element instanceof SVGGeometryElement ? PROPERTIES : [];
}

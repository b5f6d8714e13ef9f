// Marks and arrows on the board: how they are kept in the comment of a move (docs/formats/yiqi.md).

/**
 * @typedef {object} Mark
 * @property {"arrow" | "circle" | "label" | "cross" | "square" | "triangle"} kind
 * @property {string} point
 * @property {string} [to] where an arrow ends
 * @property {string} [text] of a label
 */

/** @type {[string, Mark["kind"]][]} the names are those of SGF */
const TAGS = [
  ["AR", "arrow"],
  ["CR", "circle"],
  ["LB", "label"],
  ["MA", "cross"],
  ["SQ", "square"],
  ["TR", "triangle"],
];
/** A line that has nothing but tags. */
const TAG_LINE = /^\[%[A-Z]{2}(?: [^\s[\]]+)+\](?: \[%[A-Z]{2}(?: [^\s[\]]+)+\])*$/;
const POINT = /^[a-z]\d{1,2}$/;

/**
 * The text of a comment, and the marks in it.
 * @param {string | undefined} comment
 */
export function splitComment(comment) {
  /** @type {Mark[]} */
  const marks = [];
  const lines = (comment ?? "").split("\n").filter((line) => {
    const read = TAG_LINE.test(line) ? readTags(line) : null;
    if (read) marks.push(...read);
    return !read;
  });
  return { text: lines.join("\n"), marks };
}

/**
 * @param {string} line
 * @returns {Mark[] | null} null if something in it is not a mark
 */
function readTags(line) {
  /** @type {Mark[]} */
  const marks = [];
  for (const [, name, values] of line.matchAll(/\[%([A-Z]{2}) ([^\]]+)\]/g)) {
    const kind = TAGS.find(([tag]) => tag === name)?.[1];
    if (!kind) return null;
    for (const value of values.split(" ")) {
      const [, point, sign, rest] = /^([a-z]\d{1,2})(?:([-=])(.+))?$/.exec(value) ?? [];
      if (!point) return null;
      if (kind === "arrow" && sign === "-" && POINT.test(rest)) marks.push({ kind, point, to: rest });
      else if (kind === "label" && sign === "=") marks.push({ kind, point, text: rest });
      else if (!sign && kind !== "arrow" && kind !== "label") marks.push({ kind, point });
      else return null;
    }
  }
  return marks;
}

/**
 * A comment with marks, as it is kept.
 * @param {string | undefined} text
 * @param {Mark[]} marks
 */
export function joinComment(text, marks) {
  const tags = TAGS.flatMap(([name, kind]) => {
    const values = marks.filter((mark) => mark.kind === kind).map(valueOf);
    return values.length ? [`[%${name} ${values.join(" ")}]`] : [];
  }).join(" ");
  return [text, tags].filter(Boolean).join("\n");
}

/** @param {Mark} mark */
function valueOf({ kind, point, to, text }) {
  if (kind === "arrow") return `${point}-${to}`;
  return kind === "label" ? `${point}=${text}` : point;
}

/**
 * The marks with one more, or without it if it was there. A point has only one mark besides arrows.
 * @param {Mark[]} marks
 * @param {Mark} mark
 */
export function toggleMark(marks, mark) {
  const isSame = (/** @type {Mark} */ other) =>
    other.point === mark.point && other.kind === mark.kind && other.to === mark.to;
  const isInTheWay = (/** @type {Mark} */ other) =>
    mark.kind !== "arrow" && other.kind !== "arrow" && other.point === mark.point;
  const rest = marks.filter((other) => !isSame(other) && !isInTheWay(other));
  return marks.some(isSame) ? rest : [...rest, mark];
}

/**
 * The first letter that no label has yet.
 * @param {Mark[]} marks
 */
export function nextLabel(marks) {
  const used = new Set(marks.map(({ text }) => text));
  for (let code = 65; code <= 90; code += 1) {
    const letter = String.fromCharCode(code);
    if (!used.has(letter)) return letter;
  }
  return "Z";
}

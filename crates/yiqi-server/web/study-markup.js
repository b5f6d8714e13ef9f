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
/** A tag, and the space before it. */
const TAG = /\s*\[%([A-Z]{2})((?: [^\s[\]]+)+)\]/g;
/** Who wrote a comment, without anything written. */
const ONLY_AUTHOR = /^[^:]{1,40}:$/;
const POINT = /^[a-z]\d{1,2}$/;

/**
 * The text of a comment, and the marks in it, wherever they are written.
 * @param {string | undefined} comment
 */
export function splitComment(comment) {
  /** @type {Mark[]} */
  const marks = [];
  const lines = (comment ?? "").split("\n").flatMap((line) => {
    const text = line.replace(TAG, (tag, name, values) => {
      const read = readTag(name, values.trim().split(" "));
      marks.push(...(read ?? []));
      return read ? "" : tag;
    });
    if (text === line) return [line];
    const left = text.trim();
    return left && !ONLY_AUTHOR.test(left) ? [left] : [];
  });
  return { text: lines.join("\n"), marks };
}

/**
 * @param {string} name
 * @param {string[]} values
 * @returns {Mark[] | null} null if it is not a mark
 */
function readTag(name, values) {
  const kind = TAGS.find(([tag]) => tag === name)?.[1];
  if (!kind) return null;
  const marks = values.map((value) => markOf(kind, value));
  return marks.some((mark) => mark === null) ? null : /** @type {Mark[]} */ (marks);
}

/** @param {Mark["kind"]} kind @param {string} value @returns {Mark | null} */
function markOf(kind, value) {
  const [, point, sign, rest] = /^([a-z]\d{1,2})(?:([-=])(.+))?$/.exec(value) ?? [];
  if (!point) return null;
  if (kind === "arrow") return sign === "-" && POINT.test(rest) ? { kind, point, to: rest } : null;
  if (kind === "label") return sign === "=" ? { kind, point, text: rest } : null;
  return sign ? null : { kind, point };
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

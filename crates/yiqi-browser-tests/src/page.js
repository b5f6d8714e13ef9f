// Helpers for tests. They are prepended to every script that a test runs in the page.
/** A module of the page: the same instance that the page itself uses. */
const moduleOf = async (name) => {
  const { src } = document.querySelector("script[type=module]");
  const { $modules } = await import(src);
  if (!$modules[name]) await import(new URL("rest.js", src));
  return $modules[name];
};
const { t, has } = await moduleOf("text.js");
// Until the page has started, its document shows words that do nothing yet.
while (!document.querySelector("#shell .menu, .embedded")) await new Promise((done) => setTimeout(done, 10));

const isKey = (name) => /^(web|study|board|game|color)(-[a-z0-9]+)+$/.test(name);

/** The message with this id; any other text unchanged. */
const words = (name, args = {}) => {
  if (has(name)) return t(name, args);
  if (isKey(name)) throw new Error(`there is no message ${name} (yet)`);
  return name;
};

/** What can be used now: the dialog opened last, if there is one. */
const root = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
const tidy = (text) => text.replace(/\s+/g, " ").trim();

/** The text of an element, without the fields in it. */
const ownText = (element) => {
  const copy = element.cloneNode(true);
  for (const field of copy.querySelectorAll("select, textarea, output, svg")) field.remove();
  return tidy(copy.textContent);
};

/** The accessible name of an element, approximately. */
const nameOf = (element) => {
  const label = element.getAttribute("aria-label");
  if (label !== null) return tidy(label);
  if (element.labels?.length) return ownText(element.labels[0]);
  return tidy(element.textContent);
};

const CONTROLS = "a[href], button, summary, label, [role=tab]";
const FIELDS = "input, textarea, select";

/** The usable element whose name is or begins with this. */
const named = (selector, name) => {
  const wanted = words(name);
  const shown = [...root().querySelectorAll(selector)].filter(isShown);
  return (
    shown.find((element) => nameOf(element) === wanted) ??
    shown.find((element) => nameOf(element).startsWith(wanted)) ??
    null
  );
};

/** The visible text. */
const shownText = () =>
  tidy([...document.querySelectorAll("#shell, #main, dialog[open]")].map((part) => part.innerText).join(" "));

const board = () => root().querySelector("yiqi-board:not([mini])");

/** The stones on the board, from the top left. */
const stones = () => {
  const cells = [...(board()?.querySelectorAll("[role=gridcell]") ?? [])];
  return cells
    .map((cell) => {
      const stone = cell.querySelector(".b-stone:not([hidden])");
      if (!stone || !isShown(stone)) return ".";
      return stone.classList.contains("black") ? "b" : "w";
    })
    .join("");
};

/** The element of one point. */
const cell = (point) => {
  const [, letter, number] = point.match(/^([a-z])(\d+)$/);
  const { size, rows_from_bottom } = board().game;
  const row = rows_from_bottom ? size - Number(number) : Number(number) - 1;
  return board().querySelectorAll("[role=gridcell]")[row * size + letter.charCodeAt(0) - 97];
};

/** The screen position of a point. */
const place = (point) => {
  const box = cell(point).querySelector(".b-box") ?? cell(point);
  box.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { x, y, width, height } = box.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

/** The points marked as legal. */
const legal = () => {
  const { size, rows_from_bottom } = board().game;
  return [...board().querySelectorAll("[role=gridcell]")].flatMap((one, index) => {
    if (!one.querySelector(".b-dot:not([hidden])")) return [];
    const row = Math.floor(index / size);
    return [String.fromCharCode(97 + (index % size)) + (rows_from_bottom ? size - row : row + 1)];
  });
};

/** The moves in the list next to the board. */
const moves = () =>
  [...document.querySelectorAll("ol.moves li, .study-moves .study-move")]
    .map((item) => {
      const copy = item.cloneNode(true);
      copy.querySelector(".study-score")?.remove();
      return copy.textContent.match(/[a-z]\d+|pass|swap|keep|more/)?.[0];
    })
    .filter(Boolean);

/** Waits for animations to end, except endless ones, such as that of a thinking engine. */
const stillness = () => {
  const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
  return Promise.allSettled(ending.map((one) => one.finished));
};

/** Sends a request to the server as the page does, with its cookie. */
const api = async (method, path, body) => {
  const answer = await fetch(path, {
    method,
    headers: body === null ? {} : { "content-type": "application/json" },
    body: body === null ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : null;
};

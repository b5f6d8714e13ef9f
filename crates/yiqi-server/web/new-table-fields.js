// The fields of the dialog for a new table. Each field writes its value into the choices.

import { el } from "./dom.js";

/** @typedef {import("./new-table-choices.js").Choices} Choices */

/**
 * @template {object} T
 * @param {T} choices
 * @param {keyof T & string} field
 * @param {string} label
 * @param {string[]} values
 * @param {(value: string) => string} words
 * @param {(value: string) => void} draw
 */
export function chips(choices, field, label, values, words, draw) {
  const group = el("fieldset", { className: "chips" }, el("legend", {}, label));
  for (const value of values) {
    const input = el("input", {
      type: "radio",
      name: `new-${field}`,
      id: `new-${field}-${value}`,
      value,
      checked: choices[field] === value,
      onchange: () => {
        Object.assign(choices, { [field]: value });
        draw(value);
      },
    });
    group.append(el("label", {}, input, el("span", {}, words(value))));
  }
  return group;
}

/**
 * @template {object} T
 * @param {T} choices
 * @param {keyof T & string} field
 * @param {string} label
 * @param {(string | number)[]} values
 * @param {(value: string) => string} words
 * @param {() => void} draw
 * @param {string} [id] what the field's id begins with
 */
export function select(choices, field, label, values, words, draw, id = "new") {
  const options = values.map((value) =>
    el("option", { value: String(value), selected: value === choices[field] }, words(String(value))),
  );
  const input = el("select", { id: `${id}-${field}` }, ...options);
  input.addEventListener("change", () => {
    Object.assign(choices, { [field]: values[input.selectedIndex] });
    draw();
  });
  return el("label", {}, label, input);
}

/**
 * @template {object} T
 * @param {T} choices
 * @param {keyof T & string} field
 * @param {string} label
 * @param {number} min
 * @param {number} max
 */
export function number(choices, field, label, min, max) {
  const input = el("input", {
    id: `new-${field}`,
    type: "number",
    min: String(min),
    max: String(max),
    required: true,
    value: String(choices[field]),
    inputMode: "numeric",
  });
  input.addEventListener("input", () => Object.assign(choices, { [field]: Math.round(Number(input.value)) }));
  return el("label", {}, label, input);
}

/**
 * @template {object} T
 * @param {T} choices
 * @param {keyof T & string} field
 * @param {string} label
 * @param {() => void} draw
 */
export function tick(choices, field, label, draw) {
  const input = el("input", { id: `new-${field}`, type: "checkbox", checked: choices[field] === true });
  input.addEventListener("change", () => {
    Object.assign(choices, { [field]: input.checked });
    draw();
  });
  return el("label", { className: "tick" }, input, el("span", {}, label));
}

/**
 * @param {Choices} choices
 * @param {"level" | "level2"} field
 * @param {string} label
 * @param {number} max
 * @param {(level: number) => { word: string, note: string }} describe what such a player is called and knows
 */
export function level(choices, field, label, max, describe) {
  choices[field] = Math.min(choices[field], max);
  const id = `new-${field}`;
  const shown = el("output", { htmlFor: id });
  const note = el("span", { className: "hint level-note", id: `${id}-note` });
  const bounds = { min: "1", max: String(max), value: String(choices[field]) };
  const range = el("input", { id, type: "range", ...bounds, "aria-describedby": note.id });
  const show = () => {
    const { word, note: words } = describe(choices[field]);
    shown.textContent = [choices[field], word].filter(Boolean).join(" – ");
    range.setAttribute("aria-valuetext", shown.textContent);
    note.textContent = words;
  };
  range.addEventListener("input", () => {
    choices[field] = Number(range.value);
    show();
  });
  show();
  return el("div", { className: "level" }, el("label", {}, el("span", {}, label, " ", shown), range), note);
}

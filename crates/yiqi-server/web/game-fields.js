// Fields for choosing a game: board, rule set and opening, from the catalog.

import { gameNamed, games, readSpec, sizesFor, writeSpec } from "./catalog.js";
import { el, fill } from "./dom.js";
import { select } from "./new-table-fields.js";
import { capital, has, t } from "./text.js";

/**
 * Fields for a game's options, with a note on what the choice means.
 * @param {string} spec
 * @param {string} id what the ids of the fields begin with
 * @param {(spec: string) => void} change
 */
export function gameFields(spec, id, change) {
  const choice = readSpec(spec);
  const { kind, rules, opening } = choice;
  const { rule_sets, openings } = gameNamed(kind);
  const sizes = sizesFor(choice);
  const draw = () => {
    // An opening may need a larger board.
    const [smallest] = sizesFor(choice);
    change(writeSpec({ ...choice, size: Math.max(choice.size, smallest) }));
  };
  const square = (/** @type {string} */ size) => `${size}×${size}`;
  const ruleSet = (/** @type {string} */ name) => capital(t(`rule-set-${kind}-${name}`));
  const openingName = (/** @type {string} */ name) => capital(t(`opening-${kind}-${name}`));
  const names = openings.map(({ name }) => name);
  const fields = [
    sizes.length > 1 && select(choice, "size", t("web-board"), sizes, square, draw, id),
    rule_sets.length > 1 && select(choice, "rules", t("web-rules"), rule_sets, ruleSet, draw, id),
    names.length > 1 && select(choice, "opening", t("web-opening"), names, openingName, draw, id),
  ];
  if (!fields.some(Boolean)) return [];
  const notes = [`web-rules-${kind}-${rules}`, `web-opening-${kind}-${opening}`].filter(has).map((key) => t(key));
  return [
    el("div", { className: "pair-fields" }, ...fields),
    notes.length > 0 && el("p", { className: "hint" }, notes.join(" ")),
  ];
}

/** A form for choosing a game by its parts. */
export class GamePicker {
  element = el("div", { className: "stack" });

  /**
   * @param {string} id what the ids of the fields begin with
   * @param {string} label
   * @param {string} spec the initial game, or none
   * @param {string} [none] the label for "no game", if that can be chosen
   */
  constructor(id, label, spec, none) {
    this.id = id;
    this.label = label;
    this.spec = spec;
    this.none = none;
    this.#draw();
  }

  #draw() {
    const focused = document.activeElement?.id;
    const choice = { kind: this.spec && readSpec(this.spec).kind };
    const kinds = games().map(({ name }) => name);
    if (this.none !== undefined) kinds.unshift("");
    const words = (/** @type {string} */ kind) => (kind ? t(`game-${kind}`) : (this.none ?? ""));
    const pick = () => this.#choose(choice.kind && gameNamed(choice.kind).suggested[0]);
    const parts = this.spec ? gameFields(this.spec, this.id, (spec) => this.#choose(spec)) : [];
    fill(this.element, select(choice, "kind", this.label, kinds, words, pick, this.id), ...parts);
    // Redrawing must not lose the focus.
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`#${CSS.escape(focused)}`))?.focus();
  }

  /** @param {string} spec */
  #choose(spec) {
    this.spec = spec;
    this.#draw();
  }
}

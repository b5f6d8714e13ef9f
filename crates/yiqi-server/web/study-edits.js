// Undo and redo of everything that changes a study.

/**
 * @typedef {object} Edit
 * @property {() => void} apply
 * @property {() => void} revert
 * @property {string} [merge] edits with the same name that follow each other are one, as typing is
 */

export class Edits {
  /** @type {Edit[]} */
  #done = [];
  /** @type {Edit[]} */
  #undone = [];

  /** Whether anything was changed. */
  get isChanged() {
    return this.#done.length > 0;
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** @param {Edit} edit */
  make(edit) {
    const last = this.#done[this.#done.length - 1];
    const isSame = edit.merge && last?.merge === edit.merge && !this.canRedo;
    if (isSame) this.#done[this.#done.length - 1] = { ...edit, revert: last.revert };
    else this.#done.push(edit);
    this.#undone = [];
    // Last, because whoever hears of the change asks what can be undone.
    edit.apply();
  }

  undo() {
    const edit = this.#done.pop();
    if (!edit) return false;
    // What is typed after an undo is an edit of its own.
    this.#undone.push({ ...edit, merge: undefined });
    edit.revert();
    return true;
  }

  redo() {
    const edit = this.#undone.pop();
    if (!edit) return false;
    this.#done.push(edit);
    edit.apply();
    return true;
  }
}

// The tables that were opened in this window, so that a tournament leads to each game once.

/** @type {Set<string>} */
const tables = new Set();

/** @param {string} table */
export function noteVisit(table) {
  tables.add(table);
}

/** @param {string} table */
export function wasVisited(table) {
  return tables.has(table);
}

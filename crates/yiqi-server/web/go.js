// Navigates within the site. `app.js` listens and opens the page.

/** @type {() => void} */
let listener = () => {};

/** @param {() => void} act called whenever the address changes */
export function onGo(act) {
  listener = act;
}

/**
 * @param {string} path
 * @param {unknown} [state] passed to the new page as `history.state`
 */
export function go(path, state = null) {
  history.pushState(state, "", path);
  // Screen readers start at the new page, not at the link that led there.
  document.getElementById("main")?.focus({ preventScroll: true });
  listener();
}

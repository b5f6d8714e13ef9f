// Going to another page of the site. The page itself is opened by `app.js`, which listens.

/** @type {() => void} */
let listener = () => {};

/** @param {() => void} act called whenever the address has changed */
export function onGo(act) {
  listener = act;
}

/**
 * @param {string} path
 * @param {unknown} [state] what the page that opens gets to know, as `history.state`
 */
export function go(path, state = null) {
  history.pushState(state, "", path);
  // Whoever reads by ear starts at the new page, not at the link that led there.
  document.getElementById("main")?.focus({ preventScroll: true });
  listener();
}

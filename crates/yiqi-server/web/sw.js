// Caches the page for offline starts. The network always comes first: a loaded page
// is never older than the server. Responses about games are not cached.

const CACHE = "yiqi-shell";

// A test compares this list with the folder. The server puts the page's version into the paths, so
// that every changed file makes a new worker, which caches everything again.
const SHELL = [
  "/",
  "/assets/account.js",
  "/assets/actions.js",
  "/assets/after-game.js",
  "/assets/announce.js",
  "/assets/app.css",
  "/assets/app.js",
  "/assets/board-draw.js",
  "/assets/board-export.js",
  "/assets/board-geometry.js",
  "/assets/board-motion.js",
  "/assets/board-points.js",
  "/assets/board.css",
  "/assets/board.js",
  "/assets/catalog.js",
  "/assets/chat-box.js",
  "/assets/clock.js",
  "/assets/demo.js",
  "/assets/dialog.js",
  "/assets/dom.js",
  "/assets/follow.js",
  "/assets/game-fields.js",
  "/assets/go.js",
  "/assets/hint.js",
  "/assets/home.css",
  "/assets/home.js",
  "/assets/icon-turn.svg",
  "/assets/icon.svg",
  "/assets/invite.js",
  "/assets/lean-qr.js",
  "/assets/lobby-list.js",
  "/assets/lost.js",
  "/assets/menu.js",
  "/assets/move-list.js",
  "/assets/net.js",
  "/assets/new-table-choices.js",
  "/assets/new-table-fields.js",
  "/assets/new-table.js",
  "/assets/parts.css",
  "/assets/people.js",
  "/assets/player-bar.js",
  "/assets/position.js",
  "/assets/prefs.js",
  "/assets/qr.js",
  "/assets/reach.js",
  "/assets/save-file.js",
  "/assets/shell.js",
  "/assets/socket.js",
  "/assets/sound.js",
  "/assets/strip.js",
  "/assets/study-board.js",
  "/assets/study-engine-panel.js",
  "/assets/study-engine.js",
  "/assets/study-eval.js",
  "/assets/study-export.js",
  "/assets/study-graph.js",
  "/assets/study-link.js",
  "/assets/study-load.js",
  "/assets/study-moves.js",
  "/assets/study-net.js",
  "/assets/study-open.js",
  "/assets/study-play-on.js",
  "/assets/study-record.js",
  "/assets/study-state.js",
  "/assets/study-steps.js",
  "/assets/study-tree.js",
  "/assets/study.css",
  "/assets/study.js",
  "/assets/table-model.js",
  "/assets/table-parts.js",
  "/assets/table.css",
  "/assets/table.js",
  "/assets/tabs.js",
  "/assets/text.js",
  "/assets/theme.js",
  "/assets/turn-sign.js",
  "/assets/who.js",
  "/assets/words.js",
];

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = request.method === "GET" && url.origin === location.origin && !url.pathname.startsWith("/api");
  if (!isOurs) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/")));
  else if (SHELL.includes(url.pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** The cached copy of a file, if there is no network. */
async function kept(request) {
  return (await caches.match(request)) ?? Response.error();
}

/** Fetches every file before caching any, so that the cache holds a single version. */
async function keepAll() {
  const answers = await Promise.all(SHELL.map(whole));
  const cache = await caches.open(CACHE);
  await Promise.all(SHELL.map((path, index) => cache.put(path, answers[index])));
  const old = (await cache.keys()).filter((request) => !SHELL.includes(new URL(request.url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** A file, read to its end: an unread body would hold one of the few connections. */
async function whole(path) {
  const answer = await fetch(path, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const headers = new Headers(answer.headers);
  // Both describe the bytes on the network, which are unpacked by now.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(await answer.blob(), { headers });
}

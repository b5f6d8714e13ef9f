// Caches the page for offline starts. The page itself always comes from the network first, and names the
// files of its version: it is never older than the server. Responses about games are not cached.

const CACHE = "yiqi-shell";

// The server puts the page's version into the paths, so that every changed file makes a new worker,
// which caches everything again. The texts of the page are kept by prefs.js.
const SHELL = [
  "/",
  "/assets/first.js",
  "/assets/icon-turn.svg",
  "/assets/icon.svg",
  "/assets/page.css",
  "/assets/rest.js",
  "/assets/theme.js",
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
  else if (SHELL.includes(url.pathname)) event.respondWith(kept(request));
});

/** A file never changes under its path, so the cached copy is as good as the server's. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
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
  // What the page has just loaded is not fetched again.
  const answer = await fetch(path, { cache: path === "/" ? "no-cache" : "default" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const headers = new Headers(answer.headers);
  // Both describe the bytes on the network, which are unpacked by now.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(await answer.blob(), { headers });
}

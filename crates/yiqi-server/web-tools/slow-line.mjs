// Measures the home page over a slow line, for one or more running servers, in turn:
//   node web-tools/slow-line.mjs http://127.0.0.1:7401 http://127.0.0.1:7402
// with playwright-core and Chromium at hand. KBITS, LATENCY_MS and RUNS change the line.

import { chromium } from "playwright-core";

const LINE = {
  offline: false,
  latency: Number(process.env.LATENCY_MS ?? 400),
  downloadThroughput: (Number(process.env.KBITS ?? 400) * 1000) / 8,
  uploadThroughput: (Number(process.env.KBITS ?? 400) * 1000) / 8,
};
const RUNS = Number(process.env.RUNS ?? 3);

/** Notes in the page when a way to a new game first answers to a click. */
function watch() {
  const seen = { usable: 0 };
  Object.assign(globalThis, { seen });
  const look = () => {
    const way = document.querySelector("button.way:not(:disabled)");
    if (way && !seen.usable) {
      way.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      if (document.querySelector("dialog[open]")) seen.usable = performance.now();
    }
    if (seen.usable) return;
    requestAnimationFrame(look);
  };
  look();
}

/** Slows down the service workers too: they fetch for the page. Resolves when the first one is slow. */
async function slowWorkers(browser) {
  let isSlow;
  const first = new Promise((done) => (isSlow = done));
  const session = await browser.newBrowserCDPSession();
  session.on("Target.targetCreated", async ({ targetInfo }) => {
    if (targetInfo.type !== "service_worker") return;
    const { sessionId } = await session.send("Target.attachToTarget", { targetId: targetInfo.targetId });
    const say = (id, method, params = {}) =>
      session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) });
    await say(1, "Network.enable");
    await say(2, "Network.emulateNetworkConditions", LINE);
  });
  session.on("Target.receivedMessageFromTarget", ({ message }) => JSON.parse(message).id === 2 && isSlow());
  await session.send("Target.setDiscoverTargets", { discover: true });
  return { first };
}

async function visit(context, origin) {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  let requests = 0;
  let bytes = 0;
  session.on("Network.requestWillBeSent", () => (requests += 1));
  session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await page.goto(`${origin}/`, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.seen.usable > 0, null, { timeout: 60_000 });
  const then = { requests, bytes };
  await page.waitForFunction(() => navigator.serviceWorker?.controller?.state === "activated", null, { timeout: 60_000 });
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    usable: globalThis.seen.usable,
  }));
  await page.close();
  return { ...then, ...times };
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const found = new Map();
for (let run = 0; run < RUNS; run += 1) {
  for (const origin of process.argv.slice(2)) {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    });
    const worker = await slowWorkers(browser);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    for (const which of ["first visit", "second visit"]) {
      const key = `${origin} ${which}`;
      found.set(key, [...(found.get(key) ?? []), await visit(context, origin)]);
      await worker.first;
    }
    await browser.close();
  }
}
for (const [key, visits] of [...found].toSorted()) {
  const of = (name) => Math.round(middle(visits.map((one) => one[name])));
  const all = visits.map((one) => Math.round(one.usable)).join(" ");
  console.log(
    `${key}: ${of("requests")} requests, ${of("bytes")} bytes, first paint ${of("paint")} ms, ` +
      `usable ${of("usable")} ms (${all})`,
  );
}

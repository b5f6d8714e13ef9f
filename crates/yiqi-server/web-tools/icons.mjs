// Makes the PNG icons from icon.svg: node web-tools/icons.mjs, with playwright-core and Chromium at hand.
// Square to the edge, because systems round the corners themselves.

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const folder = new URL("../web/", import.meta.url);
const svg = readFileSync(new URL("icon.svg", folder), "utf8").replace('rx="14"', "");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await page.screenshot({ path: new URL(`icon-${size}.png`, folder).pathname });
}
await browser.close();

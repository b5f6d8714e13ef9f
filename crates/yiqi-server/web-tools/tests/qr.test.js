import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { qrModules } from "../../web/qr.js";

// scripts/test installs these there.
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const installed = createRequire(resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target", "npm", "package.json"));

/** What another program reads from a code drawn with three pixels per module. @param {string} text */
function read(text) {
  const decode = installed("jsqr");
  const modules = qrModules(text);
  const width = (modules.size + 8) * 3;
  const pixels = new Uint8ClampedArray(width * width * 4).map((_, byte) => {
    const pixel = Math.floor(byte / 4);
    const [x, y] = [pixel % width, Math.floor(pixel / width)].map((place) => Math.floor(place / 3) - 4);
    const isDark = x >= 0 && y >= 0 && x < modules.size && y < modules.size && modules.get(x, y);
    return byte % 4 === 3 || !isDark ? 255 : 0;
  });
  return decode(pixels, width, width)?.data;
}

test("a code is read as the link it was made from", () => {
  const links = [
    "http://127.0.0.1:7272/t/k3v9qz7m2x#0123456789abcdefghjkmnpqrstuvwxy",
    "http://[2001:db8:85a3::8a2e:370:7334]:7272/t/k3v9qz7m2x#0123456789abcdefghjkmnpqrstuvwxy",
    `https://${"long.".repeat(40)}example/t/k3v9qz7m2x#0123456789abcdefghjkmnpqrstuvwxy`,
    "https://弈棋.example/t/k3v9qz7m2x#0123456789abcdefghjkmnpqrstuvwxy",
  ];
  for (const link of links) assert.equal(read(link), link);
});

test("the vendored module equals its package, with version and license", () => {
  const ours = readFileSync(new URL("../../web/lean-qr.js", import.meta.url), "utf8");
  const file = (/** @type {string} */ name) =>
    readFileSync(resolve(installed.resolve("lean-qr"), "..", name), "utf8");
  const { version } = JSON.parse(file("package.json"));
  assert.ok(ours.includes(`lean-qr ${version},`));
  assert.ok(ours.includes(file("LICENSE")));
  assert.ok(ours.endsWith(`*/\n${file("index.mjs")}`));
});

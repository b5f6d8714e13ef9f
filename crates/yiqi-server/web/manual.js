// The manual of the page, from the text in docs/web.md.

import { el, fill } from "./dom.js";
import { openLost } from "./lost.js";
import { lang, t } from "./text.js";

/**
 * @param {HTMLElement} place
 * @returns {Promise<Page>}
 */
export async function openManual(place) {
  const title = t("web-manual");
  document.title = t("web-title-of", { title });
  const answer = await fetch(new URL(`manual-${lang()}.md`, import.meta.url)).catch(() => null);
  if (!answer?.ok) return openLost(place, t("web-error-offline"));
  const text = await answer.text();
  const more = el("p", {}, el("a", { href: "/manual/api" }, t("web-api")));
  fill(place, el("article", { className: "manual" }, ...blocks(text), more));
  return { close() {} };
}

/** The blocks of a text in our Markdown: headings, paragraphs, tables. @param {string} text */
function blocks(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      const heading = /^(#+) (.*)$/.exec(block);
      if (heading) return el(heading[1].length === 1 ? "h1" : "h2", {}, ...inline(heading[2]));
      if (block.startsWith("|")) return table(block.split("\n"));
      return el("p", {}, ...inline(joined(block)));
    });
}

/** The lines of a paragraph; Chinese has no blanks between words. @param {string} block */
function joined(block) {
  return block.replace(/([\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])/g, "$1").replaceAll("\n", " ");
}

/** @param {string[]} lines */
function table(lines) {
  const rows = lines
    .map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()))
    .filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
  const [head, ...body] = rows;
  const cells = (/** @type {string[]} */ row) => [
    el("th", { scope: "row" }, ...inline(row[0])),
    ...row.slice(1).map((cell) => el("td", {}, ...inline(cell))),
  ];
  return el(
    "div",
    { className: "scrolls" },
    el(
      "table",
      { className: "ratings" },
      head[0] !== "" && el("caption", {}, head[0]),
      el("tbody", {}, ...body.map((row) => el("tr", {}, ...cells(row)))),
    ),
  );
}

/** Code, emphasis and links; links within our documents become plain text. @param {string} text */
function inline(text) {
  return text.split(/(\x60[^\x60]+\x60|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("\x60")) return el("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return el("strong", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 2) return el("em", {}, part.slice(1, -1));
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (!link) return part;
    return /^https?:/.test(link[2]) ? el("a", { href: link[2] }, link[1]) : link[1];
  });
}

// A link with ways to pass it on.

import { copyButton } from "./clipboard.js";
import { button, el, fill } from "./dom.js";
import { get } from "./net.js";
import { qrCode } from "./qr.js";
import { t } from "./text.js";

/** The link to a page, to be copied, shared or read by a phone. @param {string} path */
export function linkToSend(path) {
  const isLocal = isLoopback(location.hostname);
  const place = el("div", { className: "stack" }, ...linkParts(location.origin + path, !isLocal));
  if (isLocal) findReachable(place, path);
  return place;
}

/**
 * A link to this machine works nowhere else: offers its addresses in the network instead.
 * @param {HTMLElement} place
 * @param {string} path
 */
async function findReachable(place, path) {
  /** @type {string[]} */
  const addresses = await get("/api/addresses").catch(() => []);
  const [first, ...others] = addresses.map((address) => address + path);
  if (!first) {
    const port = location.port || "80";
    place.append(el("p", { className: "problem" }, t("web-invite-only-here", { port })));
    return;
  }
  const also = others.map((link) => el("li", {}, el("code", {}, link)));
  fill(
    place,
    ...linkParts(first, true),
    el("p", { className: "hint" }, t("web-invite-network")),
    also.length > 0 && el("details", {}, el("summary", {}, t("web-invite-others")), el("ul", {}, ...also)),
  );
}

/**
 * @param {string} link
 * @param {boolean} isReachable whether a phone that reads a code can open it
 */
function linkParts(link, isReachable) {
  const field = el("input", {
    readOnly: true,
    value: link,
    "aria-label": t("web-link"),
    onfocus: () => field.select(),
  });
  return [
    el(
      "div",
      { className: "row" },
      field,
      copyButton(() => link),
      "share" in navigator && button(t("web-share"), () => navigator.share({ url: link }).catch(() => {})),
    ),
    isReachable && qrCode(link, t("web-qr")),
  ];
}

/** Whether a host name means the machine itself. @param {string} host */
function isLoopback(host) {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

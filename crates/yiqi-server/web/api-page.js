// The API for people: the OpenAPI description of the server as a page.

import { el, fill } from "./dom.js";
import { get } from "./net.js";
import { t } from "./text.js";

/**
 * @typedef {{ $ref?: string, type?: string | string[], items?: Schema, enum?: string[], format?: string,
 *   oneOf?: Schema[], anyOf?: Schema[], allOf?: Schema[], properties?: Record<string, Schema>, required?: string[],
 *   description?: string, const?: string, additionalProperties?: Schema | boolean }} Schema
 * @typedef {{ content?: Record<string, { schema?: Schema }>, description?: string }} Body
 * @typedef {{ name: string, in: string, required?: boolean, schema?: Schema, description?: string }} Parameter
 * @typedef {{ summary?: string, description?: string, parameters?: Parameter[], requestBody?: Body,
 *   responses?: Record<string, Body> }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components?: { schemas?: Record<string, Schema> } }} Api
 */

/**
 * @param {HTMLElement} place
 * @returns {Promise<Page>}
 */
export async function openApi(place) {
  document.title = t("web-title-of", { title: t("web-api") });
  /** @type {Api} */
  const api = await get("/api");
  const paths = Object.entries(api.paths).sort(([a], [b]) => a.localeCompare(b));
  const schemas = Object.entries(api.components?.schemas ?? {}).sort(([a], [b]) => a.localeCompare(b));
  fill(
    place,
    el(
      "article",
      { className: "manual api" },
      el("h1", {}, t("web-api")),
      el("p", {}, t("web-api-how"), " ", el("a", { href: "/api" }, "/api")),
      el("h2", {}, t("web-api-paths")),
      ...paths.flatMap(([path, operations]) => Object.entries(operations).map(([method, one]) => operation(method, path, one))),
      el("h2", {}, t("web-api-types")),
      ...schemas.map(([name, schema]) => type(name, schema)),
    ),
  );
  // The part that the address names did not exist when the browser looked for it.
  unfold(location.hash.replace("#type-", ""));
  return { close() {} };
}

/** @param {string} method @param {string} path @param {Operation} operation */
function operation(method, path, { summary, description, parameters = [], requestBody, responses = {} }) {
  const answers = Object.entries(responses).map(([status, body]) => [status, shape(schemaOf(body)) ?? body.description ?? ""]);
  return el(
    "details",
    {},
    el(
      "summary",
      {},
      el("code", {}, `${method.toUpperCase()} ${path}`),
      el("span", { className: "hint" }, (summary ?? description ?? "").replaceAll("\n", " ")),
    ),
    el(
      "dl",
      {},
      ...parameters.flatMap(({ name, in: where, required, schema }) =>
        pair(name, where, " · ", shape(schema), required ? "" : ` · ${t("web-api-optional")}`),
      ),
      ...(requestBody ? pair(t("web-api-body"), shape(schemaOf(requestBody))) : []),
      ...answers.flatMap(([status, what]) => pair(status, what)),
    ),
  );
}

/** @param {string} name @param {Schema} schema */
function type(name, schema) {
  const forms = schema.oneOf ?? schema.anyOf ?? [schema];
  return el(
    "details",
    { id: `type-${name}` },
    el("summary", {}, el("code", {}, name), el("span", { className: "hint" }, schema.description ?? "")),
    ...forms.map((form) => {
      const fields = [form, ...(form.allOf ?? [])].flatMap((part) => Object.entries(part.properties ?? {}));
      if (fields.length === 0) return el("p", {}, shape(form));
      const rows = fields.flatMap(([field, of]) => {
        const isOptional = !form.required?.includes(field);
        return pair(field, shape(of), isOptional ? ` · ${t("web-api-optional")}` : "", of.description ? ` – ${of.description}` : "");
      });
      return el("dl", {}, ...rows);
    }),
  );
}

/** @param {import("./dom.js").Child} name @param {...import("./dom.js").Child} what */
function pair(name, ...what) {
  return [el("dt", {}, el("code", {}, name)), el("dd", {}, ...what)];
}

/** @param {Body} body */
function schemaOf(body) {
  return Object.values(body.content ?? {})[0]?.schema;
}

/** A type in a few words, with links to named ones. @param {Schema | undefined} schema @returns {Node | null} */
function shape(schema) {
  if (!schema) return null;
  const { $ref, items, oneOf, anyOf, allOf, type: kind } = schema;
  if ($ref) {
    const name = $ref.split("/").at(-1) ?? "";
    const act = (/** @type {Event} */ event) => {
      event.preventDefault();
      history.replaceState(history.state, "", `#type-${name}`);
      unfold(name);
    };
    return el("a", { href: `/manual/api#type-${name}`, onclick: act }, name);
  }
  if (items) return el("span", {}, "[", shape(items), "…]");
  const several = oneOf ?? anyOf ?? allOf;
  if (several) return el("span", {}, ...several.flatMap((one, index) => [index ? " | " : "", shape(one)]));
  const words = schema.enum ?? (schema.const ? [schema.const] : null);
  if (words) return el("code", {}, words.map((word) => JSON.stringify(word)).join(" | "));
  return el("code", {}, Array.isArray(kind) ? kind.join(" | ") : (kind ?? "any"));
}

/** Opens the description of a type. @param {string} name */
function unfold(name) {
  const place = document.getElementById(`type-${name}`);
  if (place instanceof HTMLDetailsElement) place.open = true;
  place?.scrollIntoView();
}

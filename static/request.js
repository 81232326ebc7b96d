// @ts-check
/// <reference lib="dom" />
// Sends the requests of the page, and shows what all responses have.
import { create, find } from "./dom.js";
import { formatSize } from "./format_size.js";

/** @param {string} url @param {RequestInit=} options */
export async function send(url, options) {
  const started = performance.now();
  const response = await fetch(url, { cache: "no-store", redirect: "manual", ...options });
  return await toResult(response, await response.blob(), started);
}

/** @param {Response} response @param {Blob} blob @param {number} started When the request was sent. */
export async function toResult(response, blob, started) {
  const type = response.headers.get("content-type") ?? "";
  const text = /^(text|application\/(json|xml|yaml))/.test(type) ? await blob.text() : "";
  const body = type.startsWith("application/json") ? JSON.parse(text) : undefined;
  return { response, blob, type, text, body, ms: Math.round(performance.now() - started) };
}
/** @typedef {Awaited<ReturnType<typeof toResult>>} Result */

/** Status, time, size, points left. @param {Result} result */
export function createFacts({ response: { status, statusText, headers }, blob, ms }) {
  const left = /r=(\d+)/.exec(headers.get("ratelimit") ?? "");
  // A browser reports a redirect as status 0.
  const badge = create("b", { className: status < 400 ? "" : "bad" }, status ? `${status} ${statusText}` : "302 Found");
  const facts = [`${ms} ms`, formatSize(blob.size), left ? `${left[1]} points left` : ""];
  return [badge, ...facts.map((fact) => create("span", {}, fact))];
}

/** The message of an error in words for people, and what to do in general. @param {Result} result */
export function createError({ response, body }) {
  // A browser reports a redirect as status 0.
  if (response.ok || !response.status) return [];
  // Of a server in between.
  if (!body?.code) return [createNotice(`The answer is ${response.status} ${response.statusText}`)];
  const request = body.status >= 500 ? `The requestId is ${body.requestId}.` : "";
  const explanation = create("span", {});
  // Offline, the message is all there is.
  explain(body.code).then((sentences) => explanation.textContent = `${sentences} `, () => explanation.remove());
  return [createNotice(toPlainWords(body.message), explanation, request)];
}

/** Returns what to know about an error. Only the page about the service lists them all. @param {string} code */
async function explain(code) {
  const place = `#error-${code} [data-explanation]`;
  const explanation = find(place) ?? find(place, await loadPage("/docs/service"));
  // Sentences about fields and headers are for programs.
  return explanation?.textContent.replaceAll(". ", ".\0").split("\0")
    .filter((each) => !/details|retry-after/.test(each)).join(" ") ?? "";
}

/** @param {string} path */
async function loadPage(path) {
  const response = await fetch(path);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** @param {string} message */
function toPlainWords(message) {
  const toSize = (/** @type {string} */ count) => formatSize(Number(count.replaceAll(",", "")));
  return message.replace(
    /([\d,]+) bytes(.*?), got ([\d,]+)/,
    (_, most, of, got) => `${toSize(most)}${of}, got ${toSize(got)}`,
  )
    .replace(/(\d+)000 ms/g, "$1 s");
}

/** A framed message, and what to know about it. @param {string} message @param {(Node | string)[]} more */
export function createNotice(message, ...more) {
  const title = create("p", {}, create("strong", {}, message));
  return create("div", { className: "explained" }, ...(message ? [title] : []), create("p", {}, ...more));
}

/** The author and licence of a photograph. @param {Record<string, string>} credit */
export function createCredit({ author = "", license = "", licenseUrl, source }) {
  const parts = [
    source ? createLink(source, author || "Source") : author,
    licenseUrl ? createLink(licenseUrl, license) : license,
  ];
  return create("figcaption", { className: "credit" }, parts[0] ?? "", ", ", parts[1] ?? "");
}

/** @param {string} href @param {string} text */
export const createLink = (href, text) => create("a", { href, target: "_blank", rel: "noreferrer" }, text);

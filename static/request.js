// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Sends the requests of the page and shows their responses.
import { copy, create, find } from "./dom.js";
import { formatSize, tokenizeJson } from "./format.js";

/** The number of items that are shown before "and 38 more". */
const MAX_ITEMS = 12;

/** The longest JSON text that is highlighted. Longer texts are shown plain, because each colour is an element. */
const MAX_HIGHLIGHTED = 50_000;

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

/** What is shown without a response. It tries again when the browser is online. @param {() => unknown} retry */
export function createUnreachable(retry) {
  const button = create("button", { type: "button", className: "copy", onclick: retry }, "Try again");
  addEventListener("online", () => button.isConnected && retry(), { once: true });
  const cause = navigator.onLine ? "The service cannot be reached." : "You are offline.";
  return [create("strong", {}, cause), " ", button];
}

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
  if (response.ok || !body?.code) return [];
  const explanation = find(`#error-${body.code} [data-explanation]`)?.textContent ?? "";
  // Sentences about fields and headers are for programs.
  const sentences = explanation.split(/(?<=\.) /).filter((each) => !/details|retry-after/.test(each));
  if (body.status >= 500) sentences.push(`The requestId is ${body.requestId}.`);
  return [createNotice(toPlainWords(body.message), sentences.join(" "))];
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

/** Shows a response according to its type. @param {string} url @param {Result} result @returns {Node[]} */
export function createBody(url, result) {
  const { response, blob, type, text, body } = result;
  if (!response.status) return [createLink(url, "Follow the redirect")];
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const details = create("details", {}, create("summary", {}, "Headers"), create("pre", {}, headers));
  if (type.startsWith("image/")) return [createPicture(URL.createObjectURL(blob), "The returned picture"), details];
  if (!body) return [createText(text, text), details];
  const json = createText(text, ...highlight(JSON.stringify(body, null, 2)));
  return [...createError(result), ...createItems(body), ...createFiles(body), json, details];
}

/** Returns a JSON text with its tokens in colour. @param {string} json */
export function highlight(json) {
  if (json.length > MAX_HIGHLIGHTED) return [json];
  return tokenizeJson(json).map(({ text, kind }) => kind ? create("span", { className: kind }, text) : text);
}

/** A response as text, with a button that copies it. @param {string} text @param {(Node | string)[]} content */
function createText(text, ...content) {
  const pre = create("pre", { tabIndex: 0, role: "group", ariaLabel: "Response" }, create("code", {}, ...content));
  const button = create("button", { type: "button", className: "copy", ariaLabel: "Copy the response" }, "Copy");
  button.onclick = () => copy(text, button);
  return create("div", { className: "copyable" }, pre, button);
}

/** @param {string} src @param {string} alt @param {any=} credit */
function createPicture(src, alt, credit) {
  const picture = create("figure", { className: "preview" }, create("img", { src, alt }));
  if (credit) picture.append(createCredit(credit));
  return picture;
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
const createLink = (href, text) => create("a", { href, target: "_blank", rel: "noreferrer" }, text);

/** The items of a random response. @param {Record<string, any>} body @returns {Node[]} */
function createItems({ item, items = item ? [item] : [] }) {
  const nodes = items.map((/** @type {any} */ { url, title, alt, text = "", credit }) => {
    // Other origins are linked because the content security policy allows only this one.
    if (url?.startsWith(location.origin)) return createPicture(url, alt, credit);
    if (url) return create("p", { className: "spoken" }, createLink(url, `▶ ${title ?? url}`));
    const button = create("button", { type: "button", className: "spoken", title: "Copy" }, text);
    button.onclick = () => copy(text, button);
    return button;
  });
  if (nodes.length <= MAX_ITEMS) return nodes;
  const more = create("button", { type: "button", className: "copy" }, `and ${nodes.length - MAX_ITEMS} more`);
  more.onclick = () => more.replaceWith(...nodes.slice(MAX_ITEMS));
  return [...nodes.slice(0, MAX_ITEMS), more];
}

/** The entries of a folder as links that open them on this page. @param {Record<string, any>} body @returns {Node[]} */
function createFiles({ files }) {
  if (!Array.isArray(files)) return [];
  const entries = files.map(({ path, size, type }) => {
    const link = create("a", { href: "#" }, path);
    link.dataset.file = path;
    return create("li", {}, link, type === "directory" ? " folder" : ` ${formatSize(size)}`);
  });
  return [create("ul", { className: "files" }, ...entries)];
}

// @ts-check
/// <reference lib="dom" />
// Shows the response of an endpoint.
import { copy, create } from "./dom.js";
import { formatSize } from "./format_size.js";
import { createCredit, createError, createLink } from "./request.js";

/** The number of items that are shown before "and 38 more". */
const MAX_ITEMS = 12;

/** The longest JSON text that is highlighted. Longer texts are shown plain, because each colour is an element. */
const MAX_HIGHLIGHTED = 50_000;

/** A token of JSON: a string, with its colon if it is a key, a number or a keyword. */
const TOKEN = /("(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|true|false|null)/;

/** @typedef {import("./request.js").Result} Result */

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
  return json.split(TOKEN).map((text, index) => index % 2 ? create("span", { className: kindOf(text) }, text) : text);
}

/** The class of a token in style.css: key, string, keyword or number. @param {string} token */
const kindOf = (token) => token.endsWith(":") ? "k" : token.startsWith('"') ? "s" : /^[tfn]/.test(token) ? "b" : "n";

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

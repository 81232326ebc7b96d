// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Sends requests and shows the responses on the page, copies commands and runs the filter playground. Without this
// script everything is readable, and choices are plain links.
import { formatSize, quoteForShell, tokenizeJson } from "./format.js";

/** @template T @typedef {(selector: string, root?: ParentNode) => T} Find */
/** @type {Find<HTMLElement>} */
const find = (selector, root = document) => /** @type {HTMLElement} */ (root.querySelector(selector));
/** @type {Find<HTMLElement[]>} */
const findAll = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
const findInput = /** @type {Find<HTMLInputElement>} */ (find);
const findInputs = /** @type {Find<HTMLInputElement[]>} */ (findAll);

/** @param {string} tag @param {object} properties @param {(Node | string)[]} children */
const create = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
/** @param {(Node | string)[]} content */
const createText = (...content) =>
  create("pre", { tabIndex: 0, ariaLabel: "Response" }, create("code", {}, ...content));
/** @param {string=} src @param {string=} alt */
const createPicture = (src, alt) => create("div", { className: "preview" }, create("img", { src, alt }));
/** @param {string} href @param {string} text */
const createLink = (href, text) => create("a", { href, target: "_blank", rel: "noreferrer" }, text);

const playground = find("#playground");
const strength = findInput("#playground-strength");

for (const element of findAll("[data-js]")) element.hidden = false;

// Cards: a path, choices and fields for its parameters, and a place for the response.

for (const card of findAll("[data-path]")) {
  card.oninput = () => showUrl(card);
  card.onsubmit = (event) => {
    event.preventDefault();
    run(card);
  };
  for (const link of findAll("[data-name]", card)) {
    link.onclick = (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      select(link, findAll(`[data-name="${link.dataset.name}"]`, card));
      if (card === playground) setStrengthRange(link);
      if (!find("[data-token]", card)) run(card);
    };
  }
}

/** @param {HTMLElement} link @param {Iterable<HTMLElement>} links */
function select(link, links) {
  for (const other of links) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
}

/** Returns the path and query with the chosen values. @param {HTMLElement} card */
function buildUrl(card) {
  const query = new URLSearchParams();
  let path = card.dataset.path ?? "";
  /** @param {string} name @param {string} value */
  const fill = (name, value) =>
    path = path.replace(`${value ? "" : "/"}{${name}}`, encodeURIComponent(value).replaceAll("%2F", "/"));
  for (const { dataset } of findAll("[data-name][aria-current]", card)) fill(dataset.name ?? "", dataset.value ?? "");
  for (const { name, value, type, checked, disabled } of findInputs("[name]:not([type=radio])", card)) {
    if (path.includes(`{${name}}`)) fill(name, value);
    else if (value && !disabled && (type !== "checkbox" || checked)) query.set(name, value);
  }
  return query.size ? `${path}?${query}` : path;
}

/** Updates the shown URLs of a card. @param {HTMLElement} card */
function showUrl(card) {
  const url = buildUrl(card);
  const quoted = quoteForShell(new URL(url, location.href).href);
  for (const element of findAll("[data-url]", card)) element.textContent = quoted;
  for (const element of findAll("[data-request]", card)) element.textContent = url;
  return url;
}

let turns = 0;

/** Sends a request and shows the response, unless a newer request was sent. @param {HTMLElement} card */
async function run(card) {
  const turn = card.dataset.turn = `${++turns}`;
  const url = showUrl(card);
  const facts = find("[data-facts]", card);
  const token = findInput("[data-token]", card)?.value;
  facts.textContent = "Loading…";
  const result = await send(url, token ? { authorization: `Bearer ${token}` } : {}).catch(() => undefined);
  if (card.dataset.turn !== turn) return;
  facts.replaceChildren(...(result ? createFacts(result) : ["The service cannot be reached."]));
  if (!result) return;
  if (card === playground) compare(url, result);
  else find("[data-result]", card).replaceChildren(facts, ...createBody(url, result));
}

/** @param {string} url @param {HeadersInit} headers */
async function send(url, headers) {
  const started = performance.now();
  const response = await fetch(url, { headers, cache: "no-store", redirect: "manual" });
  const blob = await response.blob();
  const type = response.headers.get("content-type") ?? "";
  const text = /^(text|application\/(json|xml|yaml))/.test(type) ? await blob.text() : "";
  return { response, blob, type, text, ms: Math.round(performance.now() - started) };
}
/** @typedef {Awaited<ReturnType<typeof send>>} Result */

/** Status, time, size, points left. @param {Result} result */
function createFacts({ response: { status, statusText, headers }, blob, ms }) {
  const left = /r=(\d+)/.exec(headers.get("ratelimit") ?? "");
  // A browser reports a redirect as status 0.
  const badge = create("b", { className: status < 400 ? "" : "bad" }, status ? `${status} ${statusText}` : "302 Found");
  const facts = [`${ms} ms`, formatSize(blob.size), left ? `${left[1]} points left` : ""];
  return [badge, ...facts.map((fact) => create("span", {}, fact))];
}

/** Shows a response according to its type. @param {string} url @param {Result} result @returns {Node[]} */
function createBody(url, { response, blob, type, text }) {
  if (!response.status) return [createLink(url, "Follow the redirect")];
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const details = create("details", {}, create("summary", {}, "Headers"), create("pre", {}, headers));
  if (type.startsWith("image/")) return [createPicture(URL.createObjectURL(blob), "The returned picture"), details];
  if (!type.startsWith("application/json")) return [createText(text), details];
  const body = JSON.parse(text);
  const spans = tokenizeJson(JSON.stringify(body, null, 2).slice(0, 20_000))
    .map(({ text, kind }) => kind ? create("span", { className: kind }, text) : text);
  return [...createPreview(body), createText(...spans), details];
}

/** Shows the items or explains the error of a response. @param {Record<string, any>} body @returns {Node[]} */
function createPreview({ code, item, items = [item] }) {
  const explanation = code && find(`#error-${code} [data-explanation]`);
  if (explanation) return [create("p", { className: "explained" }, ...explanation.cloneNode(true).childNodes)];
  if (!item) return [];
  return items.slice(0, 12).map((/** @type {Record<string, string>} */ { url, title, alt, text = "" }) => {
    // Other origins are linked because the content security policy allows only this one.
    if (url?.startsWith(location.origin)) return createPicture(url, alt);
    return create("p", { className: "spoken" }, url ? createLink(url, `▶ ${title ?? url}`) : text);
  });
}

// Copy buttons

for (const button of findAll("[data-copy]")) {
  button.onclick = async () => {
    const code = find("code", button.parentElement ?? document);
    getSelection()?.selectAllChildren(code);
    // Only secure origins have a clipboard. On others the selection is copied.
    if (navigator.clipboard) await navigator.clipboard.writeText(code.textContent ?? "");
    else document.execCommand("copy");
    button.textContent = find("[data-announcement]").textContent = "Copied";
    setTimeout(() => button.textContent = "Copy", 1500);
  };
}

// Table of contents: marks the section in view.

const contents = new Map(findAll(".contents a").map((link) => [link.getAttribute("href"), link]));
const observer = new IntersectionObserver((entries) => {
  const link = contents.get(`#${entries.find((entry) => entry.isIntersecting)?.target.id}`);
  if (link) select(link, contents.values());
}, { rootMargin: "-10% 0px -80%" });
for (const target of findAll(".reference > section, .endpoint")) observer.observe(target);

// Playground: a card that compares the filtered picture with the original.

/** The longest data URL. Deno accepts 64 KiB of request head, and escaping takes room. */
const MAX_DATA_URL = 48 * 1024;

let original = find("[data-before]")?.getAttribute("src");

if (playground) {
  const comparison = find(".compare");
  const divider = findInput("#playground-divider");
  const url = findInput("#playground-url");
  const file = findInput("#playground-file");
  comparison.classList.add("live");
  divider.oninput = () => comparison.style.setProperty("--split", `${divider.value}%`);
  for (const radio of findInputs("[name=sample]")) radio.onchange = () => setPicture(radio.value, radio.value);
  url.onchange = () => {
    // The page may not load from other origins, but contrast 0 returns the original from this one.
    const query = new URLSearchParams({ strength: "0", image: url.value });
    if (url.value) setPicture(url.value, `/api/v2/filter/contrast?${query}`);
  };
  file.onchange = () => setFile(file.files?.[0]);
  strength.oninput = () => find("output").textContent = strength.value;
  strength.onchange = () => run(playground);
}

/** Sets the slider to the range of a filter. @param {HTMLElement} link */
function setStrengthRange({ dataset: { min, max, step, default: value } }) {
  strength.disabled = min === undefined;
  if (min !== undefined) Object.assign(strength, { min, max, step, value });
  find("output").textContent = value ?? "none";
}

/** @param {string} image @param {string} shown The same image on this origin. */
function setPicture(image, shown, note = "") {
  findInput("[name=image]", playground).value = image;
  for (const radio of findInputs("[name=sample]")) radio.checked = radio.value === image;
  original = shown;
  find("[data-note]").textContent = note;
  run(playground);
}

/** @param {string} url @param {Result} result */
function compare(url, { response: { ok, headers }, blob, type, text }) {
  const timings = (headers.get("server-timing") ?? "").split(",");
  const items = timings.map((timing) => create("li", {}, timing.replace(/;\w+=/, " ").replace(/\d$/, "$& ms")));
  find("[data-timings]").replaceChildren(...items);
  const error = ok ? undefined : JSON.parse(text);
  find("[data-error]").replaceChildren(...(error ? [create("p", {}, error.message), ...createPreview(error)] : []));
  find(".compare").hidden = !ok;
  if (!ok) return;
  if (headers.has("x-image")) find("[data-note]").textContent = "This picture ends early, so a part of it is missing.";
  Object.assign(find("[data-before]"), { src: original, alt: "Before" });
  const src = URL.createObjectURL(blob);
  const filter = find("[data-name][aria-current]", playground).dataset.value;
  Object.assign(find("[data-after]"), { src, alt: `After ${headers.get("x-filter") ?? filter}` });
  Object.assign(find("[data-download]"), { href: src, download: `${filter}.${type.split("/")[1]}` });
  Object.assign(find("[data-open]"), { href: url });
}

/** @param {File=} file */
async function setFile(file) {
  if (!file) return;
  const small = await shrink(file).catch(() => undefined);
  if (small) setPicture(small.url, small.url, `Reduced to ${small.size} because it is sent in the URL.`);
  else find("[data-note]").textContent = `This browser cannot read ${file.name}.`;
}

/** Scales a picture down until its data URL is short enough. @param {File} file */
async function shrink(file) {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  for (let side = 1024; side > 16; side *= 0.8) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    Object.assign(canvas, { width: Math.max(1, picture.width * scale), height: Math.max(1, picture.height * scale) });
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL("image/webp", 0.8);
    const size = `${canvas.width} × ${canvas.height} (${formatSize(file.size)} to ${formatSize(url.length)})`;
    if (url.length < MAX_DATA_URL) return { url, size };
  }
}

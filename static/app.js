// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Runs calls in place, copies commands, compares pictures. Without it all is there to read and choices are links.

/** One type for all, so that not each use needs a cast. @typedef {HTMLInputElement & HTMLImageElement & HTMLAnchorElement} El */
/** @type {(selector: string, root?: ParentNode) => El} */
const one = (selector, root = document) => /** @type {El} */ (root.querySelector(selector));
/** @type {(selector: string, root?: ParentNode) => El[]} */
const all = (selector, root = document) => /** @type {El[]} */ ([...root.querySelectorAll(selector)]);

/** @param {string} tag @param {object} properties @param {(Node | string)[]} children */
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
/** @param {Node | string} content */
const textOf = (content) => make("pre", { tabIndex: 0, ariaLabel: "Answer" }, make("code", {}, content));
/** @param {string=} src @param {string=} alt */
const pictureOf = (src, alt) => make("div", { className: "preview" }, make("img", { src, alt }));
/** @param {string=} href @param {string=} text */
const linkTo = (href, text = "") => make("a", { href, target: "_blank", rel: "noreferrer" }, text);
/** @param {number} bytes */
const toSize = (bytes) => bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;

const playground = one("#playground");
const strength = one("#playground-strength");
let before = one("[data-before]")?.src;

for (const element of all("[data-js]")) element.hidden = false;

// Calls: a card has a path, choices and fields that fill it, and a place for the answer.

for (const card of all("[data-path]")) {
  card.oninput = () => showAddress(card);
  card.onsubmit = (event) => {
    event.preventDefault();
    run(card);
  };
  for (const link of all("[data-name]", card)) {
    link.onclick = (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      choose(link, all(`[data-name="${link.dataset.name}"]`, card));
      setStrength(card, link);
      if (!one("[data-token]", card)) run(card);
    };
  }
}

/** @param {El} link @param {Iterable<El>} others */
function choose(link, others) {
  for (const other of others) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
}

/** What choices and fields make. @param {El} card */
function addressOf(card) {
  const query = new URLSearchParams();
  let path = card.dataset.path ?? "";
  /** @param {string} name @param {string} value */
  const fill = (name, value) =>
    path = path.replace(`${value ? "" : "/"}{${name}}`, encodeURIComponent(value).replaceAll("%2F", "/"));
  for (const { dataset } of all("[data-name][aria-current]", card)) fill(dataset.name ?? "", dataset.value ?? "");
  for (const { name, value, type, checked, disabled } of all("[name]:not([type=radio])", card)) {
    if (path.includes(`{${name}}`)) fill(name, value);
    else if (value && !disabled && (type !== "checkbox" || checked)) query.set(name, value);
  }
  return query.size ? `${path}?${query}` : path;
}

/** Shows a card's address wherever it is named. @param {El} card */
function showAddress(card) {
  const address = addressOf(card);
  const whole = new URL(address, location.href).href.replaceAll("'", "%27");
  const quoted = /[^\w:/.,@%-]/.test(whole) ? `'${whole}'` : whole;
  for (const shown of all("[data-address]", card)) shown.textContent = quoted;
  for (const shown of all("[data-call]", card)) shown.textContent = address;
  return address;
}

let turns = 0;

/** Runs a card's call and shows the answer; the newest wins. @param {El} card */
async function run(card) {
  const turn = card.dataset.turn = `${++turns}`;
  const address = showAddress(card);
  const facts = one("[data-facts]", card);
  const token = one("[data-token]", card)?.value;
  facts.textContent = "Asking…";
  const answer = await ask(address, token ? { authorization: `Bearer ${token}` } : {}).catch(() => undefined);
  if (card.dataset.turn !== turn) return;
  facts.replaceChildren(...(answer ? factsOf(answer) : ["The service cannot be reached."]));
  if (!answer) return;
  if (card === playground) compare(address, answer);
  else one("[data-result]", card).replaceChildren(facts, ...bodyOf(address, answer));
}

/** @param {string} address @param {HeadersInit} headers */
async function ask(address, headers) {
  const started = performance.now();
  const response = await fetch(address, { headers, cache: "no-store", redirect: "manual" });
  const blob = await response.blob();
  const type = response.headers.get("content-type") ?? "";
  const text = /^(text|application\/json)/.test(type) ? await blob.text() : "";
  return { response, blob, type, text, ms: Math.round(performance.now() - started) };
}
/** @typedef {Awaited<ReturnType<typeof ask>>} Answer */

/** Status, time, size, points left. @param {Answer} answer */
function factsOf({ response: { status, statusText, headers }, blob, ms }) {
  const left = /r=(\d+)/.exec(headers.get("ratelimit") ?? "");
  // A browser hides a redirect's status.
  const badge = make("b", { className: status < 400 ? "" : "bad" }, status ? `${status} ${statusText}` : "302 Found");
  const facts = [`${ms} ms`, toSize(blob.size), left ? `${left[1]} points left` : ""];
  return [badge, ...facts.map((fact) => make("span", {}, fact))];
}

/** The answer by its type. @param {string} address @param {Answer} answer @returns {Node[]} */
function bodyOf(address, { response, blob, type, text }) {
  if (!response.status) return [linkTo(address, "Follow the redirect")];
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const details = make("details", {}, make("summary", {}, "Headers"), make("pre", {}, headers));
  if (type.startsWith("image/")) return [pictureOf(URL.createObjectURL(blob), "The answered picture"), details];
  if (!type.startsWith("application/json")) return [textOf(text), details];
  const body = JSON.parse(text);
  return [...previewOf(body), textOf(highlight(JSON.stringify(body, null, 2).slice(0, 20_000))), details];
}

/** What a person wants to see of it. @param {Record<string, any>} body @returns {Node[]} */
function previewOf({ code, item, items = [item] }) {
  // Errors are explained in the words of the page's own table.
  const words = code && one(`#error-${code} [data-explanation]`);
  if (words) return [make("p", { className: "explained" }, ...words.cloneNode(true).childNodes)];
  if (!item) return [];
  return items.slice(0, 12).map((/** @type {Record<string, string>} */ { url, title, alt, text = "" }) => {
    // What lies elsewhere is linked: this page loads from its own origin only.
    if (url?.startsWith(location.origin)) return pictureOf(url, alt);
    return make("p", { className: "spoken" }, url ? linkTo(url, `▶ ${title ?? url}`) : text);
  });
}

/** Colours JSON. @param {string} text */
function highlight(text) {
  const shown = new DocumentFragment();
  let end = 0;
  for (const match of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g)) {
    const [whole, string, colon = ""] = match;
    const className = string ? (colon ? "k" : "s") : /[tfn]/.test(whole) ? "b" : "n";
    shown.append(text.slice(end, match.index), make("span", { className }, string ?? whole), colon);
    end = match.index + whole.length;
  }
  shown.append(text.slice(end));
  return shown;
}

// Copying

for (const button of all("[data-copy]")) {
  button.onclick = async () => {
    const code = one("code", button.parentElement ?? document);
    getSelection()?.selectAllChildren(code);
    // Only secure origins have a clipboard; elsewhere the selection is copied.
    if (navigator.clipboard) await navigator.clipboard.writeText(code.textContent ?? "");
    else document.execCommand("copy");
    button.textContent = one("[data-said]").textContent = "Copied";
    setTimeout(() => button.textContent = "Copy", 1500);
  };
}

// Where the reader is

const contents = new Map(all(".contents a").map((link) => [link.hash, link]));
const seen = new IntersectionObserver((entries) => {
  const link = contents.get(`#${entries.find((entry) => entry.isIntersecting)?.target.id}`);
  if (link) choose(link, contents.values());
}, { rootMargin: "-10% 0px -80%" });
for (const target of all(".reference > section, .endpoint")) seen.observe(target);

// Playground: a card whose answer is compared with what went in.

/** What fits into an address: Deno takes 64 KiB of head, and escapes need room. */
const MAX_DATA_URL = 48 * 1024;

if (playground) {
  const [split, url, file] = [one("#playground-divider"), one("#playground-url"), one("#playground-file")];
  one(".compare").classList.add("live");
  split.oninput = () => one(".compare").style.setProperty("--split", `${split.value}%`);
  for (const radio of all("[name=sample]")) radio.onchange = () => setPicture(radio.value, radio.value);
  url.onchange = () => {
    // The page loads nothing from elsewhere: contrast 0 hands over the original.
    const original = new URLSearchParams({ strength: "0", image: url.value });
    if (url.value) setPicture(url.value, `/api/v2/filter/contrast?${original}`);
  };
  file.onchange = () => takeFile(file.files?.[0]);
  strength.oninput = () => one("output").textContent = strength.value;
  strength.onchange = () => run(playground);
}

/** Takes the filter's range. @param {El} card @param {El} link */
function setStrength(card, { dataset: { min, max, step, standard } }) {
  if (card !== playground) return;
  strength.disabled = min === undefined;
  if (min !== undefined) Object.assign(strength, { min, max, step, value: standard });
  one("output").textContent = standard ?? "none";
}

/** @param {string} image @param {string} shown */
function setPicture(image, shown, told = "") {
  one("[name=image]", playground).value = image;
  for (const radio of all("[name=sample]")) radio.checked = radio.value === image;
  before = shown;
  one("[data-note]").textContent = told;
  run(playground);
}

/** @param {string} address @param {Answer} answer */
function compare(address, { response: { ok, headers }, blob, type, text }) {
  const times = (headers.get("server-timing") ?? "").split(",");
  const shown = times.map((time) => make("li", {}, time.replace(/;\w+=/, " ").replace(/\d$/, "$& ms")));
  one("[data-timings]").replaceChildren(...shown);
  const failure = ok ? undefined : JSON.parse(text);
  one("[data-failure]").replaceChildren(...(failure ? [make("p", {}, failure.message), ...previewOf(failure)] : []));
  one(".compare").hidden = failure;
  if (failure) return;
  Object.assign(one("[data-before]"), { src: before, alt: "Before" });
  const src = URL.createObjectURL(blob);
  const name = one("[data-name][aria-current]", playground).dataset.value;
  Object.assign(one("[data-after]"), { src, alt: `After ${headers.get("x-filter") ?? name}` });
  Object.assign(one("[data-download]"), { href: src, download: `${name}.${type.split("/")[1]}` });
  one("[data-open]").href = address;
}

/** @param {File=} file */
async function takeFile(file) {
  if (!file) return;
  const small = await shrink(file).catch(() => undefined);
  if (small) setPicture(small.url, small.url, `Shrunk to ${small.told}: it travels in the address.`);
  else one("[data-note]").textContent = `This browser cannot read ${file.name}.`;
}

/** Makes a picture small enough for an address. @param {File} file */
async function shrink(file) {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  for (let side = 1024; side > 16; side *= 0.8) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    Object.assign(canvas, { width: Math.max(1, picture.width * scale), height: Math.max(1, picture.height * scale) });
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL("image/webp", 0.8);
    const told = `${canvas.width} × ${canvas.height}, ${toSize(file.size)} to ${toSize(url.length)}`;
    if (url.length < MAX_DATA_URL) return { url, told };
  }
}

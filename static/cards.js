// @ts-check
/// <reference lib="dom" />
// What builds a URL from choices and fields: the hero, the playground and the cards of endpoints.
// Every choice is part of the page's address: `#v2-random-animal?kind=fox&count=3`.
import { addArrowKeys, create, find, findAll, findInputs, isPlainClick, select, setAria } from "./dom.js";
import { LANGUAGES, toCurl } from "./snippets.js";

/** What a part of the page does with its choices. @typedef {object} Behaviour
 * @property {() => unknown} run Sends the request and shows the response.
 * @property {() => import("./snippets.js").SnippetRequest | undefined} describe Describes the request for a snippet.
 * @property {(value: string) => void=} adapt Adapts the fields to a choice before the request is shown.
 * @property {() => void=} update Follows a change of a field.
 */

/** @type {Map<HTMLElement, Behaviour>} */
const behaviours = new Map();

/** What makes a part work. @typedef {(card: HTMLElement) => void} Add */

/** How the parts that nobody has used yet are loaded. @type {Map<HTMLElement, () => Promise<Add>>} */
const deferred = new Map();

/** The parts that are prepared, or will be when their script has arrived. @type {Map<HTMLElement, Promise<void>>} */
const prepared = new Map();

/** @type {import("./snippets.js").Language} */
let language = "curl";

/** Writes all languages, when someone has selected another one. @type {typeof import("./languages.js") | undefined} */
let languages;

/** Prepares a part of the page when it is used. @param {HTMLElement} card @param {() => Promise<Add>} load */
export const defer = (card, load) => deferred.set(card, load);

/** Prepares a part of the page, once: its fields appear together with what they do. @param {HTMLElement} card */
export function prepare(card) {
  const load = deferred.get(card);
  if (load) {
    deferred.delete(card);
    const started = start(card, load());
    prepared.set(card, started);
    // Without a network, the next use tries again.
    started.catch(() => deferred.set(card, load));
  }
  return prepared.get(card);
}

/** @param {HTMLElement} card @param {Promise<Add>} loading */
async function start(card, loading) {
  const add = await loading;
  for (const template of findAll("[data-fields]", card)) {
    template.replaceWith(/** @type {HTMLTemplateElement} */ (template).content);
  }
  add(card);
}

/** Registers a part of the page. @param {HTMLElement} card @param {Behaviour} behaviour */
export function register(card, behaviour) {
  behaviours.set(card, behaviour);
  for (const link of findAll("[data-name]", card)) {
    link.setAttribute("role", "button");
    // Back leads to it.
    if (link.matches("[aria-current]")) link.dataset.first = "true";
    link.onclick = (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      choose(card, link);
      changeAddress(card, "push");
      behaviour.run();
    };
  }
  card.onsubmit = (event) => {
    event.preventDefault();
    changeAddress(card, "push");
    behaviour.run();
  };
  for (const group of findAll(".choices", card)) addArrowKeys(findAll("a", group));
  addLanguages(card);
  showRequest(card);
  card.addEventListener("input", () => {
    changeAddress(card, "replace");
    showRequest(card);
    behaviour.update?.();
  });
}

/** Makes a choice, without sending a request. @param {HTMLElement} card @param {HTMLElement} link */
export function choose(card, link) {
  select(link, findAll(`[data-name="${link.dataset.name}"]`, card));
  behaviours.get(card)?.adapt?.(link.dataset.value ?? "");
  showRequest(card);
}

/** Adds the tabs that select the language of a snippet. @param {HTMLElement} card */
function addLanguages(card) {
  const snippet = find("[data-snippet]", card);
  if (!snippet) return;
  const tabs = LANGUAGES.map((name) => {
    const tab = create("button", { type: "button", value: name, ariaPressed: `${name === language}` }, name);
    tab.onclick = async () => {
      // Without a network, curl remains.
      languages ??= await import("./languages.js").catch(() => undefined);
      if (!languages) return;
      language = name;
      for (const other of findInputs(".languages button")) setAria(other, "pressed", other.value === name);
      for (const each of behaviours.keys()) showRequest(each);
    };
    return tab;
  });
  addArrowKeys(tabs);
  snippet.prepend(create("div", { className: "languages", role: "group", ariaLabel: "Language of the code" }, ...tabs));
}

/** Sends the request that the choices stand for, and shows its response. @param {HTMLElement} card */
export const run = (card) => behaviours.get(card)?.run();

/** Shows the request that the choices stand for. @param {HTMLElement} card */
export function showRequest(card) {
  const request = behaviours.get(card)?.describe();
  if (!request) return;
  // Lines break after the parts of a URL, not within words.
  const code = languages?.toSnippet(language, request) ?? toCurl(request);
  const lines = code.replace(/(\w[/?&,])(?=\w)/g, "$1\0");
  const parts = lines.split("\0").flatMap((part) => [part, create("wbr", {})]);
  for (const code of findAll("[data-code]", card)) code.replaceChildren(...parts);
  // An upload has no address: its result is shown.
  if (request.upload) return;
  for (const link of findAll("[data-open]", card)) link.setAttribute("href", request.url);
}

/** Returns the path and query with the chosen values. @param {HTMLElement} card */
export function buildUrl(card) {
  const query = new URLSearchParams();
  let path = card.dataset.path ?? "";
  for (const [name, value] of readChoices(card)) {
    if (!path.includes(`{${name}}`)) query.append(name, value);
    else path = path.replace(`{${name}}`, toReadable(encodeURIComponent(value), name));
  }
  // A path parameter without a value names the folder above.
  path = path.replace(/\/\{\w+\}/g, "");
  const text = toReadable(query.toString());
  return text ? `${path}?${text}` : path;
}

/** Keeps characters that people read: in a query, or folders, steps or parents in a path. @param {string} text */
const toReadable = (text, name = "") => {
  const plain = { "": /%(2F|3A|2C)/g, path: /%2F/g, fileName: /%2F/g, steps: /%(3A|2C)/g }[name] ?? /%2B/g;
  return text.replace(plain, decodeURIComponent);
};

/** @param {HTMLElement} card @returns {[string, string][]} */
function readChoices(card) {
  // An empty value is the default.
  const links = findAll('[data-name][aria-current]:not([data-value=""])', card);
  const fields = findInputs("[name]:not([type=radio])", card)
    .filter(({ value, type, checked, disabled }) => value && !disabled && (type !== "checkbox" || checked));
  return [
    ...links.map(({ dataset: { name = "", value = "" } }) => /** @type {[string, string]} */ ([name, value])),
    ...fields.map(({ name, value }) => /** @type {[string, string]} */ ([name, value])),
  ];
}

/** Puts the choices into the page's address. @param {HTMLElement} card @param {"push" | "replace"} how */
export function changeAddress(card, how) {
  const query = new URLSearchParams(readChoices(card));
  // A picture in a data: URL would be longer than an address may be.
  if (query.toString().length > 2000) query.delete("image");
  const address = `#${card.id}?${toReadable(query.toString())}`;
  try {
    history[`${how}State`](null, "", address);
  } catch {
    // Safari and Firefox allow a few hundred changes in a while, and a slider has more.
  }
  for (const link of findAll("[data-permalink]", card)) link.setAttribute("href", address);
}

/** What is shown without a response. It tries again when the browser is online. @param {() => unknown} retry */
export function createUnreachable(retry) {
  const button = create("button", { type: "button", className: "copy", onclick: retry }, "Try again");
  addEventListener("online", () => button.isConnected && retry(), { once: true });
  const cause = navigator.onLine ? "The service cannot be reached." : "You are offline.";
  return [create("strong", {}, cause), " ", button];
}

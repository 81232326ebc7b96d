// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The script of the landing page. Without it everything is readable, and choices are plain links.
import { applyAddress, buildUrl, changeAddress, register, showRequest } from "./cards.js";
import { copy, find, findAll, findInput, select } from "./dom.js";
import { addLookup } from "./lookup.js";
import { addMeet } from "./meet.js";
import { createBody, createFacts, highlight, send } from "./request.js";
import { openSearch } from "./search.js";

for (const element of findAll("[data-js]")) element.hidden = false;
for (const button of findAll("[data-copy]")) {
  button.onclick = () => copy(find("code", button.parentElement ?? document).textContent ?? "", button);
}
for (const card of findAll(".endpoint")) addCard(card);
if (find("#meet")) addMeet(find("#meet"));
if (find(".reference")) addLowerParts();
markCurrent();

/** The parts below the first screen. The largest one is loaded when it comes into view. */
async function addLowerParts() {
  const playground = find("#playground");
  const addPlayground = async () => (await import("./playground.js")).addPlayground(playground);
  // An address with choices applies to a part that must be there by then.
  if (location.hash.startsWith("#playground")) await addPlayground();
  else whenNear(playground, addPlayground);
  addLookup(find("#lookup"));
  find("[data-search]").onclick = openSearch;
  addEventListener("keydown", (event) => {
    const isTyping = /** @type {Element} */ (event.target).matches?.("input, select, textarea");
    if (!(event.key === "k" && (event.ctrlKey || event.metaKey)) && (event.key !== "/" || isTyping)) return;
    event.preventDefault();
    openSearch();
  });
  addEventListener("hashchange", applyAddress);
  applyAddress();
}

/** @param {HTMLElement} element @param {() => unknown} load */
function whenNear(element, load) {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    load();
  });
  observer.observe(element);
}

/** An endpoint: sends the request and shows the response below the choices. @param {HTMLElement} card */
function addCard(card) {
  const details = /** @type {HTMLDetailsElement} */ (find("details", card));
  const result = find("[data-result]", card);
  const facts = find("[data-facts]", card);
  const { returns, message } = card.dataset;
  const button = find(".try", card);
  let turns = 0;
  // The button of a closed card is for the pointer: one Tab stop per card is enough until it is opened.
  button.tabIndex = -1;
  details.ontoggle = () => {
    button.tabIndex = details.open ? 0 : -1;
    for (const code of findAll("[data-json]", card)) {
      code.replaceChildren(...highlight(code.textContent ?? ""));
      code.removeAttribute("data-json");
    }
  };

  const describe = () => {
    const url = new URL(buildUrl(card), location.href);
    const format = url.searchParams.get("format");
    const isPicture = returns === "image" || format === "image";
    const isAnimal = card.id === "v2-random-animal" && (format === null || format === "json");
    const imageUrl = new URL(url);
    if (isAnimal) imageUrl.searchParams.set("format", "image");
    return {
      url: url.href,
      returns: /** @type {"json" | "image" | "text"} */ (isPicture ? "image" : format === "text" ? "text" : returns),
      imageUrl: isAnimal ? imageUrl.href : undefined,
      alt: isAnimal || isPicture ? `a random ${url.pathname.split("/").at(-1)}` : "",
      file: toFileName(url),
      needsToken: find("[data-token]", card) !== null,
      hasMessage: message !== undefined,
    };
  };

  const run = async () => {
    const turn = ++turns;
    const url = buildUrl(card);
    const token = findInput("[data-token]", card)?.value;
    details.open = true;
    facts.textContent = "Loading…";
    const options = token ? { headers: { authorization: `Bearer ${token}` } } : {};
    const answer = await send(url, options).catch(() => undefined);
    // A newer request was sent in the meantime.
    if (turn !== turns) return;
    facts.replaceChildren(...createFacts(answer));
    result.replaceChildren(facts, ...(answer ? createBody(url, answer) : []));
    for (const link of findAll("[data-file]", result)) link.onclick = (event) => openFile(event, card, link);
    result.closest(".panel")?.scrollIntoView({ block: "nearest" });
  };

  register(card, { run, describe });
  card.onsubmit = (event) => {
    event.preventDefault();
    changeAddress(card, "push");
    run();
  };
}

/** Shows an entry of a folder in the same card. @param {Event} event @param {HTMLElement} card @param {HTMLElement} link */
function openFile(event, card, link) {
  event.preventDefault();
  const field = findInput('[name="path"], [name="fileName"]', card);
  field.value = link.dataset.file ?? "";
  showRequest(card);
  find("form", card).dispatchEvent(new Event("submit", { cancelable: true, bubbles: true }));
}

/** The name under which the picture of a URL is saved: `cat.webp`, `blur.png`. @param {URL} url */
function toFileName({ pathname, searchParams }) {
  const last = pathname.split("/").at(-1) ?? "";
  if (/\.\w+$/.test(last)) return last;
  const format = pathname.includes("/filter/") ? searchParams.get("format") : searchParams.get("type");
  const source = /\.(png|jpe?g|gif|webp)$/i.exec(searchParams.get("image") ?? "")?.[1];
  return `${last}.${(format ?? source ?? "png").replace("jpeg", "jpg")}`;
}

/** Marks the section and the endpoint in view in the header and in the table of contents. */
function markCurrent() {
  const targets = findAll(".reference > section, .endpoint");
  /** @type {Set<Element>} */
  const seen = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    const ids = targets.filter((target) => seen.has(target)).map(({ id, tagName }) => ({ id, tagName }));
    const section = ids.find(({ tagName }) => tagName === "SECTION")?.id;
    const endpoint = ids.find(({ tagName }) => tagName === "ARTICLE")?.id;
    mark(`header nav a[href="/#${section}"]`);
    mark(`.contents a[href="#${endpoint ?? section}"]`);
  }, { rootMargin: "-80px 0px -60%" });
  for (const target of targets) observer.observe(target);
}

/** @param {string} selector */
function mark(selector) {
  const link = find(selector);
  if (link) select(link, findAll("a", link.closest("nav") ?? document));
}

// @ts-check
/// <reference lib="dom" />
// Dresses up an animal or a group on its page: a choice leads to a page, whose parts replace those of this one.
import { addArrowKeys, find, findAll, isPlainClick, reveal, setAria } from "./dom.js";

/** The parts that depend on how the animal is drawn, besides its picture. A group has some, and an animal others. */
const PARTS = [
  ...[".about", ".kinds", ".options", ".dress-up", ".another", ".downloads", ".one", ".each", ".members"],
  ".group .embed",
];

/** Makes the choices work in place, and the switch that stops the animal. Photographs have neither.
 *
 * @returns {(href: string, words: string) => void} What opens another look of the page and says what was chosen.
 */
export function addDressUp() {
  if (!find(".options")) return (href) => location.assign(href);
  // A group is always still.
  const still = find("[data-still]");
  const picture = /** @type {HTMLImageElement} */ (find("[data-picture]"));
  /** What loads a page. It ends when another one is chosen. */
  let running = new AbortController();
  let shown = toPage(location.href);

  const isStill = () => still?.getAttribute("aria-pressed") !== "false";

  /** @param {string} address @returns {string} The picture at this address, which moves unless it is switched off. */
  const toPicture = (address) => {
    const url = new URL(address, location.href);
    if (isStill()) url.searchParams.delete("motion");
    else url.searchParams.set("motion", "on");
    return url.href;
  };

  /** Shows the parts of another page. Without an answer, the browser opens it.
   *
   * @param {string} href
   * @param {string=} words What has been chosen.
   */
  const show = async (href, words) => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const page = await load(href, signal);
    if (signal.aborted) return false;
    const next = page && /** @type {HTMLImageElement | null} */ (page.querySelector("[data-picture]"));
    if (!next) {
      location.assign(href);
      return false;
    }
    for (const part of PARTS.filter((each) => find(each))) {
      exchange(find(part), document.importNode(find(part, page), true));
    }
    picture.src = toPicture(next.getAttribute("src") ?? "");
    const announcement = picture.alt === next.alt ? words ?? describeChoices() : next.alt;
    picture.alt = next.alt;
    prepare();
    find("[data-announcement]").textContent = announcement;
    shown = toPage(href);
    return true;
  };

  /** Shows another page as if the browser had opened it. @param {string} href @param {string=} words */
  const open = async (href, words) => {
    if (await show(href, words)) history.pushState(toPage(href), "", toShared(href));
  };

  if (still) {
    still.onclick = () => {
      setAria(still, "pressed", !isStill());
      picture.src = toPicture(picture.src);
    };
  }
  addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target).closest(".dress-up a, .options a");
    const link = /** @type {HTMLAnchorElement | null} */ (target);
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    // Another size or corners change no word of the description.
    open(link.href, link.dataset.name && `${link.dataset.name}: ${link.textContent}`);
  });
  addEventListener("change", ({ target }) => {
    const { id, value, dataset } = /** @type {HTMLInputElement} */ (target);
    if (id === "colour") open(dataset.href?.replace("{colour}", value.slice(1)) ?? "");
  });
  addEventListener("popstate", ({ state }) => {
    const href = state ?? toPage(location.href);
    // Another fragment is the same page.
    if (href !== shown) show(href);
  });
  prepare();
  return open;
}

/** @param {string} href @returns {string} The address without its fragment, which would scroll. */
const toPage = (href) => new URL(href, location.href).href.replace(/#.*/, "");

/** @param {string} href @returns {string} The address that people share: what is empty only opens choices. */
const toShared = (href) => toPage(href).replace(/[^?&]+=(?:&|$)/g, "").replace(/[?&]$/, "");

/** @param {string} href @param {AbortSignal} signal @returns {Promise<Document | undefined>} */
async function load(href, signal) {
  const response = await fetch(href, { headers: { accept: "text/html" }, signal }).catch(() => undefined);
  const html = response?.ok && await response.text().catch(() => undefined);
  return html ? new DOMParser().parseFromString(html, "text/html") : undefined;
}

/** Replaces a part. The focus stays, and pictures that are there already do not flicker.
 *
 * @param {HTMLElement} part
 * @param {HTMLElement} next
 */
function exchange(part, next) {
  const { activeElement } = document;
  const focused = part.contains(activeElement) ? keyOf(activeElement) : undefined;
  const pictures = new Map(findAll("img", part).map((picture) => [picture.getAttribute("src"), picture]));
  for (const picture of findAll("img", next)) picture.replaceWith(pictures.get(picture.getAttribute("src")) ?? picture);
  reveal(findAll("[data-js]", next));
  part.replaceWith(next);
  if (focused) {
    findAll("a, input, select", next).find((each) => keyOf(each) === focused)?.focus({ preventScroll: true });
  }
}

/** @param {Element | null} element @returns {string | null | undefined} What an element is on every page. */
const keyOf = (element) => element?.id || element?.textContent;

/** Prepares the elements that have been added. */
function prepare() {
  addArrowKeys(findAll(".dress-up nav a"));
  addArrowKeys(findAll(".wardrobe a"));
  for (const row of findAll(".options ul")) addArrowKeys(findAll("a", row));
}

/** @returns {string} */
function describeChoices() {
  const list = find(".wardrobe");
  return list ? `${list.getAttribute("aria-label")}: ${list.children.length} choices` : "";
}

// @ts-check
/// <reference lib="dom" />
// The script of the landing page. Without it everything is readable, and choices are plain links.
import { applyAddress, defer, prepare } from "./cards.js";
import { addArrowKeys, find, findAll, isTyping, reveal } from "./dom.js";
import { addMeet } from "./meet.js";

/** How far below the screen a part is loaded, so that it is ready before it is visible. */
const NEAR = "0px 0px 300px";

// Without BASE_URL the server does not know its own address.
for (const origin of findAll("[data-origin]")) origin.textContent = location.origin;
// The cards are closed, and are prepared when they are opened.
reveal(findAll("[data-js]:not(.endpoint details [data-js])"));
addMeet(find("#meet"));
addLowerParts();
markCurrent();

/** The parts below the first screen, which are loaded when they come into view. */
function addLowerParts() {
  for (const card of findAll(".endpoint")) {
    defer(card, async () => (await import("./endpoint.js")).addEndpoint);
    card.addEventListener("click", async ({ target }) => {
      // Before the card is prepared, its button has no form.
      const isLost = /** @type {Element} */ (target).closest(".try") && !find("form", card);
      await prepare(card);
      if (isLost) /** @type {HTMLFormElement} */ (find("form", card)).requestSubmit();
    }, { capture: true });
    // A search in the page opens a card without a click.
    find("details", card).addEventListener("toggle", () => prepare(card));
  }
  const playground = find("#playground");
  defer(playground, async () => (await import("./playground.js")).addPlayground);
  whenNear(playground, () => prepare(playground));
  addArrowKeys(findAll(".choices a", playground));
  addTransfers(playground);
  const lookup = find("#lookup");
  defer(lookup, async () => (await import("./lookup.js")).addLookup);
  whenNear(lookup, () => prepare(lookup));
  // Its script replaces this.
  lookup.onsubmit = async (event) => {
    event.preventDefault();
    await prepare(lookup);
    /** @type {HTMLFormElement} */ (lookup).requestSubmit();
  };
  addEventListener("hashchange", applyAddress);
  applyAddress();
}

/** Whatever picture or URL is dropped or pasted goes to the playground. @param {HTMLElement} playground */
function addTransfers(playground) {
  const take = async (/** @type {Event} */ event, /** @type {DataTransfer | null} */ data) => {
    const text = data?.getData("text").trim() ?? "";
    // A field takes the text, even if a program copies it as a picture, too.
    const detail = isTyping(event) && text ? undefined : data?.files[0] ?? /^https?:\/\/\S+$/.exec(text)?.[0];
    if (!detail) return;
    event.preventDefault();
    await prepare(playground);
    playground.dispatchEvent(new CustomEvent("picture", { detail }));
  };
  const cue = (/** @type {boolean} */ isShown) => document.body.classList.toggle("dragging", isShown);
  addEventListener("paste", (event) => take(event, event.clipboardData));
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault();
    cue(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget ?? cue(false));
  addEventListener("drop", (event) => {
    cue(false);
    if (event.dataTransfer?.files.length) take(event, event.dataTransfer);
  });
}

/** @param {HTMLElement} element @param {() => unknown} load */
function whenNear(element, load) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    load();
  }, { rootMargin: NEAR });
  observer.observe(element);
}

/** Marks the section and the endpoint in view in the header and in the table of contents. */
function markCurrent() {
  const targets = findAll(".reference > section, .endpoint");
  /** @type {Set<Element>} */
  const visible = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) visible[isIntersecting ? "add" : "delete"](target);
    const shown = targets.filter((target) => visible.has(target));
    const section = shown.find(({ tagName }) => tagName === "SECTION");
    mark("header nav a", section);
    mark(".contents a", shown.find(({ tagName }) => tagName === "ARTICLE") ?? section);
  }, { rootMargin: "-80px 0px -60%" });
  for (const target of targets) observer.observe(target);
}

/** Marks the link to an element, or none. @param {string} links @param {Element=} target */
function mark(links, target) {
  for (const link of /** @type {HTMLAnchorElement[]} */ (findAll(links))) {
    if (link.hash === `#${target?.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

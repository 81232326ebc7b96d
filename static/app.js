// @ts-check
/// <reference lib="dom" />
// The script of the landing page. Without it everything is readable, and choices are plain links.
import { defer, prepare } from "./cards.js";
import { addArrowKeys, find, findAll, isTyping, reveal } from "./dom.js";
import { addMeet } from "./meet.js";

/** How far below the screen a part is loaded. */
const NEAR = "0px 0px 100px";

reveal(findAll("[data-js]"));
addMeet();
addPlayground(find("#playground"));
addEventListener("hashchange", follow);
follow();

/** Loads the playground when it comes into view. @param {HTMLElement} playground */
function addPlayground(playground) {
  defer(playground, async () => (await import("./playground.js")).addPlayground);
  whenNear(playground, () => prepare(playground));
  for (const group of findAll(".choices", playground)) addArrowKeys(findAll("a", group));
  addTransfers(playground);
}

/** Opens what the page's address names. Few do, so that script is loaded then. @param {HashChangeEvent=} event */
async function follow(event) {
  if (location.hash || event) (await import("./landing_address.js")).openAddress(event);
}

/** Whatever picture or URL is dropped or pasted goes to the playground. @param {HTMLElement} playground */
function addTransfers(playground) {
  const take = async (/** @type {Event} */ event, /** @type {DataTransfer | null} */ data) => {
    const text = data?.getData("text").trim() ?? "";
    // A field takes the text, even if it was copied as a picture, too.
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

// @ts-check
/// <reference lib="dom" />
// The script of the landing page. Without it everything is readable, and choices are plain links.
import { applyAddress, defer, prepare } from "./cards.js";
import { addArrowKeys, find, findAll, isTyping, reveal } from "./dom.js";
import { addMeet } from "./meet.js";

/** How far below the screen a part is loaded, so that it is ready before it is visible. */
const NEAR = "0px 0px 300px";

/** What the anchors of version 3 begin with, and where they are now. All others are still on this page. */
const MOVED = Object.entries({
  "error-": "/docs/service",
  "limit-": "/docs/service",
  "list-": "/docs/lists",
  "question-cors": "/docs/service#web-pages-of-other-origins",
  "question-client": "/docs/service#a-typed-client",
  "question-caching": "/docs/service#caching",
  "question-java": "/docs/service#java",
});

reveal(findAll("[data-js]"));
addMeet(find("#meet"));
addPlayground(find("#playground"));
addEventListener("hashchange", follow);
follow();

/** Loads the playground when it comes into view. @param {HTMLElement} playground */
function addPlayground(playground) {
  defer(playground, async () => (await import("./playground.js")).addPlayground);
  whenNear(playground, () => prepare(playground));
  addArrowKeys(findAll(".choices a", playground));
  addTransfers(playground);
}

/** Opens what the page's address names: a part of this page, or what this page had before it was small. */
function follow() {
  const [id = "", query] = location.hash.slice(1).split(/(?=\?)/);
  const target = id ? document.getElementById(id) : null;
  const link =
    /** @type {HTMLAnchorElement | null} */ (target?.matches(".rows a, .rows li")
      ? target.closest("a") ?? find("a", target)
      : null);
  const page = MOVED.find(([start]) => id.startsWith(start))?.[1];
  if (link) location.replace(link.href + (query ?? ""));
  else if (page) location.replace(page.includes("#") ? page : page + location.hash);
  else applyAddress();
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

// @ts-check
/// <reference lib="dom" />
// Opens what an address of the landing page names.
import { applyAddress, readAddress } from "./address.js";
import { find, findInput } from "./dom.js";

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

/**
 * Opens what the page's address names: a part of this page, or what this page had before it was small.
 *
 * @param {HashChangeEvent=} event
 */
export function openAddress(event) {
  const { id, query } = readAddress(location.href);
  const target = id ? document.getElementById(id) : null;
  const link =
    /** @type {HTMLAnchorElement | null} */ (target?.matches(".rows a, .rows li")
      ? target.closest("a") ?? find("a", target)
      : null);
  const page = MOVED.find(([start]) => id.startsWith(start))?.[1];
  if (link) location.replace(query === undefined ? link.href : `${link.href}?${query}`);
  else if (page) location.replace(page.includes("#") ? page : page + location.hash);
  else {
    readColour(query);
    applyAddress(event);
  }
}

/** The hero offers some colours. Any other one of the address is the visitor's own. @param {string=} query */
function readColour(query) {
  const own = find("#meet [data-own]");
  const colour = new URLSearchParams(query).get("background") ?? "";
  if (!own || !/^[0-9a-f]{6}$/.test(colour) || find(`#meet [data-value="${colour}"]`)) return;
  own.dataset.value = colour;
  findInput("#colour").value = `#${colour}`;
}

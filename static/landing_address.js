// @ts-check
/// <reference lib="dom" />
// Opens what an address of the landing page names.
import { applyAddress } from "./address.js";
import { find } from "./dom.js";

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

/** Opens what the page's address names: a part of this page, or what this page had before it was small. */
export function openAddress() {
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

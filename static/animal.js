// @ts-check
/// <reference lib="dom" />
// The script of an animal's page. Without it, only the buttons that copy and share are missing, and a choice is a page.
import { addCopyButtons, copy, find, findAll, reveal } from "./dom.js";
import { addDressUp } from "./dress_up.js";

reveal(findAll("main [data-js]"));
const button = find("[data-copy-address]");
button.onclick = () => copy(location.href, button);
addCopyButtons();
addDressUp();
const share = find("[data-share-page]");
// Only some browsers have it, and only on secure origins.
share.hidden = !navigator.share;
share.onclick = () => navigator.share({ title: document.title, url: location.href }).catch(() => {});
addEventListener("keydown", ({ key, ctrlKey, metaKey, target }) => {
  if (/** @type {Element} */ (target).matches?.("input")) return;
  if (key === "/" || (key === "k" && (ctrlKey || metaKey))) find("[data-search]").click();
});

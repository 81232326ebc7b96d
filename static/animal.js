// @ts-check
/// <reference lib="dom" />
// The script of the page of an animal or a group. Without it, only the buttons that copy and share are missing, and a
// choice is a page.
import { copy, find, findAll, reveal } from "./dom.js";
import { addDressUp } from "./dress_up.js";

reveal(findAll("main [data-js]"));
const button = find("[data-copy-address]");
button.onclick = () => copy(location.href, button);
export const openLook = addDressUp();
const share = find("[data-share-page]");
// Only some browsers have it, and only on secure origins.
share.hidden = !navigator.share;
share.onclick = () => navigator.share({ title: document.title, url: location.href }).catch(() => {});

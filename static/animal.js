// @ts-check
/// <reference lib="dom" />
// The script of an animal's page. Without it, only the buttons that copy and share are missing, and a choice is a page.
import { copy, find, findAll, reveal } from "./dom.js";
import { addDressUp } from "./dress_up.js";

reveal(findAll("main [data-js]"));
const button = find("[data-copy-address]");
button.onclick = () => copy(location.href, button);
addDressUp();
const share = find("[data-share-page]");
// Only some browsers have it, and only on secure origins.
share.hidden = !navigator.share;
share.onclick = () => navigator.share({ title: document.title, url: location.href }).catch(() => {});

// @ts-check
/// <reference lib="dom" />
// The script of the page of an animal or a group. Without it, only the buttons that copy and share and the form that
// adds an animal are missing, and a choice is a page.
import { copy, find, findAll, findInput, reveal, toSegment } from "./dom.js";
import { addDressUp } from "./dress_up.js";

reveal(findAll("main [data-js]"));
const button = find("[data-copy-address]");
button.onclick = () => copy(location.href, button);
addDressUp();
const share = find("[data-share-page]");
// Only some browsers have it, and only on secure origins.
share.hidden = !navigator.share;
share.onclick = () => navigator.share({ title: document.title, url: location.href }).catch(() => {});
const form = find("[data-add]");
if (form) {
  form.onsubmit = (event) => {
    event.preventDefault();
    const { value: kind } = findInput("select", form);
    // In a path, a plain comma would be between two animals.
    const segment = toSegment(findInput("input", form).value);
    const prefix = kind === form.dataset.kind ? "" : `${kind}:`;
    location.assign(`${form.dataset.add},${prefix}${segment}${location.search}`);
  };
}

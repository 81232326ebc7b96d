// @ts-check
/// <reference lib="dom" />
// The script of every page: its menu, its buttons that copy, and its search.
import { addCopyButtons, create, find, isTyping } from "./dom.js";

addCopyButtons();
// Only its links close the menu of a phone: the browser does the rest.
find("#sections").onclick = () => find("#sections").hidePopover?.();
find("[data-search]").onclick = (event) => {
  event.preventDefault();
  openSearch();
};
addEventListener("keydown", (event) => {
  if (!(event.key === "k" && (event.ctrlKey || event.metaKey)) && (event.key !== "/" || isTyping(event))) return;
  event.preventDefault();
  openSearch();
});
addEventListener("hashchange", follow);
follow();

/** A link to the search opens it. */
function follow() {
  if (location.hash === "#search") openSearch();
}

/** Opens the search. Its script is loaded then, and finds what has been typed in the meantime. */
async function openSearch() {
  const dialog = /** @type {HTMLDialogElement} */ (find("[data-finder]") ?? createDialog());
  if (dialog.open) return;
  dialog.showModal();
  dialog.onkeydown ??= ({ key }) => dialog.dataset.key = key;
  const { addSearch } = await import("./search.js");
  if (!dialog.onclose) addSearch(dialog);
}

function createDialog() {
  const input = create("input", {
    type: "search",
    id: "search",
    placeholder: "cat, blur, 429, a name…",
    ariaLabel: "Search",
  });
  const close = create("button", { type: "button", className: "copy" }, "Close");
  const hits = create("ul", { className: "hits", ariaLabel: "Results" });
  hits.dataset.hits = "";
  const field = create("div", { className: "name" }, input, close);
  const dialog = create("dialog", { className: "finder", ariaLabel: "Search" }, field, hits);
  dialog.dataset.finder = "";
  document.body.append(dialog);
  return dialog;
}

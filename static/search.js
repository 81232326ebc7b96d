// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Finds an endpoint by a part of its path or description: Ctrl-K or "/".
import { create, find, findAll } from "./dom.js";

/** @type {{ dialog: HTMLDialogElement, open: () => void } | undefined} */
let finder;

/** Opens the search. */
export function openSearch() {
  finder ??= createFinder();
  if (!finder.dialog.open) finder.open();
}

function createFinder() {
  const entries = findAll(".endpoint, .v1-endpoint, .reference > section > h2, tr[id]").map((element) => {
    const isV1Endpoint = element.matches(".v1-endpoint");
    const id = element.id || element.parentElement?.id;
    const title = (find(".path", element) ?? element.querySelector("th code") ?? element).textContent?.trim() ?? "";
    const text = isV1Endpoint ? "" : find(".summary, [data-explanation]", element)?.textContent ?? "";
    const link = create("a", { href: `#${id}` }, create("code", {}, title), create("span", {}, text));
    return { link, text: `${title} ${text}`.toLowerCase() };
  });
  const input = /** @type {HTMLInputElement} */ (create("input", {
    type: "search",
    placeholder: "cat, blur, /healthz, 429…",
    ariaLabel: "Search endpoints and errors",
  }));
  const list = create("div", { className: "hits" });
  const dialog =
    /** @type {HTMLDialogElement} */ (create("dialog", { className: "finder", ariaLabel: "Search" }, input, list));
  document.body.append(dialog);

  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    const hits = entries.filter(({ text }) => words.every((word) => text.includes(word)));
    list.replaceChildren(...hits.map(({ link }) => link));
    if (hits.length === 0) list.append(create("p", {}, "Nothing matches."));
  };
  const open = () => {
    input.value = "";
    show();
    dialog.showModal();
  };
  input.oninput = show;
  dialog.onclick = (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest("a")) dialog.close();
  };
  dialog.onkeydown = (event) => {
    const links = findAll("a", list);
    const index = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "Enter" && index < 0) links[0]?.click();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const next = index + (event.key === "ArrowDown" ? 1 : -1);
    (links[next] ?? input).focus();
  };
  return { dialog, open };
}

// @ts-check
/// <reference lib="dom" />
// Opens what the page's address names, with its choices: `#v2-random-animal?kind=fox&count=3`.
import { choose, prepare, run, showRequest } from "./cards.js";
import { find, findAll, findInputs } from "./dom.js";

/** Splits an address into the part that it names and the choices of that part, if it has any. @param {string} url */
export function readAddress(url) {
  const [id = "", query] = new URL(url).hash.slice(1).split(/\?(.*)/s);
  return { id, query };
}

/** Applies the choices in the page's address. @param {HashChangeEvent=} event Says which address was before. */
export async function applyAddress(event) {
  const old = readAddress(event?.oldURL ?? location.href);
  const given = readAddress(location.href);
  // Back to an address without choices leads to the first state of the part that had some.
  const isReset = given.query === undefined && old.query !== undefined && (!given.id || given.id === old.id);
  const { id, query } = isReset ? { id: old.id, query: "" } : given;
  const target = id ? document.getElementById(id) : null;
  const card = /** @type {HTMLElement | null} */ (target?.closest("[data-path]") ?? null);
  // A card can be in a section that is folded as well.
  let details = target && (target.querySelector(":scope > details") ?? target.closest("details"));
  for (; details; details = details.parentElement?.closest("details") ?? null) details.setAttribute("open", "");
  if (query === undefined || !card) return;
  await prepare(card);
  const choices = new URLSearchParams(query);
  for (const link of findAll("[data-name]", card)) {
    const { name = "", value, first } = link.dataset;
    const chosen = choices.get(name);
    if (chosen === null ? first : chosen === value) choose(card, link);
  }
  for (const field of findInputs("[name]:not([type=radio])", card)) {
    // A parameter of the query can have the name of a choice, which comes first.
    const hasChoice = find(`[data-name="${field.name}"]`, card) !== null;
    const value = choices.getAll(field.name)[hasChoice ? 1 : 0];
    if (field.type === "checkbox") field.checked = value !== undefined;
    // Without a value, a field has its first one. That of a list is empty. A file is sent instead of a disabled one.
    else if (value !== undefined || !field.disabled) field.value = value ?? field.defaultValue ?? "";
  }
  showRequest(card);
  if (!isReset) card.scrollIntoView();
  await run(card);
}

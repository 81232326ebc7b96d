// @ts-check
/// <reference lib="dom" />
// Opens what the page's address names, with its choices: `#v2-random-animal?kind=fox&count=3`.
import { choose, prepare, run, showRequest } from "./cards.js";
import { find, findAll, findInputs } from "./dom.js";

/** Applies the choices in the page's address. */
export async function applyAddress() {
  const [id = "", query] = location.hash.slice(1).split(/\?(.*)/s);
  const target = id ? document.getElementById(id) : null;
  const card = /** @type {HTMLElement | null} */ (target?.closest("[data-path]") ?? null);
  // A card can be in a section that is folded as well.
  let details = target && (target.querySelector(":scope > details") ?? target.closest("details"));
  for (; details; details = details.parentElement?.closest("details") ?? null) details.setAttribute("open", "");
  if (query === undefined || !card) return;
  await prepare(card);
  const choices = new URLSearchParams(query);
  for (const link of findAll("[data-name]", card)) {
    if ((choices.get(link.dataset.name ?? "") ?? "") === link.dataset.value) choose(card, link);
  }
  for (const field of findInputs("[name]:not([type=radio])", card)) {
    // A parameter of the query can have the name of a choice, which comes first.
    const hasChoice = find(`[data-name="${field.name}"]`, card) !== null;
    const value = choices.getAll(field.name)[hasChoice ? 1 : 0];
    if (field.type === "checkbox") field.checked = value !== undefined;
    else if (value !== undefined) field.value = value;
  }
  showRequest(card);
  card.scrollIntoView();
  await run(card);
}

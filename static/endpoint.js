// @ts-check
/// <reference lib="dom" />
// An endpoint: its fields and choices are a form, and the panel beside them shows the response.
import { buildUrl, register, showRequest } from "./cards.js";
import { create, find, findAll, findInput, findInputs, reveal } from "./dom.js";
import { adaptFields, addFields } from "./fields.js";
import { highlight } from "./response.js";
import { addResult } from "./result.js";
import { toFileName } from "./file_name.js";

/** @param {HTMLElement} card */
export function addEndpoint(card) {
  const body = find(".body", card);
  // The errors of the service are what a visitor wants to see.
  const form = create("form", { className: "body", id: `${card.id}-form`, autocomplete: "off", noValidate: true });
  form.append(...body.childNodes);
  body.replaceWith(form);
  reveal(findAll("[data-js]", card));
  for (const code of findAll("[data-json]", card)) code.replaceChildren(...highlight(code.textContent ?? ""));
  addFields(card);
  const adapt = (/** @type {string} */ choice) => adaptFields(card, choice);
  for (const link of findAll("[data-name][aria-current]", card)) adapt(link.dataset.value ?? "");
  const details = /** @type {HTMLDetailsElement} */ (find("details", card));
  const { returns, message } = card.dataset;
  const button = find(".try", card);
  // The button of a closed card is for the pointer: one Tab stop per card is enough until it is opened.
  const enable = () => button.tabIndex = details.open ? 0 : -1;
  details.addEventListener("toggle", enable);
  enable();

  const { load, update, typeOf } = addResult(card, form);
  const describe = () => {
    const url = new URL(buildUrl(card), location.href);
    const format = url.searchParams.get("format");
    const isPicture = returns === "image" || format === "image";
    const isAnimal = card.id === "v2-random-animal" && (format === null || format === "json");
    const imageUrl = new URL(url);
    if (isAnimal) imageUrl.searchParams.set("format", "image");
    return {
      url: url.href,
      returns: /** @type {"json" | "image" | "text"} */ (isPicture ? "image" : format === "text" ? "text" : returns),
      imageUrl: isAnimal ? imageUrl.href : undefined,
      alt: card.id === "v2-random-animal" ? `a random ${url.pathname.split("/").at(-1)}` : "",
      file: toFileName(url, { type: typeOf(url.href) }),
      hasMessage: message !== undefined,
    };
  };
  const run = async () => {
    details.open = true;
    // An address may contain parameters that are folded.
    for (const more of findAll(".more", card)) {
      const fields = findInputs("[name]", more);
      if (fields.some(({ value, type, checked }) => type === "checkbox" ? checked : value)) {
        more.setAttribute("open", "");
      }
    }
    await load();
    // On a phone the choices are one row, which scrolls.
    find("[data-name][aria-current]", card)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    find(".panel", card).scrollIntoView({ block: "nearest" });
  };
  register(card, { run, describe, adapt, update });

  /** Shows an entry of a folder in its card. */
  find("[data-result]", card).onclick = (event) => {
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-file]"));
    if (!link) return;
    event.preventDefault();
    findInput('[name="path"], [name="fileName"]', card).value = link.dataset.file ?? "";
    showRequest(card);
    form.requestSubmit();
  };
}

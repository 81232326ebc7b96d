// @ts-check
/// <reference lib="dom" />
// An endpoint: sends the request and shows the response below the choices.
import { buildUrl, register, showRequest } from "./cards.js";
import { create, find, findAll, findInput, reveal } from "./dom.js";
import { createFacts, createUnreachable, send } from "./request.js";
import { createBody, highlight } from "./response.js";
import { toFileName } from "./snippets.js";

/** Otherwise an animal without an extension would be the source of its page. */
const OPTIONS = { headers: { accept: "application/json, */*;q=0.5" } };

/** @param {HTMLElement} card */
export function addEndpoint(card) {
  const body = find(".body", card);
  // The errors of the service are what a visitor wants to see.
  const form = create("form", { className: "body", id: `${card.id}-form`, autocomplete: "off", noValidate: true });
  form.append(...body.childNodes);
  body.replaceWith(form);
  reveal(findAll("[data-js]", card));
  for (const code of findAll("[data-json]", card)) code.replaceChildren(...highlight(code.textContent ?? ""));
  const details = /** @type {HTMLDetailsElement} */ (find("details", card));
  const result = find("[data-result]", card);
  const facts = find("[data-facts]", card);
  const { returns, message } = card.dataset;
  const button = find(".try", card);
  let turns = 0;
  /** The last picture: only its response shows which format it has. */
  let known = { url: "", type: "" };
  // The button of a closed card is for the pointer: one Tab stop per card is enough until it is opened.
  const enable = () => button.tabIndex = details.open ? 0 : -1;
  details.addEventListener("toggle", enable);
  enable();

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
      file: toFileName(url, known.url === url.href ? known : {}),
      hasMessage: message !== undefined,
    };
  };

  const run = async () => {
    const turn = ++turns;
    const url = buildUrl(card);
    details.open = true;
    facts.textContent = "Loading…";
    const answer = await send(url, OPTIONS).catch(() => undefined);
    // A newer request was sent in the meantime.
    if (turn !== turns) return;
    facts.replaceChildren(...(answer ? createFacts(answer) : createUnreachable(run)));
    for (const picture of findAll("img", result)) URL.revokeObjectURL(picture.getAttribute("src") ?? "");
    result.replaceChildren(facts, ...(answer ? createBody(url, answer) : []));
    known = { url: new URL(url, location.href).href, type: answer?.body?.item?.mediaType ?? answer?.type ?? "" };
    showRequest(card);
    for (const link of findAll("[data-file]", result)) link.onclick = (event) => openFile(event, card, link);
    result.closest(".panel")?.scrollIntoView({ block: "nearest" });
  };

  register(card, { run, describe });
}

/** Shows an entry of a folder in its card. @param {Event} event @param {HTMLElement} card @param {HTMLElement} link */
function openFile(event, card, link) {
  event.preventDefault();
  const field = findInput('[name="path"], [name="fileName"]', card);
  field.value = link.dataset.file ?? "";
  showRequest(card);
  find("form", card).dispatchEvent(new Event("submit", { cancelable: true, bubbles: true }));
}

// @ts-check
/// <reference lib="dom" />
// The result of an endpoint. It belongs to the values of the fields, or says that it does not.
import { buildUrl, createUnreachable, showRequest } from "./cards.js";
import { create, find, findAll, findInput, setAria } from "./dom.js";
import { createFacts, send } from "./request.js";
import { createBody } from "./response.js";

/** How long the fields rest before the request is sent again. */
const REST_MS = 300;

/** Otherwise an animal without an extension would be the source of its page. */
const HEADERS = { accept: "application/json, */*;q=0.5" };

/** What a result is until a newer one replaces it. */
const OLD = "The result below is for the previous parameters.";

/**
 * Makes the panel of a card show the response to its form. Returns functions that send the request now, after a change
 * of a field, and that name the media type of the shown response.
 *
 * @param {HTMLElement} card
 * @param {HTMLFormElement} form
 */
export function addResult(card, form) {
  const result = find("[data-result]", card);
  const facts = find("[data-facts]", card);
  const showPeek = addPeek(card);
  const toHref = () => new URL(buildUrl(card), location.href).href;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let running = new AbortController();
  /** What the panel shows. At first it is the example. @type {{ url: string, type: string, facts: Node[] }} */
  let shown = { url: toHref(), type: "", facts: [...facts.childNodes] };

  /** @param {"new" | "old" | "busy"} state @param {(Node | string)[]} words */
  const showState = (state, ...words) => {
    result.classList.toggle("old", state !== "new");
    setAria(result, "busy", state === "busy");
    facts.replaceChildren(...words);
    showPeek();
  };

  /** Ends what was sent or planned for other values. Returns whether the values can be sent, and says why not. */
  const restart = (/** @type {(field: HTMLInputElement) => boolean} */ isWrong) => {
    clearTimeout(timer);
    running.abort();
    running = new AbortController();
    const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]);
    const wrong = fields.find(isWrong);
    const { name = "", validationMessage = "" } = wrong ?? {};
    if (wrong) {
      showState("old", create("strong", {}, `Not sent: ${name}`), create("span", {}, validationMessage, " ", OLD));
    }
    return !wrong;
  };

  const load = async () => {
    // The value of a field with a wrong number is empty: the request would be another one.
    // A browser takes a path with dots for another one.
    const isDots = (/** @type {HTMLInputElement} */ { validity, value }) =>
      validity.patternMismatch && /^\.\.?$/.test(value);
    if (!restart((field) => field.validity.badInput || isDots(field))) return;
    const { signal } = running;
    showState("busy", "Loading… ", create("span", { className: "unseen" }, OLD));
    const url = toHref();
    const answer = await send(url, { headers: HEADERS, signal }).catch(() => undefined);
    // A newer request was sent in the meantime.
    if (signal.aborted) return;
    if (!answer) return showState("old", ...createUnreachable(load), create("span", {}, OLD));
    // Otherwise the page would jump until the new pictures have their size.
    result.style.minHeight = `${result.offsetHeight}px`;
    for (const picture of findAll("img", result)) URL.revokeObjectURL(picture.getAttribute("src") ?? "");
    result.replaceChildren(facts, ...createBody(url, answer));
    shown = { url, type: answer.body?.item?.mediaType ?? answer.type, facts: createFacts(answer) };
    showState("new", ...shown.facts);
    showRequest(card);
    const pictures = /** @type {HTMLImageElement[]} */ (findAll("img", result));
    Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => result.style.minHeight = "");
  };

  const update = () => {
    // Someone who still types does not want to read errors.
    if (!restart(({ validity }) => !validity.valid)) return;
    if (toHref() === shown.url) return showState("new", ...shown.facts);
    showState("busy", "Updating… ", create("span", { className: "unseen" }, OLD));
    timer = setTimeout(load, REST_MS);
  };

  const typeOf = (/** @type {string} */ url) => url === shown.url ? shown.type : "";
  return { load, update, typeOf };
}

/** A button with the state of the result, for phones: there it is above the fields. @param {HTMLElement} card */
function addPeek(card) {
  const button = create("button", { type: "button", className: "peek" });
  button.onclick = () => find(".panel", card).scrollIntoView({ block: "start" });
  find(".about", card).append(button);
  return () => {
    const { src = "" } = /** @type {Partial<HTMLImageElement>} */ (findInput(".result img", card) ?? {});
    const state = find("[data-facts]", card).firstChild?.textContent ?? "";
    button.replaceChildren(
      ...(src ? [create("img", { src, alt: "" })] : []),
      create("span", {}, state),
      create("b", {}, "Show result"),
    );
  };
}

// @ts-check
/// <reference lib="dom" />
// The playground: applies filters to a picture and compares it with the original.
import { buildUrl, changeAddress, createUnreachable, register, showRequest } from "./cards.js";
import { create, find, findInputs, say } from "./dom.js";
import { examine, shrink, toPng } from "./own_picture.js";
import { PictureSource } from "./picture_source.js";
import { Preview } from "./preview.js";
import { createError, createFacts, createNotice, send } from "./request.js";
import { toFileName } from "./file_name.js";
import { addSteps } from "./steps.js";
import { upload } from "./upload.js";

/** What the visitor reads if the response has `x-image: truncated`. */
const CUT = "This file ends early, so a part of the picture is missing.";

/** The errors that a smaller picture avoids. */
const TOO_MUCH = /^(payload_too_large|too_many_pixels|too_expensive|request_timeout|filter_timeout)$/;

/** @param {HTMLElement} playground */
export function addPlayground(playground) {
  new Playground(playground).start();
}

class Playground {
  /** @type {HTMLElement} */
  #form;
  /** @type {PictureSource} */
  #source;
  /** @type {Preview} */
  #preview;
  /** Shows the steps of the hidden field. @type {() => void} */
  #showSteps;
  /** The request in progress. It ends when another one begins. */
  #running = new AbortController();
  /** The picture whose original is in the preview. @type {File | string} */
  #pictured = "";
  /** The last result: only its response shows which format it has. @type {Result | undefined} */
  #result;
  /** @typedef {{ url: string, type: string, blob: Blob }} Result */

  /** @param {HTMLElement} form */
  constructor(form) {
    this.#form = form;
    this.#source = new PictureSource(form);
    this.#preview = new Preview(form);
    this.#showSteps = addSteps(form, () => {
      changeAddress(form, "push");
      this.#run();
    });
  }

  start() {
    register(this.#form, { run: () => this.#run(), describe: () => this.#describe() });
    // Each field sends its change itself.
    this.#form.onsubmit = (event) => event.preventDefault();
    for (const option of this.#options) option.onchange = () => this.#run();
    this.#find("[data-cancel]").onclick = () => {
      this.#running.abort();
      this.#fail("Cancelled.");
    };
    this.#addCopying();
    this.#source.listen((picture) => this.#choose(picture));
    const { typedUrl } = this.#source;
    // An address with choices runs it with those, and the visitor may have typed a URL before this script was loaded.
    if (typedUrl) this.#choose(typedUrl);
    else if (!location.hash.startsWith("#playground?")) this.#run();
  }

  #addCopying() {
    const button = this.#find("[data-copy-picture]");
    // Only secure origins have a clipboard.
    button.hidden = !globalThis.ClipboardItem;
    button.onclick = async () => {
      const item = new ClipboardItem({ "image/png": toPng(/** @type {Result} */ (this.#result).blob) });
      say(button, await navigator.clipboard.write([item]).then(() => "Copied", () => "Not allowed"));
    };
  }

  /** Filters another picture. @param {import("./picture_source.js").Picture} picture */
  async #choose(picture) {
    // Back leads to a picture with an address, not to another file.
    const how = this.#source.file && picture instanceof File ? "replace" : "push";
    this.#source.set(picture);
    this.#result = undefined;
    // The address of a file names no picture: it would be another one.
    changeAddress(this.#form, how);
    const isDone = this.#run();
    this.#find(".stage").scrollIntoView({ block: "nearest" });
    await isDone;
    // The notice is below the picture.
    const error = this.#find("[data-error]");
    if (error.firstChild) error.scrollIntoView({ block: "nearest" });
  }

  /** Sends what is chosen, and shows the result or what is wrong. @returns {Promise<void>} */
  async #run() {
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.#showChoices();
    this.#showBusy();
    this.#showOriginal();
    const { file } = this.#source;
    const { mistake } = this.#source;
    const { reason, canShrink } = file ? await examine(file, this.#limits) : { reason: mistake, canShrink: false };
    if (signal.aborted) return;
    const remedy = file && canShrink ? [this.#createShrink(file)] : [];
    if (reason) return this.#fail("", createNotice(reason, ...remedy));
    const address = buildUrl(this.#form);
    const onProgress = (/** @type {number} */ share) => this.#showProgress(share);
    const sent = file ? upload(address, file, { signal, onProgress }) : send(address, { signal });
    const answer = await sent.catch(() => undefined);
    if (signal.aborted) return;
    if (!answer) return this.#fail("", createNotice("", ...createUnreachable(() => this.#run())));
    const [notice] = createError(answer);
    if (!notice) return this.#showResult(answer, address);
    if (TOO_MUCH.test(answer.body?.code)) notice.append(...remedy);
    // The picture is not to blame.
    if (answer.body?.code === "invalid_parameter") this.#preview.showOriginal();
    this.#fail("", notice);
    this.#find("[data-facts]").replaceChildren(...createFacts(answer));
  }

  /** Shows what is chosen, which the address of the page may have changed. */
  #showChoices() {
    this.#showSteps();
    this.#source.show();
    showRequest(this.#form);
    // An address may contain options that are folded.
    if (this.#options.some(({ value }) => value)) this.#find("[data-options]").setAttribute("open", "");
  }

  /** Shows that a request runs; nothing of the one before remains. */
  #showBusy() {
    this.#setBusy(true);
    this.#progress.removeAttribute("value");
    this.#find("[data-error]").replaceChildren();
    this.#find("[data-outcome]").hidden = true;
    this.#find("[data-facts]").textContent = this.#source.file ? "Sending…" : "Loading…";
  }

  /** Shows another original. One on another server is shown when the service has fetched it. */
  #showOriginal() {
    const { picture, file } = this.#source;
    if (this.#pictured === picture) return;
    this.#pictured = picture;
    const original = this.#source.toOriginalUrl();
    this.#preview.setOriginal(original);
    if (file || original === picture) this.#preview.showOriginal();
  }

  /** @param {number} share How much of a file has been sent. */
  #showProgress(share) {
    this.#progress.value = share;
    if (share < 1) return;
    this.#progress.removeAttribute("value");
    this.#find("[data-facts]").textContent = "Filtering…";
  }

  /** @param {import("./request.js").Result} answer @param {string} address */
  #showResult(answer, address) {
    const { blob, type, response: { headers } } = answer;
    const href = URL.createObjectURL(blob);
    const size = create("span", {});
    this.#setBusy(false);
    this.#find("[data-facts]").replaceChildren(...createFacts(answer), size);
    if (headers.has("x-image")) this.#find("[data-error]").replaceChildren(createNotice(CUT));
    this.#preview.showResult(href, {
      alt: `After ${headers.get("x-filter")}`,
      onSize: (text) => size.textContent = text,
    });
    this.#result = { url: new URL(address, location.href).href, type, blob };
    showRequest(this.#form);
    this.#find("[data-outcome]").hidden = false;
    Object.assign(this.#find("[data-open]"), { href: this.#source.file ? href : address });
    Object.assign(this.#find("[data-download]"), { href, download: this.#describe().file });
  }

  /** Ends a request without a result. @param {string} text @param {Node[]} notice */
  #fail(text, ...notice) {
    this.#setBusy(false);
    this.#find("[data-facts]").textContent = text;
    this.#find("[data-error]").replaceChildren(...notice);
    this.#preview.hideResult();
  }

  /** A button that sends a smaller copy of a file. @param {File} own */
  #createShrink(own) {
    const button = create("button", { type: "button", className: "button" }, "Shrink it here, then filter it");
    button.onclick = async () => {
      button.disabled = true;
      const { maxBytes, maxPixels } = this.#limits;
      const limit = { maxBytes: Math.min(maxBytes, own.size / 2), maxPixels };
      const copy = await shrink(own, limit).catch(() => undefined);
      // Another picture was chosen in the meantime.
      if (this.#source.file !== own) return;
      if (copy) this.#choose(copy);
      else this.#fail("", createNotice("This browser cannot shrink the picture."));
    };
    return button;
  }

  /** Describes the request for the code. */
  #describe() {
    const { href } = new URL(buildUrl(this.#form), location.href);
    const { file, accept } = this.#source;
    const type = this.#result?.url === href ? this.#result.type : undefined;
    return {
      url: href,
      returns: /** @type {const} */ ("image"),
      file: toFileName(new URL(href), { type, source: file?.name }),
      alt: "",
      upload: file?.name,
      accept,
    };
  }

  /** @param {boolean} isBusy */
  #setBusy(isBusy) {
    this.#preview.setBusy(isBusy);
    this.#find("[data-busy]").hidden = !isBusy;
  }

  get #limits() {
    const { maxBytes, maxPixels } = this.#form.dataset;
    return { maxBytes: Number(maxBytes), maxPixels: Number(maxPixels) };
  }

  get #options() {
    return findInputs("[data-options] [name]", this.#form);
  }

  get #progress() {
    return /** @type {HTMLProgressElement} */ (this.#find("progress"));
  }

  /** @param {string} selector */
  #find(selector) {
    return find(selector, this.#form);
  }
}

// @ts-check
/// <reference lib="dom" />
// The playground: applies filters to a picture and compares it with the original.
import { buildUrl, changeAddress, register, showRequest } from "./cards.js";
import { create, createUnreachable, find, findInput, findInputs, say } from "./dom.js";
import { formatSize } from "./format_size.js";
import { examine, shrink, toPng } from "./own_picture.js";
import { createError, createFacts, createNotice, send, toResult } from "./request.js";
import { toFileName } from "./file_name.js";
import { addSteps } from "./steps.js";

/** What the visitor reads if the response has `x-image: truncated`. */
const CUT = "This file ends early, so a part of the picture is missing.";

/** The errors that a smaller picture avoids. */
const TOO_MUCH = /^(payload_too_large|too_many_pixels|too_expensive|request_timeout|filter_timeout)$/;

/** The narrowest and the widest shape of the box: others leave a part of it empty. */
const MIN_RATIO = 2 / 3;
const MAX_RATIO = 2;

/** @param {HTMLElement} playground */
export function addPlayground(playground) {
  const comparison = find(".compare", playground);
  const divider = findInput("#playground-divider");
  const url = findInput("#playground-url");
  const fileInput = findInput("#playground-file");
  const image = findInput("[name=image]", playground);
  const facts = find("[data-facts]", playground);
  const error = find("[data-error]", playground);
  const outcome = find("[data-outcome]", playground);
  const progress = /** @type {HTMLProgressElement} */ (find("progress", playground));
  const cancel = find("[data-cancel]", playground);
  const before = /** @type {HTMLImageElement} */ (find("[data-before]", playground));
  const after = /** @type {HTMLImageElement} */ (find("[data-after]", playground));
  const options = findInputs("[data-options] [name]", playground);
  /** The visitor's own file, which is sent unchanged. @type {File | undefined} */
  let file;
  /** The request in progress. @type {AbortController | undefined} */
  let sending;
  /** The picture that the visitor has chosen, its URL on this origin, and those in view. @type {File | string} */
  let pictured = "";
  let original = "";
  /** @type {string[]} */
  let shown = [];
  /** @type {Blob | undefined} */
  let result;
  /** The last result: only its response shows which format it has. @type {{ url: string, type: string } | undefined} */
  let known;

  const limits = () => {
    const { maxBytes, maxPixels } = playground.dataset;
    return { maxBytes: Number(maxBytes), maxPixels: Number(maxPixels) };
  };

  /** The URL of the original on this origin, because the page may not load from others: contrast 0 changes nothing. */
  const originalUrl = () => {
    if (file) return URL.createObjectURL(file);
    if (image.value.startsWith("/")) return image.value;
    return `/api/v2/filter/contrast?${new URLSearchParams({ strength: "0", image: image.value })}`;
  };

  const describe = () => {
    const filtered = new URL(buildUrl(playground), location.href);
    return {
      url: filtered.href,
      returns: /** @type {const} */ ("image"),
      file: toFileName(filtered, { type: known?.url === filtered.href ? known.type : undefined, source: file?.name }),
      alt: "",
      upload: file?.name,
      accept: fileInput.accept,
    };
  };

  /** Shows where the picture comes from. The address of the page may name another one than the visitor's file. */
  const showSource = () => {
    if (image.value) file = undefined;
    image.disabled = file !== undefined;
    const samples = findInputs("[name=sample]", playground);
    for (const sample of samples) sample.checked = !file && sample.value === image.value;
    url.value = file || samples.some(({ checked }) => checked) ? "" : image.value;
    const note = file ? `${file.name}, ${formatSize(file.size)}. It will not be stored.` : "";
    find("[data-note]", playground).textContent = note;
    showRequest(playground);
  };

  /** Shows whether a request runs; while it does, nothing of the one before remains. @param {boolean} isBusy */
  const setBusy = (isBusy) => {
    comparison.classList.toggle("busy", isBusy);
    find("[data-busy]", playground).hidden = !isBusy;
    if (!isBusy) return;
    progress.removeAttribute("value");
    error.replaceChildren();
    outcome.hidden = true;
    facts.textContent = file ? "Sending…" : "Loading…";
  };

  /** Shows the original, and next to it the result as soon as there is one. @param {string=} filtered */
  const showPictures = (filtered = original) => {
    // The browser would hold every result in memory until the page is closed.
    shown.filter((each) => each !== original).forEach((each) => URL.revokeObjectURL(each));
    shown = [original, filtered];
    Object.assign(before, { src: original, alt: "Before" });
    Object.assign(after, { src: filtered, alt: "" });
    comparison.hidden = false;
  };

  /** Ends a request without a result. @param {string} text @param {Node[]} notice */
  const fail = (text, ...notice) => {
    setBusy(false);
    facts.textContent = text;
    error.replaceChildren(...notice);
    // The last result stays, unless it is that of another picture or the browser cannot show this one.
    comparison.hidden = shown[0] !== original || before.naturalWidth === 0;
    outcome.hidden = comparison.hidden || !known;
    if (known && !file) find("[data-open]", playground).setAttribute("href", known.url);
  };

  /** A button that sends a smaller copy of a file. @param {File} own */
  const createShrink = (own) => {
    const button = create("button", { type: "button", className: "button" }, "Shrink it here, then filter it");
    button.onclick = async () => {
      button.disabled = true;
      const { maxBytes, maxPixels } = limits();
      const limit = { maxBytes: Math.min(maxBytes, own.size / 2), maxPixels };
      const copy = await shrink(own, limit).catch(() => undefined);
      // Another picture was chosen in the meantime.
      if (file !== own) return;
      if (copy) setPicture("", copy);
      else fail("", createNotice("This browser cannot shrink the picture."));
    };
    return button;
  };

  const run = async () => {
    sending?.abort();
    sending = new AbortController();
    const { signal } = sending;
    showSteps();
    showSource();
    // An address may contain options that are folded.
    if (options.some(({ value }) => value)) find("[data-options]", playground).setAttribute("open", "");
    setBusy(true);
    if (pictured !== (file ?? image.value)) {
      pictured = file ?? image.value;
      original = originalUrl();
      // A picture on another server is shown when the service has fetched it.
      if (file || original === image.value) showPictures();
    }
    const { reason, canShrink } = file ? await examine(file, limits()) : { reason: "", canShrink: false };
    if (signal.aborted) return;
    const remedy = file && canShrink ? [createShrink(file)] : [];
    if (reason) return fail("", createNotice(reason, ...remedy));
    const address = buildUrl(playground);
    const sent = file ? upload(address, file, { signal, onProgress }) : send(address, { signal });
    const answer = await sent.catch(() => undefined);
    if (signal.aborted) return;
    if (!answer) return fail("", createNotice("", ...createUnreachable(run)));
    const [notice] = createError(answer);
    if (notice && TOO_MUCH.test(answer.body?.code)) notice.append(...remedy);
    const size = create("span", {});
    const details = [size, ...createTimings(answer.response.headers.get("server-timing"))];
    if (notice) fail("", notice);
    setBusy(false);
    facts.replaceChildren(...createFacts(answer), ...(notice ? [] : details));
    if (notice) return;
    if (answer.response.headers.has("x-image")) error.replaceChildren(createNotice(CUT));
    outcome.hidden = false;
    result = answer.blob;
    const href = URL.createObjectURL(result);
    showPictures(href);
    after.onload = () => size.textContent = `${after.naturalWidth} × ${after.naturalHeight}`;
    after.alt = `After ${answer.response.headers.get("x-filter")}`;
    known = { url: new URL(address, location.href).href, type: answer.type };
    showRequest(playground);
    Object.assign(find("[data-open]", playground), { href: file ? href : address });
    Object.assign(find("[data-download]", playground), { href, download: describe().file });
  };

  /** @param {number} share */
  const onProgress = (share) => {
    progress.value = share;
    if (share < 1) return;
    progress.removeAttribute("value");
    facts.textContent = "Filtering…";
  };

  /** @param {string} reference @param {File=} own */
  const setPicture = async (reference, own) => {
    file = own;
    known = undefined;
    image.value = reference;
    image.disabled = own !== undefined;
    // Otherwise the same file could not be chosen again.
    fileInput.value = "";
    if (!own) changeAddress(playground, "push");
    const isDone = run();
    find(".stage", playground).scrollIntoView({ block: "nearest" });
    await isDone;
    // The notice is below the picture.
    if (error.firstChild) error.scrollIntoView({ block: "nearest" });
  };

  const showSteps = addSteps(playground, () => {
    changeAddress(playground, "push");
    run();
  });
  register(playground, { run, describe });
  // Each field sends its change itself.
  playground.onsubmit = (event) => event.preventDefault();
  comparison.classList.add("live");
  before.onload = () => {
    const ratio = before.naturalWidth / before.naturalHeight || 1;
    comparison.style.setProperty("--ratio", `${Math.min(Math.max(ratio, MIN_RATIO), MAX_RATIO)}`);
  };
  divider.oninput = (event) => {
    event.stopPropagation();
    comparison.style.setProperty("--split", `${divider.value}%`);
  };
  for (const radio of findInputs("[name=sample]", playground)) {
    radio.onchange = () => setPicture(radio.value);
  }
  // People copy addresses without their scheme.
  url.onchange = () => url.value && setPicture(url.value.trim().replace(/^(?!https?:|data:|\/)/i, "https://"));
  fileInput.onchange = () => {
    const own = fileInput.files?.[0];
    if (own) setPicture("", own);
  };
  // Dropped or pasted anywhere on the page.
  playground.addEventListener("picture", (event) => {
    const { detail } = /** @type {CustomEvent<File | string>} */ (event);
    if (typeof detail === "string") setPicture(detail);
    else setPicture("", detail);
  });
  cancel.onclick = () => {
    sending?.abort();
    fail("Cancelled.");
  };
  for (const option of options) option.onchange = run;
  const copying = find("[data-copy-picture]", playground);
  // Only secure origins have a clipboard.
  copying.hidden = !globalThis.ClipboardItem;
  copying.onclick = async () => {
    const item = new ClipboardItem({ "image/png": toPng(/** @type {Blob} */ (result)) });
    say(copying, await navigator.clipboard.write([item]).then(() => "Copied", () => "Not allowed"));
  };
  // An address with choices runs it with those, and the visitor may have typed a URL before this script was loaded.
  if (url.value) setPicture(url.value);
  else if (!location.hash.startsWith("#playground?")) run();
}

/**
 * Sends a file. Unlike `fetch()`, this reports how much has been sent.
 *
 * @param {string} url
 * @param {File} file
 * @param {{ signal: AbortSignal, onProgress: (share: number) => void }} options
 * @returns {Promise<import("./request.js").Result>}
 */
function upload(url, file, { signal, onProgress }) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "blob";
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const { status, statusText, response: blob } = request;
      const headers = new Headers();
      for (const [, name = "", value] of request.getAllResponseHeaders().matchAll(/^(.+?): (.*)\r$/gm)) {
        headers.set(name, value ?? "");
      }
      resolve(toResult(new Response(null, { status, statusText, headers }), blob, started));
    };
    request.onerror = reject;
    request.onabort = reject;
    signal.onabort = () => request.abort();
    request.send(file);
  });
}

/** @param {string | null} header */
function createTimings(header) {
  return (header ?? "").split(",").filter(Boolean)
    .map((timing) => create("span", {}, timing.trim().replace(/;\w+=/, " ").replace(/\d$/, "$& ms")));
}

// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The playground: applies a filter to a picture and compares it with the original.
import { buildUrl, changeAddress, register, showRequest } from "./cards.js";
import { create, find, findInput, findInputs } from "./dom.js";
import { formatSize } from "./format.js";
import { createError, createFacts, createNotice, send } from "./request.js";
import { toFileName } from "./snippets.js";

/** A range whose ends differ by more than this factor gets a logarithmic slider. */
const MAX_LINEAR_FACTOR = 20;

/** What the visitor reads if the response has `x-image: truncated`. */
const CUT = "This file ends early, so a part of the picture is missing.";

/** @param {HTMLElement} playground */
export function addPlayground(playground) {
  const comparison = find(".compare", playground);
  const divider = findInput("#playground-divider");
  const url = findInput("#playground-url");
  const fileInput = findInput("#playground-file");
  const image = findInput("[name=image]", playground);
  const slider = findInput("#playground-strength");
  const strength = findInput("[name=strength]", playground);
  const output = find("output", playground);
  const facts = find("[data-facts]", playground);
  const error = find("[data-error]", playground);
  const outcome = find("[data-outcome]", playground);
  /** The visitor's own file, which is sent unchanged. @type {File | undefined} */
  let file;
  /** @type {{ min: number, max: number, step: number }} */
  let range = { min: 0, max: 1, step: 1 };
  let turns = 0;
  /** The URLs of the pictures in view. @type {string[]} */
  let shown = [];
  /** The last result: only its response shows which format it has. @type {{ url: string, type: string } | undefined} */
  let known;

  const filterName = () => find("[data-name][aria-current]", playground).dataset.value ?? "";

  /** The URL of the original on this origin, because the page may not load from others: contrast 0 changes nothing. */
  const originalUrl = () => {
    if (file) return URL.createObjectURL(file);
    if (image.value.startsWith("/")) return image.value;
    return `/api/v2/filter/contrast?${new URLSearchParams({ strength: "0", image: image.value })}`;
  };

  const describe = () => {
    const url = new URL(buildUrl(playground), location.href);
    return {
      url: url.href,
      returns: /** @type {const} */ ("image"),
      file: toFileName(url, { type: known?.url === url.href ? known.type : undefined, source: file?.name }),
      alt: "",
      upload: file?.name,
    };
  };

  /** Shows where the picture comes from. The address of the page may name another one than the visitor's file. */
  const showSource = () => {
    if (image.value) file = undefined;
    image.disabled = file !== undefined;
    const samples = findInputs("[name=sample]", playground);
    for (const sample of samples) sample.checked = !file && sample.value === image.value;
    url.value = file || samples.some(({ checked }) => checked) ? "" : image.value;
    const note = file ? `${file.name}, ${formatSize(file.size)}, is sent unchanged.` : "";
    find("[data-note]", playground).textContent = note;
    showRequest(playground);
  };

  const run = async () => {
    const turn = ++turns;
    facts.textContent = "Loading…";
    showSource();
    if (!strength.disabled) setStrength(Number(strength.value));
    const address = buildUrl(playground);
    const answer = await send(address, file ? { method: "POST", body: file } : {}).catch(() => undefined);
    if (turn !== turns) return;
    const isOk = answer?.response.ok ?? false;
    const size = create("span", {});
    facts.replaceChildren(
      ...createFacts(answer),
      size,
      ...createTimings(answer?.response.headers.get("server-timing")),
    );
    const isCut = answer?.response.headers.has("x-image");
    error.replaceChildren(...(isCut ? [createNotice(CUT)] : answer ? createError(answer) : []));
    // After an error, nothing of the previous result remains.
    comparison.hidden = outcome.hidden = !isOk;
    if (!answer || !isOk) return;
    // The browser would hold every result in memory until the page is closed.
    shown.forEach((each) => URL.revokeObjectURL(each));
    const result = URL.createObjectURL(answer.blob);
    const original = originalUrl();
    shown = [result, original];
    const title = answer.response.headers.get("x-filter") ?? filterName();
    Object.assign(find("[data-before]", playground), { src: original, alt: "Before" });
    const after = /** @type {HTMLImageElement} */ (find("[data-after]", playground));
    after.onload = () => size.textContent = `${after.naturalWidth} × ${after.naturalHeight}`;
    Object.assign(after, { src: result, alt: `After ${title}` });
    known = { url: new URL(address, location.href).href, type: answer.type };
    showRequest(playground);
    Object.assign(find("[data-open]", playground), { href: file ? result : address });
    Object.assign(find("[data-download]", playground), { href: result, download: describe().file });
  };

  /** @param {HTMLElement} link */
  const onChoose = ({ dataset: { min, max, step, default: value } }) => {
    slider.disabled = strength.disabled = find("[data-strength]", playground).hidden = min === undefined;
    if (min !== undefined) {
      range = { min: Number(min), max: Number(max), step: Number(step) };
      setStrength(Number(value));
    }
  };

  const isLogarithmic = () => range.min > 0 && range.max / range.min > MAX_LINEAR_FACTOR;
  /** @param {number} value */
  const setStrength = (value) => {
    const { min, max } = range;
    const share = isLogarithmic() ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
    slider.value = `${share * 100}`;
    strength.value = output.textContent = `${value}`;
  };
  const readStrength = () => {
    const { min, max, step } = range;
    const share = Number(slider.value) / 100;
    const value = isLogarithmic() ? min * (max / min) ** share : min + (max - min) * share;
    return Number((Math.round(value / step) * step).toFixed(2));
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
    await run();
    // On a phone, the result is far above the field.
    find(".stage", playground).scrollIntoView({ block: "nearest" });
  };

  /** Uses a file that is dropped or pasted. @param {Event} event @param {DataTransfer | null} data */
  const take = (event, data) => {
    const own = data?.files[0];
    if (!own) return;
    event.preventDefault();
    setPicture("", own);
  };

  register(playground, { run, describe, onChoose });
  playground.onsubmit = (event) => event.preventDefault();
  comparison.classList.add("live");
  onChoose(find("[data-name][aria-current]", playground));
  divider.oninput = (event) => {
    event.stopPropagation();
    comparison.style.setProperty("--split", `${divider.value}%`);
  };
  for (const radio of findInputs("[name=sample]", playground)) {
    radio.onchange = () => setPicture(radio.value);
  }
  url.onchange = () => url.value && setPicture(url.value);
  fileInput.onchange = () => {
    const own = fileInput.files?.[0];
    if (own) setPicture("", own);
  };
  // Otherwise the browser would open the file instead of the page.
  playground.ondragover = (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
  playground.ondrop = (event) => take(event, event.dataTransfer);
  addEventListener("paste", (event) => take(event, event.clipboardData));
  slider.oninput = () => strength.value = output.textContent = `${readStrength()}`;
  slider.onchange = run;
  find("[name=format]", playground).onchange = run;
  // An address with choices runs it with those, and the visitor may have typed a URL before this script was loaded.
  if (url.value) setPicture(url.value);
  else if (!location.hash.startsWith("#playground?")) run();
}

/** @param {string | null | undefined} header */
function createTimings(header) {
  return (header ?? "").split(",").filter(Boolean)
    .map((timing) => create("span", {}, timing.trim().replace(/;\w+=/, " ").replace(/\d$/, "$& ms")));
}

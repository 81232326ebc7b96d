// @ts-check
/// <reference lib="dom" />
// Where the picture of the playground comes from: a sample, a URL, or a file of the visitor.
import { find, findInput, findInputs } from "./dom.js";
import { formatSize } from "./format_size.js";

/** The URL or path of a picture, or a file. @typedef {string | File} Picture */

export class PictureSource {
  /** The visitor's own file, which is sent unchanged. @type {File | undefined} */
  file;
  /** @type {HTMLElement} */
  #playground;
  /** The field that is sent: a URL, or the path of a sample. @type {HTMLInputElement} */
  #image;
  /** @type {HTMLInputElement} */
  #url;
  /** @type {HTMLInputElement} */
  #fileInput;

  /** @param {HTMLElement} playground */
  constructor(playground) {
    this.#playground = playground;
    this.#image = findInput("[name=image]", playground);
    this.#url = findInput("#playground-url");
    this.#fileInput = findInput("#playground-file");
  }

  /** The picture that is chosen. */
  get picture() {
    return this.file ?? this.#image.value;
  }

  /** What the visitor has typed. */
  get typedUrl() {
    return this.#url.value;
  }

  /** What is wrong with a URL that can never work, and where to find one; otherwise empty. */
  get mistake() {
    const { value } = this.#image;
    // Some browsers take words for a host. The service explains other mistakes.
    if (this.file || !/^https?:\/\/[^/]*\s/i.test(value)) return "";
    const advice = "Right-click a picture on the web, or hold your finger on it, and copy its address.";
    return `"${value.replace(/^https:\/\//, "")}" is not the address of a picture. ${advice}`;
  }

  /** The types of files that can be sent. */
  get accept() {
    return this.#fileInput.accept;
  }

  /**
   * The URL of the original on this origin, because the page may not load from others: contrast 0 changes nothing. The
   * picture of an error is no original.
   */
  toOriginalUrl() {
    if (this.file) return URL.createObjectURL(this.file);
    const { value } = this.#image;
    if (value.startsWith("/")) return value;
    return `/api/v2/filter/contrast?${new URLSearchParams({ strength: "0", fallback: "none", image: value })}`;
  }

  /** Reports what the visitor chooses. @param {(picture: Picture) => unknown} choose */
  listen(choose) {
    for (const sample of this.#samples) sample.onchange = () => choose(sample.value);
    // People copy addresses without their scheme. Without an address, the first sample is back.
    this.#url.onchange = () => {
      const { value } = this.#url;
      choose(value ? value.trim().replace(/^(?!https?:|data:|\/)/i, "https://") : this.#samples[0]?.value ?? "");
    };
    this.#fileInput.onchange = () => {
      const [own] = this.#fileInput.files ?? [];
      if (own) choose(own);
    };
    // Dropped or pasted anywhere on the page.
    this.#playground.addEventListener("picture", (event) => {
      choose(/** @type {CustomEvent<Picture>} */ (event).detail);
    });
  }

  /** @param {Picture} picture */
  set(picture) {
    this.file = typeof picture === "string" ? undefined : picture;
    this.#image.value = typeof picture === "string" ? picture : "";
    this.#image.disabled = this.file !== undefined;
    // Otherwise the same file could not be chosen again.
    this.#fileInput.value = "";
  }

  /** Shows the source. The address of the page may name another one than the visitor's file. */
  show() {
    const image = this.#image;
    if (image.value) this.file = undefined;
    const { file } = this;
    image.disabled = file !== undefined;
    for (const sample of this.#samples) sample.checked = !file && sample.value === image.value;
    this.#url.value = file || this.#samples.some(({ checked }) => checked) ? "" : image.value;
    const note = file ? `${file.name}, ${formatSize(file.size)}. It will not be stored.` : "";
    find("[data-note]", this.#playground).textContent = note;
  }

  get #samples() {
    return findInputs("[name=sample]", this.#playground);
  }
}

// @ts-check
/// <reference lib="dom" />
// The picture before and after the filters, with a divider between them.
import { find, findInput } from "./dom.js";

/** The narrowest and the widest shape of the box: others leave a part of it empty. */
const MIN_RATIO = 2 / 3;
const MAX_RATIO = 2;

export class Preview {
  /** @type {HTMLElement} */
  #box;
  /** @type {HTMLImageElement} */
  #before;
  /** @type {HTMLImageElement} */
  #after;
  /** The URL of the original on this origin. */
  #original = "";
  /** The URLs of the two pictures in view. @type {string[]} */
  #shown = [];

  /** @param {HTMLElement} playground */
  constructor(playground) {
    this.#box = find(".compare", playground);
    this.#before = /** @type {HTMLImageElement} */ (find("[data-before]", playground));
    this.#after = /** @type {HTMLImageElement} */ (find("[data-after]", playground));
    this.#box.classList.add("live");
    this.#before.onload = () => {
      const ratio = this.#before.naturalWidth / this.#before.naturalHeight || 1;
      this.#box.style.setProperty("--ratio", `${Math.min(Math.max(ratio, MIN_RATIO), MAX_RATIO)}`);
    };
    this.#before.onerror = () => this.#box.hidden ||= !this.#after.alt;
    const divider = findInput("#playground-divider");
    divider.oninput = (event) => {
      event.stopPropagation();
      this.#box.style.setProperty("--split", `${divider.value}%`);
    };
  }

  /** @param {boolean} isBusy */
  setBusy(isBusy) {
    this.#box.classList.toggle("busy", isBusy);
  }

  /** Takes another original, which is shown with its result, or earlier. @param {string} url */
  setOriginal(url) {
    this.#original = url;
  }

  /** Shows the original on both sides, unless it is there already. */
  showOriginal() {
    if (this.#shown[0] !== this.#original) this.#show(this.#original);
  }

  /**
   * Shows the original and its result.
   *
   * @param {string} url
   * @param {{ alt: string, onSize: (size: string) => void }} result The size is known when the picture is loaded.
   */
  showResult(url, { alt, onSize }) {
    this.#show(url);
    const after = this.#after;
    after.onload = () => onSize(`${after.naturalWidth} × ${after.naturalHeight}`);
    after.alt = alt;
  }

  /**
   * Shows the original instead of the last result, or nothing if that is the result of another original, or if the
   * browser cannot show this one.
   */
  hideResult() {
    const isBroken = this.#before.complete && this.#before.naturalWidth === 0;
    const isShown = this.#shown[0] === this.#original && !isBroken;
    if (isShown) this.#show(this.#original);
    this.#box.hidden = !isShown;
  }

  /** @param {string} filtered */
  #show(filtered) {
    // The browser would hold every result in memory until the page is closed.
    this.#shown.filter((each) => each !== this.#original).forEach((each) => URL.revokeObjectURL(each));
    this.#shown = [this.#original, filtered];
    Object.assign(this.#before, { src: this.#original, alt: "Before" });
    Object.assign(this.#after, { src: filtered, alt: "" });
    this.#box.hidden = false;
  }
}

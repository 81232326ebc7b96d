// @ts-check
/// <reference lib="dom" />

/** @template T @typedef {(selector: string, root?: ParentNode) => T} Find */
/** @type {Find<HTMLElement>} */
export const find = (selector, root = document) => /** @type {HTMLElement} */ (root.querySelector(selector));

/** @type {Find<HTMLElement[]>} */
export const findAll = (
  selector,
  root = document,
) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
export const findInput = /** @type {Find<HTMLInputElement>} */ (find);
export const findInputs = /** @type {Find<HTMLInputElement[]>} */ (findAll);

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {object} properties
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export const create = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("aria")) setAria(element, name.slice("aria".length).toLowerCase(), value);
  }
  element.append(...children);
  return element;
};

/** Sets an ARIA attribute. Firefox has had the properties for them only since 2023.
 *
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export const setAria = (element, name, value) => element.setAttribute(`aria-${name}`, String(value));

/** Shows elements that only work with a script, which decides from then on. @param {Iterable<HTMLElement>} elements */
export function reveal(elements) {
  for (const element of elements) {
    element.hidden = false;
    element.removeAttribute("data-js");
  }
}

/** Marks one element of a group as current. @param {HTMLElement} element @param {Iterable<HTMLElement>} group */
export function select(element, group) {
  for (const other of group) other.removeAttribute("aria-current");
  element.setAttribute("aria-current", "true");
}

/**
 * Makes a group of buttons one stop of the Tab key. The arrow keys move within it, and Space presses a link.
 *
 * @param {HTMLElement[]} group
 */
export function addArrowKeys(group) {
  const current = group.find((element) => element.matches("[aria-current], [aria-pressed=true]")) ?? group[0];
  group.forEach((element, index) => {
    element.tabIndex = element === current ? 0 : -1;
    element.onfocus = () => group.forEach((other) => other.tabIndex = other === element ? 0 : -1);
    element.onkeydown = (event) => {
      // Alt and an arrow key go back in the history.
      if (!isPlainClick(event)) return;
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === " ") element.click();
      else if (step) group.at((index + step) % group.length)?.focus();
      else return;
      event.preventDefault();
    };
  });
}

/** Returns whether a click or a key has its usual meaning. @param {MouseEvent | KeyboardEvent} event */
export const isPlainClick = ({ altKey, ctrlKey, metaKey, shiftKey }) => !altKey && !ctrlKey && !metaKey && !shiftKey;

/** Returns whether someone types into a field. @param {Event} event */
export const isTyping = ({ target }) => /** @type {Element} */ (target).matches?.("input, select, textarea");

/** Returns the names of parents, between which pluses are, or one name. @param {string} text */
export function readNames(text) {
  const parents = text.split("+").map((part) => part.trim());
  return parents.every(Boolean) ? parents : [text.trim()];
}

/** Returns a name, or those of two parents, as in an address. @param {string} text */
export const toSegment = (text) => readNames(text).map(encodeURIComponent).join("+");

/** Copies a string and says so to everyone. @param {string} text @param {HTMLElement} button */
export async function copy(text, button) {
  // Only secure origins have a clipboard, and it may be refused.
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false) ||
    (await import("./copy_selected.js")).copySelected(text, button);
  say(button, isCopied ? "Copied" : "Press Ctrl+C");
}

/** Makes every button copy that belongs to a code, also those that are added later. */
export function addCopyButtons() {
  addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-copy]"));
    if (button) copy(find("code", button.parentElement ?? document).textContent ?? "", button);
  });
}

/** Shows a word on a button for a moment, and says it to everyone. @param {HTMLElement} button @param {string} word */
export function say(button, word) {
  // A second click finds the first word.
  const label = button.dataset.label ??= button.textContent;
  find("[data-announcement]").textContent = word;
  button.textContent = word;
  setTimeout(() => button.textContent = label, 1500);
}

// @ts-check
/// <reference lib="dom" />
// Copies where a page has no clipboard: on an origin that is not secure, in a frame, or if the visitor refuses it.

/** Copies a string, or leaves it selected. @param {string} text @param {HTMLElement} button */
export function copySelected(text, button) {
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
  field.setAttribute("aria-label", "Text to copy");
  field.onblur = () => field.remove();
  button.after(field);
  field.focus();
  field.select();
  const isCopied = document.execCommand("copy");
  if (isCopied) button.focus();
  return isCopied;
}

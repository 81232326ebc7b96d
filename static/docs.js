// @ts-check
/// <reference lib="dom" />
// The script of the documentation: its cards, which are prepared when they are opened, and the look-up of a name.
import { applyAddress } from "./address.js";
import { defer, prepare } from "./cards.js";
import { find, findAll, isPlainClick, reveal } from "./dom.js";

reveal(findAll("[data-js]:not(.endpoint details [data-js])"));
for (const card of findAll(".endpoint")) addCard(card);
const lookup = find("#lookup");
if (lookup) addLookup(lookup);
markCurrent();
addEventListener("hashchange", applyAddress);
applyAddress();

/** @param {HTMLElement} card */
function addCard(card) {
  defer(card, async () => (await import("./endpoint.js")).addEndpoint);
  card.addEventListener("click", async (event) => {
    const used = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".try, [data-name]"));
    // Before the card is prepared, its button has no form, and a choice is a link.
    const isLost = used && !find("form", card) && isPlainClick(event);
    if (isLost) event.preventDefault();
    await prepare(card);
    if (isLost) used.click();
  }, { capture: true });
  // A search in the page opens a card without a click.
  find("details", card).addEventListener("toggle", () => prepare(card));
}

/** @param {HTMLElement} form */
function addLookup(form) {
  defer(form, async () => (await import("./lookup.js")).addLookup);
  // Its script replaces this.
  form.onsubmit = async (event) => {
    event.preventDefault();
    await prepare(form);
    /** @type {HTMLFormElement} */ (form).requestSubmit();
  };
}

/** Marks the section in view in the table of contents. */
function markCurrent() {
  const headings = findAll(".guide h2[id]");
  const links = /** @type {HTMLAnchorElement[]} */ (findAll(".contents ul ul a"));
  const observer = new IntersectionObserver(() => {
    // The last heading above the middle of the screen.
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 2);
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }, { rootMargin: "0px 0px -50%" });
  for (const heading of headings) observer.observe(heading);
}

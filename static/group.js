// @ts-check
/// <reference lib="dom" />
// The script of the page of a group: it adds animals, and makes those that are in it another kind. Without it, both are
// missing.
import { openLook } from "./animal.js";
import { find, findAll, findInput, toSegment } from "./dom.js";

const form = find("[data-add]");
if (form) {
  form.onsubmit = (event) => {
    event.preventDefault();
    const chosen = findInput("select", form);
    const name = findInput("input", form).value.trim();
    // As in an address, a kind may be before the name.
    const typed = findAll("option", form).map((each) => each.textContent)
      .find((each) => name.toLowerCase().startsWith(`${each}:`) && name.length > each.length + 1);
    // In a path, a plain comma would be between two animals.
    const segment = toSegment(typed ? name.slice(typed.length + 1) : name);
    location.assign(`${readPath()},${toMember(typed ?? chosen.value, segment)}${location.search}`);
  };
}

addEventListener("change", ({ target }) => {
  const select = /** @type {HTMLSelectElement} */ (target);
  if (!select.closest(".members")) return;
  openLook(readPath() + location.search, `${select.getAttribute("aria-label")}: ${select.value}`);
});

/** @returns {string} The path of the group with the kinds that are chosen, also while its page is loading. */
function readPath() {
  const { path = "" } = find(".members").dataset;
  const start = path.lastIndexOf("/") + 1;
  const selects = findAll(".members select");
  const members = path.slice(start).split(",").map((member, index) => {
    // Only the colon after a kind is plain.
    return toMember(/** @type {HTMLSelectElement} */ (selects[index]).value, member.replace(/^.*:/, ""));
  });
  return path.slice(0, start) + members;
}

/** @param {string} kind @param {string} segment @returns {string} A part of the path of this group. */
const toMember = (kind, segment) => kind === find(".members").dataset.kind ? segment : `${kind}:${segment}`;

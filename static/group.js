// @ts-check
/// <reference lib="dom" />
// The script of the page of a group: it adds animals, and makes those that are in it another kind. Without it, both are
// missing.
import { open } from "./animal.js";
import { find, findAll, findInput, toSegment } from "./dom.js";

const form = find("[data-add]");
if (form) {
  form.onsubmit = (event) => {
    event.preventDefault();
    const { path, kind } = group();
    const name = findInput("input", form).value.trim();
    // As in an address, a kind may be before the name.
    const typed = findAll("option", form).map((each) => each.textContent)
      .find((each) => name.startsWith(`${each}:`) && name !== `${each}:`);
    // In a path, a plain comma would be between two animals.
    const segment = toSegment(typed ? name.slice(typed.length + 1) : name);
    const added = toMember(kind, typed ?? findInput("select", form).value, segment);
    location.assign(`${path},${added}${location.search}`);
  };
}

addEventListener("change", ({ target }) => {
  const select = /** @type {HTMLSelectElement} */ (target);
  const rows = select.closest(".members")?.children;
  if (!rows) return;
  const { path, kind } = group();
  const start = path.lastIndexOf("/") + 1;
  const members = path.slice(start).split(",").map((member, index) => {
    // Only the colon after a kind is plain.
    return rows[index]?.contains(select) ? toMember(kind, select.value, member.replace(/^.*:/, "")) : member;
  });
  open(path.slice(0, start) + members + location.search);
});

/** @returns {{ path: string, kind: string }} The path of the group, and the kind in it. */
function group() {
  const { path = "", kind = "" } = find(".members").dataset;
  return { path, kind };
}

/** @param {string} groupKind @param {string} kind @param {string} segment @returns {string} A part of the path. */
const toMember = (groupKind, kind, segment) => kind === groupKind ? segment : `${kind}:${segment}`;

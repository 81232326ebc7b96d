// @ts-check
/// <reference lib="dom" />
// The fields of a card, of which some depend on a choice, such as the strength of a filter.
import { create, find, findAll } from "./dom.js";

/** @typedef {import("../lib/page/parts/card_fields.ts").CardField} CardField */
/** @typedef {import("../lib/page/parts/card_fields.ts").FilterField} FilterField */

/** Adds the fields that every choice has. @param {HTMLElement} card */
export function addFields(card) {
  for (const row of findAll("[data-field]", card)) addField(row, JSON.parse(row.dataset.field ?? ""));
}

/** Shows the fields that a choice has of its own, and no others. @param {HTMLElement} card @param {string} choice */
export function adaptFields(card, choice) {
  for (const row of findAll("[data-choices]", card)) {
    // A choice that stays keeps its value.
    if (row.dataset.choice === choice) continue;
    row.dataset.choice = choice;
    /** @type {FilterField | undefined} */
    const chosen = JSON.parse(row.dataset.choices ?? "")[choice];
    row.hidden = !chosen;
    // A value that nobody sees must not be sent.
    find(".field", row)?.remove();
    if (!chosen) continue;
    find("small", row).textContent = chosen.range;
    find("dd", row).textContent = chosen.meaning;
    addField(row, chosen.field);
  }
}

/** @param {HTMLElement} row @param {CardField} field */
function addField(row, field) {
  const label = /** @type {HTMLLabelElement} */ (find("label", row));
  const names = { id: label.htmlFor, name: label.textContent };
  const input = field.allowed ? createSelect(field) : createInput(field);
  // Names, addresses and paths are long.
  row.classList.toggle("wide", input.type === "text");
  row.append(create("dd", { className: "field" }, Object.assign(input, names)));
}

/** @param {CardField} field */
function createSelect({ allowed = [], fallback }) {
  const others = allowed.filter((value) => value !== fallback).map((value) => create("option", {}, value));
  return create("select", {}, create("option", { value: "" }, fallback ?? "not set"), ...others);
}

/** @param {CardField} field */
function createInput({ type, fallback, value, allowed: _, ...attributes }) {
  if (type === "checkbox") return create("input", { type, value: "1" });
  const texts = { placeholder: fallback ?? "not set", defaultValue: value ?? "" };
  return create("input", { type, autocomplete: "off", spellcheck: false, ...attributes, ...texts });
}

// @ts-check
/// <reference lib="dom" />
// The chain of filters in the playground. A hidden field contains it as the API reads it: `greyscale,blur:2`.
import { create, find, findAll, findInput, isPlainClick, select, setAria } from "./dom.js";
import { createFields } from "./step_fields.js";

/** @typedef {import("./step_fields.js").Step} Step */
/** @typedef {import("./step_fields.js").Parameter} Parameter */

/**
 * Makes the steps editable. Returns a function that shows the steps of the hidden field.
 *
 * @param {HTMLElement} playground
 * @param {() => void} onChange Called when a visitor has changed the steps.
 */
export function addSteps(playground, onChange) {
  const field = findInput("[name=steps]", playground);
  const chips = findAll("[data-filter]", playground);
  const presets = /** @type {HTMLAnchorElement[]} */ (findAll("[data-preset]", playground));
  const list = find("[data-steps]", playground);
  const add = /** @type {HTMLButtonElement} */ (find("[data-add-step]", playground));
  /** The step that the filter buttons change. */
  let current = 0;
  /** What the list shows. */
  let shown = "";

  const read = () => parseChain(field.value);

  /** @param {Step[]} steps */
  const write = (steps) => {
    field.value = toChain(steps);
  };

  /** Returns the steps with another one in a place, or after the last. @param {number} index @param {Step} changed */
  const replaceAt = (index, changed) => {
    const steps = read();
    steps[index] = changed;
    return steps;
  };

  /** @param {string} name @returns {Record<string, Parameter>} */
  const parametersOf = (name) => {
    const chip = chips.find(({ dataset }) => dataset.filter === name);
    return JSON.parse(chip?.dataset.parameters ?? "{}");
  };

  /** @param {string} name */
  const createDefault = (name) => toExample(name, parametersOf(name));

  const show = () => {
    // An address may name a step without the value that it needs.
    write(read().map((step) => step.values.length > 0 ? step : createDefault(step.name)));
    if (shown === field.value) return;
    shown = field.value;
    const steps = read();
    current = Math.min(current, steps.length - 1);
    list.replaceChildren(...steps.map(createStep));
    add.disabled = steps.length >= Number(add.value);
    for (const chip of chips.filter(({ dataset }) => dataset.filter === steps[current]?.name)) {
      select(chip, chips);
      showInStrip(chip);
    }
    markPreset(presets, shown);
    find("[data-step-number]", playground).textContent = steps.length > 1 ? `${current + 1} of ${steps.length}` : "";
  };

  /** Changes the steps, and which of them is the current one, which then has the focus. */
  const change = (/** @type {Step[]} */ steps, index = current) => {
    current = index;
    write(steps);
    shown = "";
    show();
    find("[aria-pressed=true]", list).focus();
    onChange();
  };

  /** @param {Step} step @param {number} index @param {Step[]} steps */
  const createStep = ({ name, values }, index, steps) => {
    /** @param {string} label @param {string} text @param {() => void} onclick */
    const createButton = (label, text, onclick) =>
      create("button", { type: "button", className: "copy", ariaLabel: `${label} ${name}`, onclick }, text);
    const title = createButton("Change", name, () => change(read(), index));
    if (chips.some(({ dataset }) => dataset.filter === name)) title.prepend(createPicture(name));
    setAria(title, "pressed", index === current);
    const up = createButton("Move up", "↑", () => {
      const changed = read();
      changed.splice(index - 1, 0, ...changed.splice(index, 1));
      change(changed, index - 1);
    });
    up.disabled = index === 0;
    const remove = createButton("Remove", "✕", () => change(read().filter((_, at) => at !== index), index));
    const fields = createFields({ name, values }, parametersOf(name), (changed) => {
      write(replaceAt(index, { name, values: changed }));
      shown = field.value;
      markPreset(presets, shown);
    });
    for (const each of fields) each.addEventListener("change", onChange);
    return create("li", {}, title, ...(steps.length > 1 ? [up, remove] : []), ...fields);
  };

  for (const chip of [...chips, ...presets]) {
    const { filter = "", preset } = chip.dataset;
    chip.prepend(createPicture(preset ?? filter));
    chip.setAttribute("role", "button");
    chip.onclick = (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      if (preset === undefined) change(replaceAt(current, createDefault(filter)));
      else change(parseChain(chainOf(/** @type {HTMLAnchorElement} */ (chip))), 0);
      chip.focus();
    };
  }
  add.onclick = () => {
    // Nothing is sent until its filter is chosen.
    current = read().length;
    for (const chip of chips) chip.removeAttribute("aria-current");
    for (const title of findAll("[aria-pressed]", list)) setAria(title, "pressed", false);
    find("[data-step-number]", playground).textContent = `${current + 1}: choose one`;
    chips[0]?.focus();
  };
  return show;
}

/** On a phone, the filters are a strip that scrolls. @param {HTMLElement} chip */
function showInStrip(chip) {
  const strip = /** @type {HTMLElement} */ (chip.closest("ul"));
  const [inner, outer] = [chip.getBoundingClientRect(), strip.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right) {
    strip.scrollLeft += inner.left - outer.left - outer.width / 3;
  }
}

/** Marks the preset that has this chain. @param {HTMLAnchorElement[]} presets @param {string} chain */
function markPreset(presets, chain) {
  for (const preset of presets) {
    if (chainOf(preset) === chain) preset.setAttribute("aria-current", "true");
    else preset.removeAttribute("aria-current");
  }
}

/** The chain of a preset, to whose result its link leads. @param {HTMLAnchorElement} preset */
const chainOf = ({ pathname }) => pathname.split("/").at(-1) ?? "";

/** @param {string} chain @returns {Step[]} */
function parseChain(chain) {
  return chain.split(",").map((step) => {
    const [name = "", ...values] = step.split(":");
    return { name, values };
  });
}

/** Values at the end that are not given are left out. @param {Step[]} steps */
function toChain(steps) {
  return steps.map(({ name, values }) => {
    const given = values.slice(0, values.findLastIndex(Boolean) + 1);
    return [name, ...given].join(":");
  }).join();
}

/**
 * Returns a step with an example of each value that has no default.
 *
 * @param {string} name
 * @param {Record<string, Parameter>} parameters
 * @returns {Step}
 */
function toExample(name, parameters) {
  const values = Object.values(parameters).map(({ fallback, example }) => fallback === undefined ? example : "");
  return { name, values: values.map((value) => `${value ?? ""}`) };
}

/** Shows what a filter does with a photograph. @param {string} name */
function createPicture(name) {
  return create("img", { loading: "lazy", src: `/pictures/${name}.webp`, alt: "", width: 160, height: 160 });
}

// @ts-check
/// <reference lib="dom" />
// The chain of filters in the playground. A hidden field contains it as the API reads it: `greyscale,blur:2`.
import { create, find, findAll, findInput, select, setAria } from "./dom.js";

/** A range whose ends differ by more than this factor gets a slider on which small values have more room. */
const MAX_LINEAR_FACTOR = 20;

/** How many values such a slider has at most: each is 6 % larger than the one before, or the next whole number. */
const MAX_STOPS = 100;

/** A filter, and its values as the chain has them. @typedef {{ name: string, values: string[] }} Step */

/** @typedef {import("@pawkit/images").Parameter} Parameter */

/**
 * What a field shows, and what it does with a new text.
 *
 * @typedef {{ label: string, text: string, setText: (text: string) => void }} Field
 */

/**
 * Makes the steps editable. Returns a function that shows the steps of the hidden field.
 *
 * @param {HTMLElement} playground
 * @param {() => void} onChange Called when a visitor has changed the steps.
 */
export function addSteps(playground, onChange) {
  const field = findInput("[name=steps]", playground);
  const chips = findAll("[data-filter]", playground);
  const list = find("[data-steps]", playground);
  const add = /** @type {HTMLButtonElement} */ (find("[data-add-step]", playground));
  /** The step that the filter buttons change. */
  let current = 0;
  /** What the list shows. */
  let shown = "";

  /** @returns {Step[]} */
  const read = () =>
    field.value.split(",").map((step) => {
      const [name = "", ...values] = step.split(":");
      return { name, values };
    });

  /** @param {Step[]} steps */
  const write = (steps) => {
    field.value = steps.map(({ name, values }) => {
      const given = values.slice(0, values.findLastIndex(Boolean) + 1);
      return [name, ...given].join(":");
    }).join();
  };

  /** Returns the steps with another one in a place. @param {number} index @param {Step} changed */
  const replaceAt = (index, changed) => read().map((step, at) => at === index ? changed : step);

  /** @param {string} name @returns {Record<string, Parameter>} */
  const parametersOf = (name) => {
    const chip = chips.find(({ dataset }) => dataset.filter === name);
    return JSON.parse(chip?.dataset.parameters ?? "{}");
  };

  /** A step with an example of each value that has no default. @param {string} name @returns {Step} */
  const createDefault = (name) => {
    const values = Object.values(parametersOf(name)).map(({ fallback, example }) =>
      fallback === undefined ? example : ""
    );
    return { name, values: values.map((value) => `${value ?? ""}`) };
  };

  const show = () => {
    // An address may name a step without the value that it needs.
    write(read().map((step) => step.values.length > 0 ? step : createDefault(step.name)));
    if (shown === field.value) return;
    shown = field.value;
    const steps = read();
    current = Math.min(current, steps.length - 1);
    list.replaceChildren(...steps.map(createStep));
    add.disabled = steps.length >= Number(add.value);
    for (const chip of chips) if (chip.dataset.filter === steps[current]?.name) select(chip, chips);
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
    });
    for (const each of fields) each.addEventListener("change", onChange);
    return create("li", {}, title, ...(steps.length > 1 ? [up, remove] : []), ...fields);
  };

  for (const chip of chips) {
    chip.setAttribute("role", "button");
    chip.onclick = (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const name = chip.dataset.filter ?? "";
      change(replaceAt(current, createDefault(name)));
      chip.focus();
    };
  }
  add.onclick = () => {
    const steps = read();
    const unused = chips.map(({ dataset: { filter = "" } }) => filter)
      .find((name) => steps.every((step) => step.name !== name));
    change([...steps, createDefault(unused ?? "blur")], steps.length);
  };
  return show;
}

/**
 * Creates the fields for the values of a step.
 *
 * @param {Step} step
 * @param {Record<string, Parameter>} parameters
 * @param {(values: string[]) => void} setValues
 */
function createFields({ name, values }, parameters, setValues) {
  const texts = Object.values(parameters).map(({ fallback = "" }, index) => values[index] || `${fallback}`);
  return Object.entries(parameters).flatMap(([title, parameter], index) => {
    const label = `${title.charAt(0).toUpperCase()}${title.slice(1)} of ${name}`;
    const text = texts[index] ?? "";
    const setText = (/** @type {string} */ changed) => {
      texts[index] = changed;
      setValues(texts);
    };
    return createField(parameter, { label, text, setText });
  });
}

/** @param {Parameter} parameter @param {Field} field @returns {HTMLElement[]} */
function createField(parameter, { label, text, setText }) {
  if (parameter.type === "choice") return createChoice(parameter, { label, text, setText });
  if ("min" in parameter) return createNumber(parameter, { label, text, setText });
  if (parameter.type === "colour") return createColours({ label, text, setText });
  const input = create("input", { value: text, ariaLabel: label, oninput: () => setText(input.value) });
  return [input];
}

/**
 * Creates a list of choices.
 *
 * @param {import("../lib/images/filters/parameter.ts").ChoiceParameter} parameter
 * @param {Field} field
 */
function createChoice({ allowed }, { label, text, setText }) {
  const options = allowed.map((each) => create("option", { value: each, selected: each === text }, each));
  const list = create("select", { ariaLabel: label, onchange: () => setText(list.value) }, ...options);
  return [list];
}

/** Creates a field for each colour. @param {Field} field */
function createColours({ label, text, setText }) {
  const inputs = text.split("-").map((colour, index) => {
    const oninput = () => setText(inputs.map(({ value }) => value.slice(1)).join("-"));
    const ariaLabel = index === 0 ? label : `${label}, light`;
    // The field knows no short form.
    const value = `#${colour.length === 3 ? colour.replace(/./g, "$&$&") : colour}`;
    return create("input", { type: "color", value, ariaLabel, oninput });
  });
  return inputs;
}

/**
 * Creates a number field and a slider.
 *
 * @param {import("@pawkit/images").NumberParameter} parameter
 * @param {Field} field
 */
function createNumber({ min, max, isRounded }, { label, text, setText }) {
  // A key changes the number by about a hundredth of its range.
  const step = isRounded || max - min > 100 ? 1 : max - min >= 10 ? 0.1 : 0.01;
  const stops = toStops(min, max, step);
  const slider = create("input", { type: "range", max: `${stops.length - 1}`, ariaLabel: label });
  const number = create("input", {
    type: "number",
    min: `${min}`,
    max: `${max}`,
    step: `${step}`,
    ariaLabel: `${label} as a number`,
    value: text,
  });
  /** @param {string} value */
  const moveSlider = (value) => {
    slider.value = `${stops.findLastIndex((each) => each <= Number(value))}`;
    setAria(slider, "valuetext", value);
  };
  moveSlider(text);
  slider.oninput = () => {
    const value = `${stops[Number(slider.value)]}`;
    setAria(slider, "valuetext", value);
    number.value = value;
    setText(value);
  };
  number.oninput = () => {
    moveSlider(number.value);
    setText(number.value);
  };
  return [number, slider];
}

/** Returns the values of a slider, the smallest first. @param {number} min @param {number} max @param {number} step */
function toStops(min, max, step) {
  const isWide = min > 0 && max / min > MAX_LINEAR_FACTOR;
  const count = isWide ? MAX_STOPS : Math.round((max - min) / step);
  const values = Array.from({ length: count + 1 }, (_, index) => {
    const share = index / count;
    const value = isWide ? min * (max / min) ** share : min + (max - min) * share;
    return Number((Math.round(value / step) * step).toFixed(2));
  });
  return [...new Set(values)];
}

// @ts-check
/// <reference lib="dom" />
// The fields for the values of a filter in the playground: sliders, colours, choices.
import { create, setAria } from "./dom.js";

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
 * Creates the fields for the values of a step.
 *
 * @param {Step} step
 * @param {Record<string, Parameter>} parameters
 * @param {(values: string[]) => void} setValues
 */
export function createFields({ name, values }, parameters, setValues) {
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
  // A comma or a colon would begin another step or value.
  const oninput = () => setText(input.value = input.value.replace(/[,:]/g, ""));
  const input = create("input", { value: text, ariaLabel: label, oninput });
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

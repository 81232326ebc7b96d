// @ts-check
/// <reference lib="dom" />
// Line charts over time. All looks are classes of style.css, because the page allows no inline style.
import { create } from "./dom.js";

/** The size of the drawing. It is stretched to the width of its box; the lines keep their width. */
const WIDTH = 360;
const HEIGHT = 100;

/** The shortest time that a chart spans, in seconds. */
const MIN_SPAN = 300;

/**
 * What a chart shows: its lines by the names of their series, and how their values are written.
 *
 * @typedef {object} ChartSpec
 * @property {string} title
 * @property {Record<string, string>} lines
 * @property {(value: number) => string} format
 * @property {number=} top The highest value, if it is fixed.
 * @property {boolean=} isLogarithmic Whether a tenfold value is one step higher.
 * @property {number=} unit What the scale counts in; 1 by default.
 */

/** @typedef {{ times: number[], series: Record<string, (number | null)[]> }} Samples */

/**
 * Creates a chart. The values of its legend are the last that exist, or those under the pointer. The last value of each
 * line is a dot, so that a single sample can be seen.
 *
 * @param {ChartSpec} spec
 * @param {Samples} samples
 */
export function createChart({ title, lines, format, top, isLogarithmic, unit = 1 }, { times, series }) {
  const names = Object.keys(lines);
  const end = times.at(-1) ?? 0;
  const span = Math.max(MIN_SPAN, end - (times[0] ?? end));
  const all = names.flatMap((name) => series[name] ?? []).filter((value) => value !== null);
  const max = top ?? unit * roundUp(Math.max(...all, 0) / unit);
  // The power of ten below the lowest value; zero has no logarithm and is drawn at the bottom.
  const lowest = Math.min(...all.filter((value) => value > 0), max / 10);
  const min = 10 ** Math.floor(Math.log10(lowest));
  const toX = (/** @type {number} */ index) => WIDTH * (1 - (end - (times[index] ?? 0)) / span);
  const toShare = (/** @type {number} */ value) =>
    isLogarithmic ? Math.log(Math.max(value, min) / min) / Math.log(max / min) : value / max;
  const toY = (/** @type {number} */ value) => HEIGHT * (1 - toShare(value));
  const cursor = svg("path", { class: "cursor" });
  const values = names.map(() => create("b", {}));
  const show = (/** @type {(name: string) => number | null | undefined} */ valueOf) =>
    names.forEach((name, at) => {
      const value = valueOf(name);
      values[at]?.replaceChildren(value === null || value === undefined ? "–" : format(value));
    });
  const ends = names.flatMap((name, at) => {
    const index = series[name]?.findLastIndex((value) => value !== null) ?? -1;
    const value = series[name]?.[index];
    return value === null || value === undefined ? [] : [{ at, x: toX(index), y: toY(value) }];
  });
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": title },
    svg("path", { class: "grid", d: toGrid(isLogarithmic ? Math.log10(max / min) : 2) }),
    ...names.map((name, at) => svg("path", { class: `line line-${at}`, d: toPath(series[name] ?? [], toX, toY) })),
    // Where lines meet, the first one is in front.
    ...ends.toReversed().map(({ at, x, y }) => svg("path", { class: `line line-${at} dot`, d: `M${x} ${y}h0` })),
    cursor,
  );
  drawing.addEventListener("pointermove", (event) => {
    const { left, width } = drawing.getBoundingClientRect();
    const time = end - span * (1 - (event.clientX - left) / width);
    const index = times.findLastIndex((each) => each <= time);
    cursor.setAttribute("d", index === -1 ? "" : `M${toX(index)} 0V${HEIGHT}`);
    show((name) => series[name]?.[index]);
  });
  const reset = () => {
    cursor.setAttribute("d", "");
    show((name) => series[name]?.findLast((value) => value !== null));
  };
  drawing.addEventListener("pointerleave", reset);
  reset();
  const legend = names.map((name, at) => create("span", {}, createSwatch(at), `${lines[name]} `, values[at] ?? ""));
  return create(
    "figure",
    { className: "chart" },
    create("figcaption", {}, create("strong", {}, title), create("span", { className: "legend" }, ...legend)),
    create("span", { className: "scale" }, format(max) + (isLogarithmic ? `, logarithmic from ${format(min)}` : "")),
    drawing,
    create("span", { className: "scale ends" }, create("span", {}, `${Math.round(span / 60)} min ago`), "now"),
  );
}

/** Horizontal lines at the top and at each step from the bottom. @param {number} steps */
function toGrid(steps) {
  const heights = Array.from({ length: Math.ceil(steps) }, (_, step) => HEIGHT * (1 - step / steps));
  return [0.5, ...heights].map((y) => `M0 ${Math.min(y, HEIGHT - 0.5)}H${WIDTH}`).join("");
}

/**
 * A line with a gap wherever there is no value.
 *
 * @param {(number | null)[]} values
 * @param {(index: number) => number} toX
 * @param {(value: number) => number} toY
 */
function toPath(values, toX, toY) {
  let isDrawing = false;
  const steps = values.map((value, index) => {
    const isGap = value === null;
    const step = isGap ? "" : `${isDrawing ? "L" : "M"}${toX(index).toFixed(1)} ${toY(value).toFixed(1)}`;
    // A single value between two gaps is a dot, because a line needs a length to be seen.
    const dot = !isGap && !isDrawing && values[index + 1] == null ? "h1" : "";
    isDrawing = !isGap;
    return step + dot;
  });
  return steps.join("");
}

/** @param {number} line */
function createSwatch(line) {
  const path = svg("path", { class: `line line-${line}`, d: "M0 4H18" });
  return svg("svg", { class: "swatch", viewBox: "0 0 18 8", "aria-hidden": "true" }, path);
}

/** The next of 1, 2, 5, 10, 20, 50, … @param {number} value */
function roundUp(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

/** @param {string} tag @param {Record<string, string>} attributes @param {Node[]} children */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

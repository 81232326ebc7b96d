// AssemblyScript, part of jpeg_decoder.wasm: gives each component a row of samples as wide as the picture.

import { Component } from "./jpeg_decoder_component.as";
import { mixTwo, repeat, stretch, stretchTwo } from "./jpeg_decoder_rows.as";

/** Bytes that may be read or written too many on either side of a row. */
export const MARGIN: usize = 32;

/** Narrower components are not stretched smoothly but repeated, as libjpeg does it. */
const MIN_WIDTH: i32 = 3;

/** Tells whether a row takes samples from above and below. */
export function needsNext(component: Component): bool {
  return component.timesDown == 2 && (component.timesAcross == 1 || isSmooth(component));
}

/** Repeats samples beyond the picture's left and right, top and bottom; `above` rows of samples came before. */
export function repeatEdges(component: Component, above: i32): void {
  const rows = min(component.down * 8, component.height - above), stride = component.stride;
  const first = component.samples, last = first + <usize>(rows - 1) * stride;
  for (let row = first; row <= last; row += stride) {
    store<u8>(row - 1, load<u8>(row));
    const end = row + <usize>component.width;
    store<u8>(end, load<u8>(end - 1));
  }
  if (above == 0) copyRow(first - stride, first, stride);
  if (above + rows == component.height) copyRow(last + stride, last, stride);
}

/** Keeps the last row above the next ones. */
export function keepLast(component: Component): void {
  const stride = component.stride, last = component.samples + <usize>(component.down * 8 - 1) * stride;
  copyRow(component.samples - stride, last, stride);
}

/** Returns a component's samples for the row `y` of pixels, from -1 on. */
export function toRow(component: Component, y: i32): usize {
  const timesAcross = component.timesAcross, timesDown = component.timesDown;
  // Rounded down, below 0 as well.
  const near = component.samples + <usize>((y + timesDown) / timesDown - 1) * component.stride;
  if (timesAcross == 1 && timesDown == 1) return near;
  const isUpper = (y & 1) == 0, far = isUpper ? near - component.stride : near + component.stride;
  const to = component.row, width = component.width;
  if (timesAcross == 1 && timesDown == 2) mixTwo(near, far, to, width, isUpper);
  else if (!isSmooth(component)) repeat(near, to, width, timesAcross);
  else if (timesDown == 1) stretch(near, to, width);
  else stretchTwo(near, far, to, width);
  return to;
}

@inline
function isSmooth(component: Component): bool {
  return component.timesAcross == 2 && component.timesDown <= 2 && component.width >= MIN_WIDTH;
}

@inline
function copyRow(to: usize, from: usize, stride: usize): void {
  memory.copy(to - MARGIN, from - MARGIN, stride);
}

// AssemblyScript, compiled to jpeg_decoder.wasm by build.ts. The hot part of a JPEG decoder: Huffman codes, inverse
// cosine transform, stretching and colours, a row of blocks at a time. Its caller reads the file's segments and hands
// in tables and scans; whatever those hold, no memory but what is reserved here is touched.

import { growTo } from "./growth.as";
import { isComplete, toScanRoom } from "./jpeg_decoder_bits.as";
import { BLOCK_BYTES, makePlaces } from "./jpeg_decoder_blocks.as";
import { Component, toComponent } from "./jpeg_decoder_component.as";
import { DESCRIPTION, makeTable as makeTableOf } from "./jpeg_decoder_huffman.as";
import { transformBlock } from "./jpeg_decoder_idct.as";
import { keepLast, MARGIN, needsNext, repeatEdges, toRow } from "./jpeg_decoder_stretch.as";
import { colour, join } from "./jpeg_decoder_rows.as";
import { add, band, begin as beginScan, readCoefficients, readSamples } from "./jpeg_decoder_scan.as";

let width: i32 = 0;
let height: i32 = 0;
let components: i32 = 0;
let acrossMax: i32 = 0;
let downMax: i32 = 0;
let unitsWide: i32 = 0;
let unitsHigh: i32 = 0;
/** Whether coefficients come in more than one scan. */
let isStored: bool = false;
/** Whether the components are light and differences from it, rather than red, green and blue. */
let isYcc: bool = false;
/** Whether the last row of a unit needs samples of the next. */
let isLate: bool = false;
/** The row of units that comes next, and the row of pixels. */
let unitRow: i32 = 0;
let nextRow: i32 = 0;
let scan: usize = 0;
let output: usize = 0;
let free: usize = 0;

/** Starts a picture; its components are to be added. A unit has at most so many blocks of one in each direction. */
export function begin(pictureWidth: i32, pictureHeight: i32, across: i32, down: i32): void {
  width = pictureWidth;
  height = pictureHeight;
  acrossMax = across;
  downMax = down;
  unitsWide = (width + 8 * across - 1) / (8 * across);
  unitsHigh = (height + 8 * down - 1) / (8 * down);
  components = unitRow = nextRow = 0;
  isLate = false;
  free = (__heap_base + 15) & ~15;
  makePlaces();
}

/** Adds a component that has so many blocks in a unit. Returns where its quantiser goes: 64 numbers, row by row. */
export function addComponent(across: i32, down: i32): usize {
  const component = toComponent(components++);
  component.across = across;
  component.down = down;
  component.timesAcross = acrossMax / across;
  component.timesDown = downMax / down;
  component.width = (width * across + acrossMax - 1) / acrossMax;
  component.height = (height * down + downMax - 1) / downMax;
  component.wide = unitsWide * across;
  component.high = unitsHigh * down;
  component.stride = <usize>component.wide * 8 + 2 * MARGIN;
  component.samples = take(component.stride * <usize>(down * 8 + 2)) + component.stride + MARGIN;
  component.row = take(<usize>(unitsWide * acrossMax) * 8 + 2 * MARGIN);
  component.quantiser = take(BLOCK_BYTES);
  isLate = isLate || needsNext(component);
  return component.quantiser;
}

/** Makes room for scans of at most so many bytes, once all components are added. Returns where they come in. */
export function reserve(scanBytes: usize, stored: bool, ycc: bool): usize {
  isStored = stored;
  isYcc = ycc;
  output = take(<usize>width * 4 * <usize>(8 * downMax + 1) + MARGIN);
  const first = free;
  for (let i = 0; i < components && isStored; i++) {
    const component = toComponent(i);
    component.coefficients = take(<usize>(component.wide * component.high) * BLOCK_BYTES);
  }
  const last = free;
  scan = take(toScanRoom(scanBytes));
  const known = <usize>memory.size() << 16;
  growTo(free);
  // What is new is zero.
  if (known > first) memory.fill(first, 0, min(last, known) - first);
  return scan;
}

/** Where pixels are found. */
export function outputAddress(): usize {
  return output;
}

/** Where a table of codes is described: how many there are of each length from 1 to 16, then at most 256 symbols. */
export function descriptionAddress(): usize {
  return DESCRIPTION;
}

/** Makes one of eight tables, for DC (0), AC (1) or progressive AC (2). Returns whether there can be such codes. */
export function makeTable(slot: i32, kind: i32): bool {
  return makeTableOf(slot, kind);
}

/** Starts on the scan that came in; its components are to be added. */
export function startScan(length: i32, restartInterval: i32): void {
  beginScan(scan, length, restartInterval);
}

/** Adds a component to the scan, with its tables. */
export function addToScan(index: i32, dc: i32, ac: i32): void {
  add(index, dc, ac);
}

/** Reads a scan that brings coefficients whole. Returns whether all is well. */
export function readScan(): bool {
  band.isSequential = true;
  return readCoefficients(unitsWide, unitsHigh);
}

/** Reads a scan that brings the coefficients from `start` to `end`, or one bit more, without the last `shift` bits. */
export function readProgressiveScan(start: i32, end: i32, isRefined: bool, shift: i32): bool {
  band.isSequential = false;
  band.isRefined = isRefined;
  band.start = start;
  band.end = end;
  band.shift = shift;
  return readCoefficients(unitsWide, unitsHigh);
}

/** Makes the next rows of pixels. Returns how many, or -1 when the scan is damaged. */
export function nextRows(): i32 {
  if (isStored) transformUnits();
  else if (!readSamples(unitsWide)) return -1;
  const above = unitRow * downMax * 8, isLast = ++unitRow == unitsHigh;
  if (isLast && !isStored && !isComplete()) return -1;
  for (let i = 0; i < components; i++) repeatEdges(toComponent(i), (unitRow - 1) * toComponent(i).down * 8);
  const first = nextRow, end = isLast ? height : above + downMax * 8 - <i32>isLate;
  for (; nextRow < end; nextRow++) writeRow(nextRow - above, output + <usize>((nextRow - first) * width) * 4);
  for (let i = 0; i < components; i++) keepLast(toComponent(i));
  return end - first;
}

function transformUnits(): void {
  for (let i = 0; i < components; i++) {
    const component = toComponent(i);
    let block = component.coefficients + <usize>(unitRow * component.down * component.wide) * BLOCK_BYTES;
    for (let y = 0; y < component.down; y++) {
      let to = component.samples + <usize>y * 8 * component.stride;
      for (let x = 0; x < component.wide; x++, block += BLOCK_BYTES, to += 8) {
        transformBlock(block, isFlat(block) ? 1 : 64, component.quantiser, to, component.stride);
      }
    }
  }
}

/** Tells that all coefficients but the first are 0. */
@inline
function isFlat(block: usize): bool {
  let all = i16x8.replace_lane(v128.load(block), 0, 0);
  for (let i: usize = 16; i < BLOCK_BYTES; i += 16) all = v128.or(all, v128.load(block + i));
  return !v128.any_true(all);
}

function writeRow(y: i32, to: usize): void {
  const first = toRow(toComponent(0), y);
  if (components == 1) return join(first, first, first, to, width);
  const second = toRow(toComponent(1), y), third = toRow(toComponent(2), y);
  if (isYcc) colour(first, second, third, to, width);
  else join(first, second, third, to, width);
}

function take(bytes: usize): usize {
  const address = free;
  free += (bytes + 15) & ~15;
  return address;
}

// AssemblyScript, part of jpeg_decoder.wasm: reads scans, unit by unit: straight to samples if one scan has it all,
// else to coefficients.

import { isComplete, isSound, restart, startScan } from "./jpeg_decoder_bits.as";
import { BLOCK_BYTES, readBlock } from "./jpeg_decoder_blocks.as";
import { Component, toComponent } from "./jpeg_decoder_component.as";
import { toTable } from "./jpeg_decoder_huffman.as";
import { transformBlock } from "./jpeg_decoder_idct.as";
import { readAc, readDc, refineAc, refineDc } from "./jpeg_decoder_progressive.as";

const BLOCK: usize = memory.data(BLOCK_BYTES + 16, 16);

/** The components of the scan. */
const MEMBERS: usize = memory.data(3, 16);
let members: i32 = 0;

/** Units from one restart to the next, or 0, and those that are left until then. */
let interval: i32 = 0;
let untilRestart: i32 = 0;

/** Starts on a scan of `length` bytes at an address; its components are to be added. */
export function begin(address: usize, length: i32, restartInterval: i32): void {
  startScan(address, length);
  members = 0;
  interval = untilRestart = restartInterval;
}

/** Adds a component to the scan. */
export function add(index: i32, dc: i32, ac: i32): void {
  const component = toComponent(index);
  component.dc = toTable(dc);
  component.ac = toTable(ac);
  component.lastDc = 0;
  store<u8>(MEMBERS + <usize>(members++), <u8>index);
}

/** Reads a row of units to samples. Returns whether all is well. */
export function readSamples(units: i32): bool {
  for (let x = 0; x < units; x++) {
    if (!startUnit()) return false;
    for (let i = 0; i < members; i++) {
      const component = toMember(i);
      for (let y = 0; y < component.down; y++) {
        let to = component.samples + <usize>y * 8 * component.stride + <usize>(x * component.across) * 8;
        for (let j = 0; j < component.across; j++, to += 8) {
          if (!isSound()) return false;
          const count = readHere(component);
          transformBlock(BLOCK, count, component.quantiser, to, component.stride);
        }
      }
    }
  }
  return true;
}

/** Which coefficients a progressive scan brings: from place `start` to `end`, without the last `shift` bits. */
@unmanaged
class Band {
  isSequential: bool;
  /** Whether more is known of them already, and this is the next bit. */
  isRefined: bool;
  start: i32;
  end: i32;
  shift: i32;
}

/** What the scan brings. */
export const band: Band = changetype<Band>(memory.data(offsetof<Band>(), 16));

/** Reads a scan to coefficients; all components take so many units. Returns whether all is well. */
export function readCoefficients(unitsWide: i32, unitsHigh: i32): bool {
  if (members == 1) return readOne(toMember(0)) && isComplete();
  for (let y = 0; y < unitsHigh; y++) {
    for (let x = 0; x < unitsWide; x++) {
      if (!startUnit()) return false;
      for (let i = 0; i < members; i++) {
        if (!readUnit(toMember(i), x, y)) return false;
      }
    }
  }
  return isComplete();
}

/** A scan of one component has no units: it leaves out what lies beyond the picture. */
function readOne(component: Component): bool {
  const wide = (component.width + 7) >> 3, high = (component.height + 7) >> 3;
  for (let y = 0; y < high; y++) {
    let block = component.coefficients + <usize>(y * component.wide) * BLOCK_BYTES;
    for (let x = 0; x < wide; x++, block += BLOCK_BYTES) {
      if (!startUnit()) return false;
      readPart(component, block);
    }
  }
  return true;
}

function readUnit(component: Component, x: i32, y: i32): bool {
  for (let i = 0; i < component.down; i++) {
    const first = (y * component.down + i) * component.wide + x * component.across;
    for (let j = 0; j < component.across; j++) {
      if (!isSound()) return false;
      readPart(component, component.coefficients + <usize>(first + j) * BLOCK_BYTES);
    }
  }
  return true;
}

function readPart(component: Component, block: usize): void {
  if (band.isSequential) {
    readHere(component);
    memory.copy(block, BLOCK, BLOCK_BYTES);
  } else if (band.start == 0) {
    if (band.isRefined) refineDc(block, band.shift);
    else component.lastDc = readDc(block, component.dc, component.lastDc, band.shift);
  } else if (band.isRefined) refineAc(block, component.ac, band.start, band.end, band.shift);
  else readAc(block, component.ac, band.start, band.end, band.shift);
}

/** Reads a sequential block to where there is room behind it. Returns how many coefficients it has. */
@inline
function readHere(component: Component): i32 {
  for (let i: usize = 0; i < BLOCK_BYTES; i += 16) v128.store(BLOCK + i, i16x8.splat(0));
  const count = readBlock(BLOCK, component.dc, component.ac, component.lastDc);
  component.lastDc = <i32>load<i16>(BLOCK);
  return count;
}

/** Goes over a restart marker where one is due. Returns whether all is well. */
function startUnit(): bool {
  if (interval != 0 && untilRestart-- == 0) {
    if (!restart()) return false;
    untilRestart = interval - 1;
    for (let i = 0; i < members; i++) toMember(i).lastDc = 0;
  }
  return isSound();
}

@inline
function toMember(i: i32): Component {
  return toComponent(load<u8>(MEMBERS + <usize>i));
}

// AssemblyScript, part of jpeg_decoder.wasm. Scans: ITU-T T.81 A.2 (order of the data units in an MCU), B.2.3 (scan
// header), E.2.4 (restart intervals), G.1.1 (spectral selection, successive approximation). State: the components of
// the frame, and the components and parameters of the current scan.

import { BLOCK_BYTES, decodeAcFirst, decodeBlock, decodeDcFirst } from "./jpeg_decoder_entropy.as";
import { isComplete, isValid, refineAc, refineDc, restart, startEntropyData } from "./jpeg_decoder_entropy.as";
import { toTable } from "./jpeg_decoder_huffman.as";
import { transformBlock } from "./jpeg_decoder_idct.as";

/** A component of the frame. */
@unmanaged
export class Component {
  /** The sampling factors H and V: data units in an MCU. */
  h: i32;
  v: i32;
  /** How much its samples are upsampled. */
  hScale: i32;
  vScale: i32;
  /** The size in samples, without the padding to whole MCUs. */
  width: i32;
  height: i32;
  /** The size in blocks, with the padding to whole MCUs. */
  blocksWide: i32;
  blocksHigh: i32;
  /** All coefficients, if they arrive in more than one scan. */
  coefficients: usize;
  /** The samples of a row of MCUs, with one more row above and below; rows are `stride` bytes apart. */
  samples: usize;
  stride: usize;
  /** An upsampled row. */
  upsampled: usize;
  /** The Huffman tables of the current scan. */
  dcTable: usize;
  acTable: usize;
  /** PRED: the DC coefficient of the data unit before. */
  prediction: i32;
  /** The quantization table in row-major order. */
  quantization: usize;
}

const COMPONENTS: usize = memory.data(3 * offsetof<Component>(), 16);

/** Returns one of the at most three components. */
@inline export function toComponent(index: i32): Component {
  return changetype<Component>(COMPONENTS + <usize>index * offsetof<Component>());
}

/** The indices of the scan's components. */
const SCAN_COMPONENTS: usize = memory.data(3, 16);
let scanComponents: i32 = 0;

/** MCUs in a restart interval, or 0, and those that are left in the current one. */
let restartInterval: i32 = 0;
let mcusToRestart: i32 = 0;

/** Ss, Se, whether Ah is not 0, and Al. */
let isProgressive: bool = false;
let spectralStart: i32 = 0;
let spectralEnd: i32 = 0;
let isRefinement: bool = false;
let pointTransform: i32 = 0;

/** A block that is decoded, with the spare coefficient behind it. */
const BLOCK: usize = memory.data(BLOCK_BYTES + 16, 16);

/** Starts a sequential scan whose `length` bytes of entropy-coded data are at the start of the scan buffer. */
export function startScan(buffer: usize, length: i32, interval: i32): void {
  startEntropyData(buffer, length);
  scanComponents = 0;
  isProgressive = false;
  restartInterval = mcusToRestart = interval;
}

/** Adds a component to the scan, with the slots of its Huffman tables. */
export function addScanComponent(index: i32, dcSlot: i32, acSlot: i32): void {
  const component = toComponent(index);
  component.dcTable = toTable(dcSlot);
  component.acTable = toTable(acSlot);
  component.prediction = 0;
  store<u8>(SCAN_COMPONENTS + <usize>(scanComponents++), <u8>index);
}

/** Makes the scan progressive: the band from Ss to Se, whether it refines (Ah is not 0), and Al. */
export function setProgressive(start: i32, end: i32, refines: bool, low: i32): void {
  isProgressive = true;
  spectralStart = start;
  spectralEnd = end;
  isRefinement = refines;
  pointTransform = low;
}

/** Decodes a row of MCUs of the frame's only scan to samples. Returns whether the data is valid. */
export function decodeSamples(mcusWide: i32): bool {
  for (let x = 0; x < mcusWide; x++) {
    if (!startMcu()) return false;
    for (let i = 0; i < scanComponents; i++) {
      const component = toScanComponent(i);
      for (let y = 0; y < component.v; y++) {
        let to = component.samples + <usize>y * 8 * component.stride + <usize>(x * component.h) * 8;
        for (let j = 0; j < component.h; j++, to += 8) {
          if (!isValid()) return false;
          const count = decodeSequential(component);
          transformBlock(BLOCK, count, component.quantization, to, component.stride);
        }
      }
    }
  }
  return true;
}

/** Decodes a scan to coefficients. Returns whether the data is valid. */
export function decodeCoefficients(mcusWide: i32, mcusHigh: i32): bool {
  if (scanComponents == 1) return decodeNonInterleaved(toScanComponent(0)) && isComplete();
  for (let y = 0; y < mcusHigh; y++) {
    for (let x = 0; x < mcusWide; x++) {
      if (!startMcu()) return false;
      for (let i = 0; i < scanComponents; i++) {
        if (!decodeMcu(toScanComponent(i), x, y)) return false;
      }
    }
  }
  return isComplete();
}

/** In a scan of one component an MCU is one data unit, and blocks beyond the image are missing (A.2.2). */
function decodeNonInterleaved(component: Component): bool {
  const wide = (component.width + 7) >> 3, high = (component.height + 7) >> 3;
  for (let y = 0; y < high; y++) {
    let block = component.coefficients + <usize>(y * component.blocksWide) * BLOCK_BYTES;
    for (let x = 0; x < wide; x++, block += BLOCK_BYTES) {
      if (!startMcu()) return false;
      decodeDataUnit(component, block);
    }
  }
  return true;
}

/** Decodes the data units of a component in the MCU at column x and row y. */
function decodeMcu(component: Component, x: i32, y: i32): bool {
  for (let i = 0; i < component.v; i++) {
    const first = (y * component.v + i) * component.blocksWide + x * component.h;
    for (let j = 0; j < component.h; j++) {
      if (!isValid()) return false;
      decodeDataUnit(component, component.coefficients + <usize>(first + j) * BLOCK_BYTES);
    }
  }
  return true;
}

function decodeDataUnit(component: Component, block: usize): void {
  if (!isProgressive) {
    decodeSequential(component);
    memory.copy(block, BLOCK, BLOCK_BYTES);
  } else if (spectralStart == 0) {
    if (isRefinement) refineDc(block, pointTransform);
    else component.prediction = decodeDcFirst(block, component.dcTable, component.prediction, pointTransform);
  } else if (isRefinement) refineAc(block, component.acTable, spectralStart, spectralEnd, pointTransform);
  else decodeAcFirst(block, component.acTable, spectralStart, spectralEnd, pointTransform);
}

/** Decodes a data unit of a sequential scan to BLOCK. Returns the number of coefficients up to the last nonzero one. */
@inline function decodeSequential(component: Component): i32 {
  for (let i: usize = 0; i < BLOCK_BYTES; i += 16) v128.store(BLOCK + i, i16x8.splat(0));
  const count = decodeBlock(BLOCK, component.dcTable, component.acTable, component.prediction);
  component.prediction = <i32>load<i16>(BLOCK);
  return count;
}

/** Reads the restart marker where a restart interval ends. Returns whether the data is valid. */
function startMcu(): bool {
  if (restartInterval != 0 && mcusToRestart-- == 0) {
    if (!restart()) return false;
    mcusToRestart = restartInterval - 1;
    for (let i = 0; i < scanComponents; i++) toScanComponent(i).prediction = 0;
  }
  return isValid();
}

@inline function toScanComponent(i: i32): Component {
  return toComponent(load<u8>(SCAN_COMPONENTS + <usize>i));
}

// AssemblyScript, part of jpeg_decoder.wasm. Scans: ITU-T T.81 A.2 (order of the data units in an MCU), B.2.3 (scan
// header), E.2.4 (restart intervals), G.1.1 (spectral selection, successive approximation). State: the components of
// the frame, and the components and parameters of the current scan. A data unit is a block of 8 × 8 coefficients.

import { BLOCK_BYTES, canDecodeMore, DcOnly, decodeAc, decodeBlock, decodeDcFirst } from "./jpeg_decoder_entropy.as";
import { First, isWithinSegment, Refinement, refineDc, restart, startEntropyData } from "./jpeg_decoder_entropy.as";
import { Whole } from "./jpeg_decoder_entropy.as";
import { AC, buildSkips, DC, toTable } from "./jpeg_decoder_huffman.as";
import { transformBlock } from "./jpeg_decoder_idct.as";

/** A component of the frame: fields at an address in memory (@unmanaged), without an object around them. */
@unmanaged
export class Component {
  /** The sampling factors H and V: data units in an MCU. */
  h: i32;
  v: i32;
  /** The samples of a block in each direction: 8, or fewer if the image shrinks. */
  size: i32;
  /** How many pixels a sample covers in each direction. */
  hScale: i32;
  vScale: i32;
  /** The size in samples, without the padding to whole MCUs. */
  width: i32;
  height: i32;
  /** The size in blocks, with the padding to whole MCUs. */
  blocksWide: i32;
  blocksHigh: i32;
  /** The address of all its blocks, row by row, if they arrive in more than one scan, and the size of a block. */
  coefficients: usize;
  blockBytes: usize;
  /** The address of the samples of a row of MCUs; there is one more row above and below. Rows are `stride` apart. */
  samples: usize;
  stride: usize;
  /** The address of an upsampled row. */
  upsampled: usize;
  /** The addresses of the Huffman tables for the current scan. */
  dcTable: usize;
  acTable: usize;
  /** PRED: the DC coefficient of the previous data unit. */
  prediction: i32;
  /** The address of the quantization table: 64 u16, row by row. */
  quantization: usize;
}

const COMPONENTS: usize = memory.data(4 * offsetof<Component>(), 16);

/** Returns one of the at most four components. */
@inline export function toComponent(index: i32): Component {
  return changetype<Component>(COMPONENTS + <usize>index * offsetof<Component>());
}

/** The indices of the scan's components. */
const SCAN_COMPONENTS: usize = memory.data(4, 16);
let scanComponents: i32 = 0;

/** The MCUs in a restart interval, or 0 for no restarts, and how many are left in the current interval. */
let restartInterval: i32 = 0, mcusToRestart: i32 = 0;

/** Whether the scan is progressive, and then Ss, Se, whether Ah is not 0, and Al. */
let isProgressive: bool = false, spectralStart: i32 = 0, spectralEnd: i32 = 0;
let isRefinement: bool = false, pointTransform: i32 = 0;

/** The complete rows of MCUs that decodeCoefficients() has decoded. */
export let decodedMcuRows: i32 = 0;

/** A block of a sequential scan, with the spare coefficient after it that decodeBlock() needs. */
const BLOCK: usize = memory.data(BLOCK_BYTES + 2, 16);

/** Starts a sequential scan whose `length` bytes of entropy-coded data are at the start of the scan buffer. */
export function startScan(buffer: usize, length: i32, interval: i32): void {
  startEntropyData(buffer, length);
  scanComponents = 0;
  isProgressive = false;
  restartInterval = mcusToRestart = interval;
}

/** Adds a component of the frame to the scan. */
export function addScanComponent(index: i32): void {
  const component = toComponent(index);
  component.dcTable = toTable(scanComponents, DC);
  component.acTable = toTable(scanComponents, AC);
  component.prediction = 0;
  if (component.size == 1) buildSkips(component.acTable);
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
      const component = toScanComponent(i), size = component.size;
      for (let y = 0; y < component.v; y++) {
        let target = component.samples + <usize>(y * size) * component.stride + <usize>(x * component.h * size);
        for (let j = 0; j < component.h; j++, target += size) {
          if (!canDecodeMore()) return false;
          const count = decodeSequential(component);
          transformBlock(BLOCK, count, component.quantization, target, component.stride, size);
        }
      }
    }
  }
  return true;
}

/** Decodes a scan to coefficients. Returns whether the data is valid. */
export function decodeCoefficients(mcusWide: i32, mcusHigh: i32): bool {
  const first = toScanComponent(0), isInterleaved = scanComponents > 1;
  // The only sample of a block is the mean, which needs no AC coefficients.
  if (isProgressive && spectralStart > 0 && first.size == 1) return true;
  // In a scan of one component an MCU is one data unit, and blocks outside of the image are not coded (A.2.2).
  const wide = isInterleaved ? mcusWide : (first.width + first.size - 1) / first.size;
  const high = isInterleaved ? mcusHigh : (first.height + first.size - 1) / first.size;
  decodedMcuRows = 0;
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      if (!startMcu()) return false;
      if (!isInterleaved) decodeDataUnit(first, x, y);
      else if (!decodeMcu(x, y)) return false;
    }
    if (isWithinSegment()) decodedMcuRows = isInterleaved ? y + 1 : (y + 1) / first.v;
  }
  return isWithinSegment();
}

/** Decodes the data units of all components in the MCU at column x and row y. Returns whether the data is valid. */
function decodeMcu(x: i32, y: i32): bool {
  for (let i = 0; i < scanComponents; i++) {
    const component = toScanComponent(i), h = component.h, v = component.v;
    for (let j = 0; j < h * v; j++) {
      if (!canDecodeMore()) return false;
      decodeDataUnit(component, x * h + j % h, y * v + j / h);
    }
  }
  return true;
}

/** Decodes a data unit, or in a progressive scan what the scan adds to it, to the block at column x and row y. */
function decodeDataUnit(component: Component, x: i32, y: i32): void {
  const block = component.coefficients + <usize>(y * component.blocksWide + x) * component.blockBytes;
  if (!isProgressive) {
    decodeSequential(component);
    memory.copy(block, BLOCK, component.blockBytes);
  } else if (spectralStart == 0) {
    if (isRefinement) refineDc(block, pointTransform);
    else component.prediction = decodeDcFirst(block, component.dcTable, component.prediction, pointTransform);
  } else if (isRefinement) decodeAc<Refinement>(block, component.acTable, spectralStart, spectralEnd, pointTransform);
  else decodeAc<First>(block, component.acTable, spectralStart, spectralEnd, pointTransform);
}

/** Decodes a data unit of a sequential scan to BLOCK. Returns the same as decodeBlock(). */
@inline function decodeSequential(component: Component): i32 {
  let count = 1;
  if (component.size == 1) decodeBlock<DcOnly>(BLOCK, component.dcTable, component.acTable, component.prediction);
  else {
    for (let i: usize = 0; i < BLOCK_BYTES; i += 16) v128.store(BLOCK + i, i16x8.splat(0));
    count = decodeBlock<Whole>(BLOCK, component.dcTable, component.acTable, component.prediction);
  }
  component.prediction = <i32>load<i16>(BLOCK);
  return count;
}

/** Reads the restart marker if a restart interval ends here. Returns whether the data is valid. */
function startMcu(): bool {
  if (restartInterval != 0 && mcusToRestart-- == 0) {
    if (!restart()) return false;
    mcusToRestart = restartInterval - 1;
    for (let i = 0; i < scanComponents; i++) toScanComponent(i).prediction = 0;
  }
  return canDecodeMore();
}

@inline function toScanComponent(i: i32): Component {
  return toComponent(load<u8>(SCAN_COMPONENTS + <usize>i));
}

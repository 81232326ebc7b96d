// Unpacks a PNG's data into pixels, one strip of rows at a time: what is unpacked is still in the processor's cache
// when its filters are undone. What lies behind the last row is never unpacked.

import { growTo } from "./memory.as";
import { adler32 } from "./png_adler.as";
import { COLOURS, expand } from "./png_expand.as";
import {
  endsWith,
  FAILED,
  inflate,
  inflatedTo,
  moveInflated,
  OUTPUT_MARGIN,
  startInflating,
  SUCCEEDED,
  WINDOW,
} from "./png_inflate.as";
import { INPUT_MARGIN, startReading } from "./png_reader.as";
import { ROW_MARGIN, undoFilter } from "./png_unfilter.as";

/** Colours with alpha: pixels as they are wanted. */
const COLOUR_ALPHA: i32 = 6;

let colourType: i32 = 0;
let pixelBytes: usize = 0;
let width: usize = 0;
/** What was unpacked, after as much of what came before as a distance reaches back. */
let unpacked: usize = 0;
/** Where the next rows begin in it. */
let rowsAt: usize = 0;
/** Rows without filters, after the one above them. */
let samples: usize = 0;
let pixels: usize = 0;
let sum: u32 = 1;

/** Starts a picture of 8-bit samples: its data comes in pieces of so many bytes, and goes in strips of so many rows. */
export function beginUnpacking(type: i32, bytes: i32, pictureWidth: i32, stripRows: i32, pieceBytes: i32): void {
  colourType = type;
  pixelBytes = <usize>bytes;
  width = <usize>pictureWidth;
  const rowBytes = width * pixelBytes;
  const input = (__heap_base + 15) & ~15;
  unpacked = (input + <usize>pieceBytes + INPUT_MARGIN + 15) & ~15;
  samples = (unpacked + WINDOW + (rowBytes + 1) * <usize>stripRows + OUTPUT_MARGIN + 15) & ~15;
  pixels = (samples + rowBytes * <usize>(stripRows + 1) + 4 * ROW_MARGIN + 15) & ~15;
  const last = colourType == COLOUR_ALPHA ? pixels : pixels + width * <usize>stripRows * 4 + 64;
  growTo(last);
  memory.fill(samples, 0, rowBytes);
  startReading(input);
  rowsAt = unpacked;
  sum = 1;
}

/** Where the palette goes. */
export function coloursAddress(): usize {
  return COLOURS;
}

/** Where pixels are found. */
export function pixelsAddress(): usize {
  return colourType == COLOUR_ALPHA ? samples + width * 4 : pixels;
}

/** Reads the head of the data, when the first piece has come; tells whether it is good. */
export function unpackHead(): bool {
  return startInflating(unpacked);
}

/** Unpacks the next rows. */
export function unpackStrip(rows: i32): i32 {
  const rowBytes = width * pixelBytes, bytes = (rowBytes + 1) * <usize>rows;
  const outcome = inflate(rowsAt + bytes);
  if (outcome != SUCCEEDED) return outcome;
  sum = adler32(sum, rowsAt, rowsAt + bytes);
  for (let y: usize = 0; y < <usize>rows; y++) {
    const above = samples + y * rowBytes;
    if (!undoFilter(above + rowBytes, rowsAt + y * (rowBytes + 1), above, rowBytes, pixelBytes)) return FAILED;
  }
  if (colourType != COLOUR_ALPHA) expand(colourType, pixels, samples + rowBytes, width * <usize>rows);
  rowsAt += bytes;
  moveDown(rowBytes, <usize>rows);
  return SUCCEEDED;
}

/** Looks whether the data ends after the last row, and has its checksum. */
export function unpackEnd(): i32 {
  return inflatedTo() == rowsAt ? endsWith(sum) : FAILED;
}

/** Keeps what the next strip looks back to: the window, and the last row. */
function moveDown(rowBytes: usize, rows: usize): void {
  memory.copy(samples, samples + rows * rowBytes, rowBytes);
  if (rowsAt <= unpacked + WINDOW) return;
  const distance = rowsAt - unpacked - WINDOW;
  memory.copy(unpacked, unpacked + distance, inflatedTo() - unpacked - distance);
  moveInflated(distance);
  rowsAt -= distance;
}

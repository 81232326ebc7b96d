import { createPixels, type Pixels } from "@/lib/images/pixels.ts";

/** The number of steps of linear light that are converted back to sRGB: enough that every 8-bit value is exact. */
const LINEAR_STEPS = 1 << 14;

/**
 * Scales opaque pixels down so that no side is longer than `maxSide`. Smaller images are returned unchanged.
 *
 * Each new pixel is the average of the area that it covers, partly covered pixels in proportion. The average is taken
 * in linear light (sRGB transfer function): with the stored values, fine bright and dark patterns would become too dark.
 */
export function shrinkToFit(pixels: Pixels, maxSide: number): Pixels {
  const longest = Math.max(pixels.width, pixels.height);
  if (longest <= maxSide) return pixels;
  const scale = maxSide / longest;
  const width = Math.max(1, Math.round(pixels.width * scale)), height = Math.max(1, Math.round(pixels.height * scale));
  return averageAreas(pixels, { ...createPixels(width, height), isOpaque: true });
}

function averageAreas(from: Pixels, to: Pixels): Pixels {
  const { toLinear, toStored } = createTables();
  const rowLength = to.width * 3;
  const sum = new Float32Array(rowLength), row = new Float32Array(rowLength);
  const rowsPerRow = from.height / to.height;
  const area = rowsPerRow * (from.width / to.width);
  for (let y = 0, sourceY = 0, left = 0; y < to.height; y++) {
    sum.fill(0);
    // `left` is the part of the current source row that no new row has used yet.
    for (let need = rowsPerRow; need > 1e-6;) {
      if (left <= 1e-6) {
        if (sourceY === from.height) break;
        averageRow(from, sourceY++, row, toLinear);
        left = 1;
      }
      const part = Math.min(left, need);
      for (let i = 0; i < rowLength; i++) sum[i] = sum[i]! + row[i]! * part;
      left -= part;
      need -= part;
    }
    storeRow(sum, to, y, (value) => toStored[Math.min(LINEAR_STEPS, Math.round(value / area * LINEAR_STEPS))]!);
  }
  return to;
}

/** Sums the linear light of one source row for each new column. */
function averageRow({ width, data }: Pixels, y: number, row: Float32Array, toLinear: Float32Array): void {
  const columns = row.length / 3, step = width / columns;
  for (let column = 0; column < columns; column++) {
    const start = column * step, end = Math.min(width, start + step);
    let red = 0, green = 0, blue = 0;
    for (let x = Math.floor(start); x < end; x++) {
      const weight = Math.min(end, x + 1) - Math.max(start, x), at = (y * width + x) * 4;
      red += toLinear[data[at]!]! * weight;
      green += toLinear[data[at + 1]!]! * weight;
      blue += toLinear[data[at + 2]!]! * weight;
    }
    row[column * 3] = red;
    row[column * 3 + 1] = green;
    row[column * 3 + 2] = blue;
  }
}

function storeRow(sum: Float32Array, { width, data }: Pixels, y: number, toStored: (value: number) => number): void {
  for (let x = 0; x < width; x++) {
    const at = (y * width + x) * 4;
    for (let channel = 0; channel < 3; channel++) data[at + channel] = toStored(sum[x * 3 + channel]!);
    data[at + 3] = 255;
  }
}

/** The transfer function of sRGB (IEC 61966-2-1) in both directions. */
function createTables(): { toLinear: Float32Array; toStored: Uint8ClampedArray } {
  const toLinear = Float32Array.from({ length: 256 }, (_, value) => {
    const v = value / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  const toStored = Uint8ClampedArray.from({ length: LINEAR_STEPS + 1 }, (_, step) => {
    const light = step / LINEAR_STEPS;
    return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
  });
  return { toLinear, toStored };
}

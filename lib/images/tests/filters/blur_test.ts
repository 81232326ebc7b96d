import { assert, assertEquals } from "@std/assert";
import type { Pixels } from "../../pixels.ts";
import { applyFilter, paint, paintNoise, paintPhoto, toDistance } from "../pictures.ts";

/** Blurs or sharpens a copy. */
const apply = (pixels: Pixels, strength: number, filter: "blur" | "sharpen" = "blur") =>
  applyFilter(filter, pixels, { strength });

type Samples = readonly number[];

/** The kernels of some radii, computed by hand: the size of the tent, the spacing, and the weights of the pairs. */
const KERNELS: Readonly<Record<number, readonly [tent: number, spacing: number, near: number, far: number]>> = {
  1: [2, 1, 0.236667, 0.045],
  2: [4, 1, 0.21, 0.135],
  4: [8, 2, 0.354167, 0],
  5: [10, 3, 0.194444, 0],
  9: [17, 5, 0.24, 0],
};

/** Blurs samples in one direction, straight from the definition. */
function blurSamples(samples: Samples, [tent, spacing, near, far]: typeof KERNELS[number]): Samples {
  const at = (list: Samples, i: number) => list[Math.min(Math.max(i, 0), list.length - 1)]!;
  const tents = samples.map((_, x) => {
    let sum = 0;
    for (let i = 1 - tent; i < tent; i++) sum += (tent - Math.abs(i)) * at(samples, x + i);
    return sum / tent ** 2;
  });
  const pair = (x: number, distance: number) => at(tents, x - distance) + at(tents, x + distance);
  return tents.map((own, x) => own * (1 - 2 * near - 2 * far) + pair(x, spacing) * near + pair(x, 2 * spacing) * far);
}

/** Blurs a channel in both directions; `weigh` returns the sample of a pixel. */
function blurPlane({ width, height }: Pixels, radius: number, weigh: (i: number) => number): Samples {
  const kernel = KERNELS[radius]!;
  const range = (length: number) => Array.from({ length }, (_, i) => i);
  const columns = range(width).map((x) => blurSamples(range(height).map((y) => weigh(y * width + x)), kernel));
  const rows = range(height).map((y) => blurSamples(columns.map((column) => column[y]!), kernel));
  return rows.flat();
}

/** Blurs with numbers that are not rounded, on colours multiplied by alpha. */
function reference(pixels: Pixels, radius: number): { colour(i: number, channel: number): number; alpha: Samples } {
  const alpha = blurPlane(pixels, radius, (i) => pixels.data[i * 4 + 3]!);
  const planes = [0, 1, 2].map((channel) =>
    blurPlane(pixels, radius, (i) => pixels.data[i * 4 + channel]! * pixels.data[i * 4 + 3]!)
  );
  return { alpha, colour: (i, channel) => planes[channel]![i]! / alpha[i]! };
}

Deno.test("blur() is within 1 of its definition, with and without transparency", () => {
  const cases = [[1, 1, 1], [13, 7, 1], [7, 13, 2], [9, 5, 4], [31, 27, 5], [20, 2, 9], [90, 3, 5]] as const;
  for (const [width, height, radius] of cases) {
    for (const isOpaque of [true, false]) {
      const pixels = paintNoise(width, height, isOpaque);
      const { colour, alpha } = reference(pixels, radius);
      const wanted = paint(width, height, (x, y) => {
        const i = y * width + x;
        return [colour(i, 0), colour(i, 1), colour(i, 2), alpha[i]!];
      });
      const distance = toDistance(apply(pixels, radius), wanted);
      assert(distance <= 1, `${width}×${height}, radius ${radius}, opaque ${isOpaque}: ${distance}`);
    }
  }
});

/** Returns by which factor a blur reduces waves with this many radians for each pixel. */
function measureResponse(radius: number, frequency: number): number {
  const margin = 4 * radius;
  const length = margin * 2 + Math.max(400, Math.ceil(40 / frequency));
  const { data } = apply(paint(length, 1, (x) => [127.5 + 127 * Math.cos(frequency * x), 0, 0, 255]), radius);
  let [sum, power] = [0, 0];
  for (let x = margin; x < length - margin; x++) {
    const wave = Math.cos(frequency * x);
    const mean = 127.5;
    sum += (data[x * 4]! - mean) * wave;
    power += 127 * wave ** 2;
  }
  return sum / power;
}

Deno.test("blur() has the variance of two boxes of 2 × radius + 1 pixels", () => {
  for (const radius of [1, 2, 3, 4, 5, 6, 7, 8, 12, 20, 33, 64, 128, 256]) {
    const variance = 2 * ((2 * radius + 1) ** 2 - 1) / 12;
    const frequency = Math.sqrt(0.3 / variance);
    // That of a Gaussian; the difference of the kernels matters only at higher frequencies.
    const measured = -2 * Math.log(measureResponse(radius, frequency)) / frequency ** 2;
    assert(Math.abs(measured / variance - 1) < 0.03, `radius ${radius}: ${measured} instead of ${variance}`);
  }
});

Deno.test("blur() leaves less than 1.5 % of the frequencies that a Gaussian removes, so text leaves no pattern", () => {
  for (const radius of [1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 19, 32, 64, 150, 256]) {
    const deviation = Math.sqrt(2 * radius * (radius + 1) / 3);
    // A Gaussian leaves less than 1 % from here on. Lobes of kernels are in the first few multiples.
    for (let step = 3.04; step < Math.min(14, Math.PI * deviation); step += 0.3) {
      const response = Math.abs(measureResponse(radius, step / deviation));
      assert(response < 0.015, `radius ${radius}, ${step}: ${response}`);
    }
  }
});

Deno.test("sharpen() is within 1 of v + s·(v − b), does not change alpha, and is clamped", () => {
  for (const pixels of [paintNoise(31, 22, true), paintNoise(31, 22), paintPhoto(24, 18)]) {
    const { colour } = reference(pixels, 1);
    const { data } = pixels;
    for (const strength of [0, 0.5, 1, 3, 10]) {
      const wanted = paint(pixels.width, pixels.height, (x, y) => {
        const i = y * pixels.width + x;
        const sharpened = (channel: number) => {
          const value = data[i * 4 + channel]!;
          return value + strength * (value - colour(i, channel));
        };
        return [sharpened(0), sharpened(1), sharpened(2), data[i * 4 + 3]!];
      });
      const distance = toDistance(apply(pixels, strength, "sharpen"), wanted);
      assert(distance <= 1, `strength ${strength}: ${distance}`);
    }
  }
});

Deno.test("sharpen() changes neither flat nor transparent images, and 0 changes nothing", () => {
  const flat = paint(9, 5, () => [255, 100, 1, 255]);
  const hidden = paint(9, 5, (x, y) => [x, y, 7, 0]);
  for (const strength of [0, 1, 10]) {
    assertEquals([apply(flat, strength, "sharpen"), apply(hidden, strength, "sharpen")], [flat, hidden]);
  }
  assertEquals(apply(paintNoise(20, 20), 0, "sharpen"), paintNoise(20, 20));
});

Deno.test("blur() of a transposed image is the transposed blur, however wide it is", () => {
  for (const [width, height] of [[40, 30], [120, 5], [700, 1]] as const) {
    const wide = paintNoise(width, height, true);
    const tall = paint(height, width, (x, y) => pixelAt(wide, y, x));
    const blurred = apply(tall, 3);
    const turned = paint(width, height, (x, y) => pixelAt(blurred, y, x));
    // Rows and columns are rounded in turn.
    assert(toDistance(apply(wide, 3), turned) <= 1, `${width}×${height}`);
  }
});

function pixelAt({ width, data }: Pixels, x: number, y: number): [number, number, number, number] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)] as [number, number, number, number];
}

Deno.test("blur() does not let the colour of transparent pixels bleed", () => {
  const pixels = paint(40, 20, (x) => x < 20 ? [255, 0, 0, 255] : [0, 255, 0, 0]);
  const { data } = apply(pixels, 4);
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3]! > 0) assertEquals([data[i], data[i + 1]], [255, 0]);
  }
  // Alpha itself is blurred: it falls from 255 to 0 across the edge.
  const row = Array.from({ length: 40 }, (_, x) => data[x * 4 + 3]!);
  assertEquals([row[0], row.at(-1), row.toSorted((a, b) => b - a)], [255, 0, row]);
});

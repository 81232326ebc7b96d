import { applyTables, createTable, type Table } from "@/lib/images/filters/channel_tables.ts";
import type { Filter } from "@/lib/images/filters/filter.ts";
import { type Pixels, toWords } from "@/lib/images/pixels.ts";

/** Stretches each channel. All frames of an animation are stretched alike, because it would flicker otherwise. */
export const normalize: Filter<"normalize"> = {
  name: "normalize",
  summary: "stretches each channel to 0…255; a flat channel is unchanged",
  isPointOperation: true,
  measuresFrames: true,
  nsPerPixel: 60,
  createKernel() {
    let seen: Seen | undefined;
    return {
      measure(pixels) {
        seen = markValues(pixels, seen);
      },
      apply(pixels) {
        const [red, green, blue] = seen ?? markValues(pixels);
        applyTables(pixels, [createStretch(red), createStretch(green), createStretch(blue)]);
      },
    };
  },
};

/** For red, green and blue: 1 for each value that occurs. */
type Seen = readonly [Uint8Array, Uint8Array, Uint8Array];

/** Marks the values of a frame, in addition to those of the frames before it. */
function markValues(
  pixels: Pixels,
  seen: Seen = [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256)],
): Seen {
  const words = toWords(pixels), [red, green, blue] = seen;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    red[word & 255] = green[(word >> 8) & 255] = blue[(word >> 16) & 255] = 1;
  }
  return seen;
}

/** Creates the table that stretches a channel to 0 to 255. A constant channel is unchanged: it would become black. */
function createStretch(seen: Uint8Array): Table {
  const low = seen.indexOf(1), high = seen.lastIndexOf(1);
  return createTable((value) => low < high ? (value - low) * 255 / (high - low) : value);
}

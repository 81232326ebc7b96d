import type { Rgb } from "./colour.ts";

/** The levels of each channel in the cube of colours 16 to 231. */
const LEVELS = [0, 95, 135, 175, 215, 255];

/** Where the 24 greys begin, from 8 to 238 in steps of 10. */
const FIRST_GREY = 232;

/**
 * Returns the number of the nearest of the 256 colours of a terminal. The first 16 are not used, because every terminal
 * has others.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([toXtermColour([255, 0, 0]), toXtermColour([128, 128, 128])], [196, 244]);
 * ```
 */
export function toXtermColour(colour: Rgb): number {
  const [red, green, blue] = colour.map(toLevel) as [number, number, number];
  const step = Math.min(23, Math.max(0, Math.round(((colour[0] + colour[1] + colour[2]) / 3 - 8) / 10)));
  const grey = 8 + 10 * step;
  const isGreyNearer = toDistance(colour, [grey, grey, grey]) <
    toDistance(colour, [LEVELS[red]!, LEVELS[green]!, LEVELS[blue]!]);
  return isGreyNearer ? FIRST_GREY + step : 16 + 36 * red + 6 * green + blue;
}

function toLevel(value: number): number {
  // Half-way between two levels.
  if (value < 48) return 0;
  return value < 115 ? 1 : Math.floor((value - 35) / 40);
}

function toDistance([red, green, blue]: Rgb, other: Rgb): number {
  return (red - other[0]) ** 2 + (green - other[1]) ** 2 + (blue - other[2]) ** 2;
}

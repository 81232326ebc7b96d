import { assertEquals } from "@std/assert";
import type { Rgb } from "../colour.ts";
import { toXtermColour } from "../xterm_colour.ts";

/** The palette as xterm defines it: a cube of 6 × 6 × 6 colours, then 24 greys. */
const PALETTE: readonly (readonly [number, Rgb])[] = Array.from({ length: 240 }, (_, i) => {
  if (i >= 216) return [16 + i, [1, 1, 1].map(() => 8 + 10 * (i - 216)) as unknown as Rgb];
  const toLevel = (level: number) => level === 0 ? 0 : 55 + 40 * level;
  return [16 + i, [toLevel(Math.floor(i / 36)), toLevel(Math.floor(i / 6) % 6), toLevel(i % 6)]];
});

Deno.test("toXtermColour() returns every colour of the palette as itself", () => {
  for (const [number, colour] of PALETTE) {
    const found = PALETTE.find(([each]) => each === toXtermColour(colour));
    assertEquals(found?.[1], colour, String(number));
  }
});

Deno.test("toXtermColour() returns the nearest colour", () => {
  const toDistance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  for (let i = 0; i < 4096; i++) {
    const colour: Rgb = [(i & 15) * 17, (i >> 4 & 15) * 17, (i >> 8) * 17];
    const [, chosen] = PALETTE.find(([number]) => number === toXtermColour(colour))!;
    const nearest = Math.min(...PALETTE.map(([, each]) => toDistance(colour, each)));
    assertEquals(toDistance(colour, chosen), nearest, `${colour} ${chosen}`);
  }
});

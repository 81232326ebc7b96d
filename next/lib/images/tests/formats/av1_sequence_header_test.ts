import { assertEquals, assertThrows } from "@std/assert";
import { readMaxFramePixels } from "../../formats/av1_sequence_header.ts";
import { ImageError } from "../../image_error.ts";

/** Packs bits, and fills up the last byte with ones, which would enlarge what is read too late. */
function toBytes(...bits: string[]): Uint8Array {
  const text = bits.join("").replaceAll(" ", "");
  const bytes = text.padEnd(Math.ceil(text.length / 8) * 8, "1").match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => parseInt(byte, 2));
}

const number = (value: number, bits: number) => value.toString(2).padStart(bits, "0");

/** The numbers of bits of 1920 and 1080, and both minus 1. */
const SIZE = number(10, 4) + number(10, 4) + number(1919, 11) + number(1079, 11);

/** The profile, and that it is neither a still picture nor reduced. */
const VIDEO = "000 0 0";

/** An operating point of level 4.0 with a tier, and one of level 3.1 without. */
const POINTS = ["000000000001 01000 1", "000000000011 00101"] as const;

const HEADERS = {
  "reduced still picture": ["000 1 1 00100", SIZE],
  "no optional parts": [VIDEO, "0 0 00001", ...POINTS, SIZE],
  "display delays": [VIDEO, "0 1 00001", POINTS[0], "0", POINTS[1], "1 1010", SIZE],
  timing: [VIDEO, "1", number(1, 32), number(25, 32), "0 0 0 00000", POINTS[0], SIZE],
  "equal intervals": [VIDEO, "1", number(1, 32), number(25, 32), "1 00101 0 0 00000", POINTS[0], SIZE],
  // The delays have ten bits.
  "decoder model": [
    VIDEO,
    "1",
    number(1, 32) + number(25, 32),
    "0 1 01001",
    number(1, 32),
    "00100 00110 1 00001",
    POINTS[0],
    "1 1111111111 0000000000 1 1 0011",
    POINTS[1],
    "0 0",
    SIZE,
  ],
};

for (const [name, bits] of Object.entries(HEADERS)) {
  Deno.test(`readMaxFramePixels() finds the size after all parts: ${name}`, () => {
    assertEquals(readMaxFramePixels(toBytes(...bits)), 1920 * 1080);
  });
}

Deno.test("readMaxFramePixels() throws on a header that ends early", () => {
  for (const [name, bits] of Object.entries(HEADERS)) {
    assertThrows(() => readMaxFramePixels(toBytes(...bits).subarray(0, -1)), ImageError, "cut off", name);
  }
});

Deno.test("readMaxFramePixels() throws on a number with more than 31 bits, like libaom", () => {
  const bits = [VIDEO, "1", number(1, 32), number(25, 32), "1", number(0, 32), "1 0", SIZE];
  assertThrows(() => readMaxFramePixels(toBytes(...bits)), ImageError);
});

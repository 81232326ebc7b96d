import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { concat } from "../../bytes.ts";
import { decodeLzw, encodeLzw } from "../../codecs/gif_lzw.ts";
import { ImageError } from "../../image_error.ts";

function encode(indices: Uint8Array, bits = 8): Uint8Array {
  return concat(encodeLzw(indices, bits));
}

function decode(encoded: Uint8Array, length: number): Uint8Array {
  return decodeLzw(encoded, 0, length);
}

Deno.test("decodeLzw() decodes a known example", () => {
  // A 10 × 10 image in four colours, encoded by another program.
  const encoded = Uint8Array.fromHex("02168c2d99872a1cdc33a00275ec95faa8de608c04914c0100");
  const top = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2];
  const wide = [1, 1, 1, 0, 0, 0, 0, 2, 2, 2];
  const turned = [2, 2, 2, 0, 0, 0, 0, 1, 1, 1];
  const bottom = top.toReversed();
  const wanted = [top, top, top, wide, wide, turned, turned, bottom, bottom, bottom].flat();
  assertEquals([...decode(encoded, 100)], wanted);
});

Deno.test("encodeLzw() and decodeLzw() are inverse for any indices", () => {
  const indices = fc.uint8Array({ minLength: 1, maxLength: 3000, max: 15 });
  fc.assert(fc.property(indices, (each) => assertEquals(decode(encode(each, 4), each.length), each)));
});

Deno.test("encodeLzw() and decodeLzw() are inverse when the dictionary is full", () => {
  let seed = 1;
  const noise = Uint8Array.from({ length: 60_000 }, () => (seed = Math.imul(seed, 1664525) + 1013904223) >>> 24);
  assertEquals(decode(encode(noise), noise.length), noise);
  const flat = new Uint8Array(200_000).fill(7);
  assertEquals(decode(encode(flat), flat.length), flat);
  assertEquals(encode(flat).length < 2000, true);
});

Deno.test("encodeLzw() writes the end code with as many bits as the decoder reads", () => {
  // All pairs are new, so that each index is a code. The decoder reads 6 bits after a clear code and 15 codes of 5
  // bits.
  for (const length of [13, 14, 15, 16]) {
    const encoded = encode(Uint8Array.from({ length }, (_, i) => i * 7 % 16), 4);
    const bits = encoded.subarray(2, -1).reduce((sum, byte, i) => sum + (BigInt(byte) << BigInt(8 * i)), 0n);
    const start = 5 * (1 + Math.min(length, 15)) + 6 * Math.max(length - 15, 0);
    const width = length < 15 ? 5 : 6;
    assertEquals((bits >> BigInt(start)) & ((1n << BigInt(width)) - 1n), 17n, `${length}`);
  }
});

Deno.test("decodeLzw() decodes data as far as it goes", () => {
  const indices = Uint8Array.from({ length: 5000 }, (_, i) => i * i);
  const encoded = encode(indices);
  const start = decode(encoded.subarray(0, 1000), 5000);
  assert(start.length > 800 && start.length < 5000, `${start.length}`);
  assertEquals(start, indices.subarray(0, start.length));
  assertEquals(decode(encoded, 6000), indices);
});

Deno.test("decodeLzw() throws on invalid codes, and never hangs", () => {
  assertThrows(() => decode(Uint8Array.from([8, 2, 0xff, 0xff, 0]), 10), ImageError, "invalid LZW code");
  assertThrows(() => decode(Uint8Array.from([12, 1, 0, 0]), 10), ImageError, "code size");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      try {
        decode(bytes, 1000);
      } catch (error) {
        return error instanceof ImageError;
      }
      return true;
    }),
  );
});

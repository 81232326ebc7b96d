import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { decodeLzw, encodeLzw } from "@/lib/images/codecs/lzw.ts";
import { Sink } from "@/lib/images/codecs/sink.ts";
import { ImageError } from "@/lib/images/image_error.ts";

function encode(indices: Uint8Array, bits = 8): Uint8Array {
  const sink = new Sink();
  encodeLzw(indices, bits, sink);
  return sink.toBytes();
}

function decode(encoded: Uint8Array, length: number): Uint8Array {
  const target = new Uint8Array(length);
  decodeLzw(encoded, 0, target);
  return target;
}

Deno.test("decodeLzw() decodes a known example", () => {
  // A 10 × 10 image in four colours, encoded by another program.
  const encoded = [
    2,
    0x16,
    0x8c,
    0x2d,
    0x99,
    0x87,
    0x2a,
    0x1c,
    0xdc,
    0x33,
    0xa0,
    0x02,
    0x75,
    0xec,
    0x95,
    0xfa,
    0xa8,
    0xde,
  ];
  const rest = [0x60, 0x8c, 0x04, 0x91, 0x4c, 0x01, 0x00];
  const top = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2];
  const wide = [1, 1, 1, 0, 0, 0, 0, 2, 2, 2];
  const turned = [2, 2, 2, 0, 0, 0, 0, 1, 1, 1];
  const bottom = top.toReversed();
  const wanted = [top, top, top, wide, wide, turned, turned, bottom, bottom, bottom].flat();
  assertEquals([...decode(Uint8Array.from([...encoded, ...rest]), 100)], wanted);
});

Deno.test("encodeLzw() and decodeLzw() are inverse for any indices", () => {
  const indices = fc.uint8Array({ minLength: 1, maxLength: 3000, max: 15 });
  fc.assert(fc.property(indices, (each) => assertEquals(decode(encode(each, 4), each.length), each)), { seed: 3 });
});

Deno.test("encodeLzw() and decodeLzw() are inverse when the dictionary is full", () => {
  let seed = 1;
  const noise = Uint8Array.from({ length: 60_000 }, () => (seed = Math.imul(seed, 1664525) + 1013904223) >>> 24);
  assertEquals(decode(encode(noise), noise.length), noise);
  const flat = new Uint8Array(200_000).fill(7);
  assertEquals(decode(encode(flat), flat.length), flat);
  assertEquals(encode(flat).length < 2000, true);
});

Deno.test("decodeLzw() decodes data as far as it goes", () => {
  const indices = Uint8Array.from({ length: 5000 }, (_, i) => i * i), target = new Uint8Array(5000);
  const count = decodeLzw(encode(indices).subarray(0, 1000), 0, target);
  assert(count > 800 && count < 5000, `${count}`);
  assertEquals(target.subarray(0, count), indices.subarray(0, count));
  assertEquals(decodeLzw(encode(indices), 0, target), 5000);
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
    { seed: 5 },
  );
});

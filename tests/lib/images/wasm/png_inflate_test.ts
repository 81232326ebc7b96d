import { assert, assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { constants, deflateSync, inflateRawSync, inflateSync, type ZlibOptions } from "node:zlib";
import fc from "fast-check";
import { createPngDecoderPool } from "@/lib/images/codecs/png_decoder.ts";
import { modules } from "@/lib/images/wasm/modules.js";
import { ImageError } from "@/lib/images/image_error.ts";
import { createDice, mutate } from "@/tests/fuzz/mutate.ts";

const pool = createPngDecoderPool(modules.png);

/**
 * Inflates a zlib stream as the only scanline of a grey image; its first byte is the filter type. Returns `undefined` if
 * the stream is invalid.
 */
function inflate(data: Uint8Array<ArrayBuffer>, length: number): Uint8Array | undefined {
  const grey = {
    bitDepth: 8,
    colourType: 0,
    samples: 1,
    isInterlaced: false,
    palette: undefined,
    transparency: undefined,
  };
  // In several chunks, as in some files.
  const pieces = [data.subarray(0, data.length >> 1), data.subarray(data.length >> 1), new Uint8Array()];
  const parts = { ...grey, width: length - 1, height: 1, data: pieces };
  try {
    const { data } = pool.use((decode) => decode(parts));
    const row = new Uint8Array(length - 1);
    for (let i = 0; i < row.length; i++) row[i] = data[4 * i]!;
    return row;
  } catch (error) {
    assert(error instanceof ImageError && error.code === "broken_image", `${error}`);
    return undefined;
  }
}

/** Returns the row as zlib inflates it, or `undefined` if zlib rejects the stream. */
function inflateByZlib(data: Uint8Array, length: number): Uint8Array | undefined {
  try {
    const row = new Uint8Array(inflateSync(data));
    return row.length === length ? undoFilter(row) : undefined;
  } catch {
    return undefined;
  }
}

/** The row above is zero, so only the byte to the left counts. */
function undoFilter(filtered: Uint8Array): Uint8Array | undefined {
  const filter = filtered[0]!, row = filtered.slice(1);
  if (filter > 4) return undefined;
  for (let i = 1; i < row.length; i++) row[i]! += [0, row[i - 1]!, 0, row[i - 1]! >> 1, row[i - 1]!][filter]!;
  return row;
}

/** Like `assertEquals`, which takes seconds for long rows. */
function assertSame(actual: Uint8Array | undefined, expected: Uint8Array | undefined, message: string): void {
  assertEquals(actual?.length, expected?.length, message);
  assert(expected === undefined || Buffer.compare(actual!, expected) === 0, message);
}

/** Creates a mixture of noise, runs, and bytes that repeat near and far. */
function createRow(seed: number, length: number): Uint8Array<ArrayBuffer> {
  const dice = createDice(seed), row = new Uint8Array(length);
  for (let at = 1; at < length;) {
    const end = Math.min(length, at + 1 + dice(400)), kind = dice(4), back = 1 + dice(Math.min(at, 40_000));
    for (const start = at; at < end; at++) {
      row[at] = [dice(256), dice(9) === 0 ? dice(16) : 0, start, row[at - back]!][kind]!;
    }
  }
  return row;
}

const STRATEGIES = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_FILTERED,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
  constants.Z_FIXED,
];

Deno.test("inflate() decodes every level, strategy and window size of zlib", () => {
  for (const length of [2, 3, 300, 70_000, 300_000]) {
    const row = createRow(length, length);
    for (const strategy of STRATEGIES) {
      for (const level of [0, 1, 6, 9]) {
        for (const windowBits of [9, 15]) {
          const options = { level, strategy, windowBits };
          assertSame(inflate(deflate(row, options), length), row.subarray(1), JSON.stringify(options));
        }
      }
    }
  }
});

function deflate(row: Uint8Array, options: ZlibOptions): Uint8Array<ArrayBuffer> {
  return new Uint8Array(deflateSync(row, options));
}

Deno.test("inflate() decodes whatever zlib encodes", () => {
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 3000 })).map(([value, length]) =>
      new Uint8Array(length).fill(value)
    ),
    fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 90 })).map(([text, times]) =>
      Uint8Array.from({ length: text.length * times }, (_, i) => text[i % text.length]!)
    ),
  );
  const property = fc.property(
    fc.array(part, { minLength: 1, maxLength: 12 }),
    fc.constantFrom(...STRATEGIES),
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: 1, max: 9 }),
    (parts, strategy, level, memLevel) => {
      const row = Uint8Array.from([0, 0, ...parts.flatMap((part) => [...part])]);
      assertSame(inflate(deflate(row, { strategy, level, memLevel }), row.length), row.subarray(1), "row");
    },
  );
  fc.assert(property, { seed: 11, numRuns: 150 });
});

Deno.test("inflate() rejects damaged data exactly when zlib does", () => {
  const dice = createDice(5);
  const rows = [createRow(1, 900), createRow(2, 3000), new Uint8Array(2000)];
  let accepted = 0;
  for (let i = 0; i < 2500; i++) {
    const row = rows[i % rows.length]!;
    const valid = deflate(row, { level: [0, 1, 6, 9][dice(4)]!, strategy: STRATEGIES[dice(STRATEGIES.length)]! });
    const damaged = mutate(valid, dice);
    assertSame(inflate(damaged, row.length), inflateByZlib(damaged, row.length), `file ${i}`);
    // Almost all fail at their checksum; a correct one shows what happens before.
    const repaired = repairChecksum(mutate(valid.slice(2, -4), dice));
    if (repaired === undefined) continue;
    accepted++;
    assertSame(
      inflate(repaired.data, repaired.length),
      inflateByZlib(repaired.data, repaired.length),
      `repaired file ${i}`,
    );
  }
  assert(accepted > 300, `${accepted}`);
});

/** Adds the zlib header and the checksum to deflate data, if zlib can inflate it. */
function repairChecksum(body: Uint8Array): { data: Uint8Array<ArrayBuffer>; length: number } | undefined {
  try {
    const { buffer: row, engine } = inflateRawWithInfo(body);
    if (row.length < 2) return undefined;
    // The checksum must follow the end of the deflate data, which may be before the end of the bytes.
    const used = engine.bytesWritten, data = new Uint8Array(used + 6);
    data.set([0x78, 0x01]);
    data.set(body.subarray(0, used), 2);
    data.set(deflateSync(row, { level: 0 }).subarray(-4), 2 + used);
    return { data, length: row.length };
  } catch {
    return undefined;
  }
}

/** Returns what zlib inflates, and how many bytes it read for that; the types of Node.js lack this result. */
function inflateRawWithInfo(body: Uint8Array): { buffer: Uint8Array; engine: { bytesWritten: number } } {
  return inflateRawSync(body, { maxOutputLength: 1 << 20, info: true }) as never;
}

/** Returns bytes from `[value, length]` fields, the least significant bit first. */
function toBytes(...fields: readonly (readonly [number, number])[]): Uint8Array<ArrayBuffer> {
  const bits = fields.flatMap(([value, length]) => Array.from({ length }, (_, i) => (value >> i) & 1));
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => bytes[i >> 3]! |= bit << (i & 7));
  return bytes;
}

/** Returns a fixed Huffman code as a field: its bits are reversed. */
function fixed(code: number, length: number): [number, number] {
  return [parseInt(code.toString(2).padStart(length, "0").split("").reverse().join(""), 2), length];
}

const LAST = [1, 1] as const, FIXED = [1, 2] as const, DYNAMIC = [2, 2] as const;
const ZERO = fixed(0x30, 8), END = fixed(0, 7);

/** Returns the header of a dynamic block; `lengths` are those of the code length alphabet, in the order of RFC 1951. */
function dynamic(literals: number, distances: number, ...lengths: number[]): [number, number][] {
  const all = [...lengths, ...Array<number>(Math.max(0, 19 - lengths.length)).fill(0)];
  return [[literals - 257, 5], [distances - 1, 5], [15, 4], ...all.map((length): [number, number] => [length, 3])];
}

// The order is 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1 15. Here "1" has the code 0, "18" the code 1.
const ONE_AND_ZEROS = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0];
const zeros = (count: number): [number, number][] => [[1, 1], [count - 11, 7]];
const one: [number, number] = [0, 1];

/** Deflate data, and whether it is valid. It inflates to two zeros. */
const STREAMS: Record<string, [boolean, Uint8Array<ArrayBuffer>]> = {
  "fixed codes": [true, toBytes(LAST, FIXED, ZERO, ZERO, END)],
  "empty blocks first": [true, toBytes([0, 1], FIXED, END, [0, 1], FIXED, END, LAST, FIXED, ZERO, ZERO, END)],
  "a block of type 3": [false, toBytes(LAST, [3, 2], ZERO, ZERO, END)],
  "no last block": [false, toBytes([0, 1], FIXED, ZERO, ZERO, END)],
  "no end of block": [false, toBytes(LAST, FIXED, ZERO, ZERO)],
  "symbol 286": [false, toBytes(LAST, FIXED, ZERO, ZERO, fixed(0xc6, 8), END)],
  "symbol 287": [false, toBytes(LAST, FIXED, ZERO, ZERO, fixed(0xc7, 8), END)],
  "distance symbol 30": [false, toBytes(LAST, FIXED, ZERO, ZERO, fixed(1, 7), fixed(30, 5), END)],
  "a distance before the start of the output": [false, toBytes(LAST, FIXED, ZERO, fixed(1, 7), fixed(1, 5), END)],
  "more than the row": [false, toBytes(LAST, FIXED, ZERO, ZERO, ZERO, END)],
  "less than the row": [false, toBytes(LAST, FIXED, ZERO, END)],
  "a stored block": [true, Uint8Array.of(1, 2, 0, 0xfd, 0xff, 0, 0)],
  "an empty stored block first": [true, Uint8Array.of(0, 0, 0, 0xff, 0xff, 1, 2, 0, 0xfd, 0xff, 0, 0)],
  "a stored block with a wrong NLEN": [false, Uint8Array.of(1, 2, 0, 0xfc, 0xff, 0, 0)],
  "a truncated stored block": [false, Uint8Array.of(1, 9, 0, 0xf6, 0xff, 0, 0)],
  // Codes for literal 0 and the end of block, of one bit each, and a distance code that is never used.
  "a dynamic block": [
    true,
    toBytes(LAST, DYNAMIC, ...dynamic(257, 1, ...ONE_AND_ZEROS), one, ...zeros(138), ...zeros(117), one, one, [0, 2], [
      1,
      1,
    ]),
  ],
  "no distance code": [
    true,
    toBytes(
      LAST,
      DYNAMIC,
      ...dynamic(257, 12, ...ONE_AND_ZEROS),
      one,
      ...zeros(138),
      ...zeros(117),
      one,
      ...zeros(12),
      [
        0,
        2,
      ],
      [1, 1],
    ),
  ],
  "no code for the end of block": [
    false,
    toBytes(
      LAST,
      DYNAMIC,
      ...dynamic(257, 11, ...ONE_AND_ZEROS),
      one,
      one,
      ...zeros(138),
      ...zeros(117),
      ...zeros(11),
      [
        0,
        9,
      ],
    ),
  ],
  "three codes of one bit": [
    false,
    toBytes(LAST, DYNAMIC, ...dynamic(257, 1, ...ONE_AND_ZEROS), one, one, ...zeros(138), ...zeros(116), one, one, [
      0,
      9,
    ]),
  ],
  "more code lengths than symbols": [
    false,
    toBytes(LAST, DYNAMIC, ...dynamic(257, 1, ...ONE_AND_ZEROS), one, ...zeros(138), ...zeros(138), [0, 9]),
  ],
  "287 literals": [false, toBytes(LAST, DYNAMIC, ...dynamic(287, 1, ...ONE_AND_ZEROS), [0, 30])],
  "31 distances": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 31, ...ONE_AND_ZEROS), [0, 30])],
  "a repeated length before the first": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 1, 1, 0, 1), [0, 60])],
  "an incomplete code length code": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 1, 0, 0, 2, 2), [0, 60])],
  "an oversubscribed code length code": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 1, 1, 1, 1), [0, 60])],
  "no code length codes": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 1), [0, 60])],
};

Deno.test("inflate() accepts exactly the blocks that zlib accepts", () => {
  const sum = [0, 2, 0, 1];
  for (const [name, [isValid, body]] of Object.entries(STREAMS)) {
    const data = Uint8Array.of(0x78, 0x01, ...body, ...sum);
    assertEquals(inflateByZlib(data, 2) !== undefined, isValid, `${name}, zlib`);
    assertEquals(inflate(data, 2) !== undefined, isValid, name);
  }
});

Deno.test("inflate() treats the zlib header, the checksum and trailing bytes like zlib", () => {
  const body = STREAMS["fixed codes"]![1], sum = [0, 2, 0, 1];
  const headers = Array.from({ length: 65_536 }, (_, i) => [i >> 8, i & 255] as const);
  for (const header of headers.filter((_, i) => i % 31 === 0 || i % 97 === 0)) {
    const data = Uint8Array.of(...header, ...body, ...sum);
    assertEquals(inflate(data, 2), inflateByZlib(data, 2), header.join());
  }
  for (const end of [[0, 2, 0, 2], [0, 2, 0], [], [...sum, 0], [...sum, 1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    const data = Uint8Array.of(0x78, 0x01, ...body, ...end);
    assertEquals(inflate(data, 2), inflateByZlib(data, 2), end.join());
  }
});

Deno.test("inflate() rejects data that is truncated anywhere, and decodes complete data after it", () => {
  const row = createRow(3, 600), complete = deflate(row, { level: 6 });
  for (let length = 0; length < complete.length; length++) {
    assertEquals(inflate(complete.slice(0, length), row.length), undefined, `${length} bytes`);
  }
  assertEquals(inflate(complete, row.length), row.subarray(1));
});

Deno.test("inflate() decodes long codes of literals and distances", () => {
  // Each value is half as frequent as the one before, and so are the distances: codes have all lengths up to 15.
  const dice = createDice(9), row = new Uint8Array(400_000);
  for (let i = 1; i < row.length; i++) row[i] = Math.clz32(dice(1 << 24) | 1) * 7 + Math.clz32(dice(1 << 20) | 1);
  for (const strategy of STRATEGIES) {
    const data = deflate(row, { strategy, level: 9, memLevel: 9 });
    assertSame(inflate(data, row.length), row.subarray(1), `strategy ${strategy}`);
  }
});

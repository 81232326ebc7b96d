import { assert, assertEquals } from "@std/assert";
import { constants, deflateSync, inflateRawSync, inflateSync, type ZlibOptions } from "node:zlib";
import fc from "fast-check";
import { createPngDecoderPool } from "@/lib/images/codecs/png_decoder.ts";
import { modules } from "@/lib/images/wasm/modules.js";
import { ImageError } from "@/lib/images/image_error.ts";
import { createDice, mutate } from "@/tests/fuzz/mutate.ts";

const pool = createPngDecoderPool(modules.png);

/** Unpacks a stream as the only row of a grey picture; its first byte names a filter. Yields undefined if refused. */
function inflate(data: Uint8Array<ArrayBuffer>, length: number): Uint8Array | undefined {
  const grey = { bitDepth: 8, colourType: 0, isInterlaced: false, palette: undefined, transparency: undefined };
  // In pieces, as files may have it.
  const pieces = [data.subarray(0, data.length >> 1), data.subarray(data.length >> 1), new Uint8Array()];
  const parts = { ...grey, width: length - 1, height: 1, data: pieces, maxRowBytes: length };
  try {
    const { data } = pool.use((decode) => decode(parts));
    return Uint8Array.from({ length: length - 1 }, (_, i) => data[4 * i]!);
  } catch (error) {
    assert(error instanceof ImageError && error.code === "broken_image", `${error}`);
    return undefined;
  }
}

/** What the row must be, undefined if refused: zlib is the judge. */
function judge(data: Uint8Array, length: number): Uint8Array | undefined {
  try {
    const row = new Uint8Array(inflateSync(data));
    return row.length === length ? undoFilter(row) : undefined;
  } catch {
    return undefined;
  }
}

/** Above the only row lie zeros: so most of what the filters count from is the byte to the left. */
function undoFilter([filter, ...row]: Uint8Array): Uint8Array | undefined {
  if (filter! > 4) return undefined;
  let left = 0;
  return Uint8Array.from(row, (value) => left = (value + [0, left, 0, left >> 1, left][filter!]!) & 255);
}

/** As `assertEquals`, which takes seconds for long rows. */
function assertSame(actual: Uint8Array | undefined, expected: Uint8Array | undefined, message: string): void {
  assertEquals(actual?.length, expected?.length, message);
  assert(expected === undefined || expected.every((value, i) => actual![i] === value), message);
}

/** Something of everything: noise, runs, texts that repeat near and far. */
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

Deno.test("data is unpacked whatever its level, strategy and window", () => {
  for (const length of [2, 3, 300, 70_000, 300_000]) {
    const row = createRow(length, length);
    for (const strategy of STRATEGIES) {
      for (const level of [0, 1, 6, 9]) {
        for (const windowBits of [9, 15]) {
          const options = { level, strategy, windowBits };
          assertSame(inflate(packed(row, options), length), row.subarray(1), JSON.stringify(options));
        }
      }
    }
  }
});

function packed(row: Uint8Array, options: ZlibOptions): Uint8Array<ArrayBuffer> {
  return new Uint8Array(deflateSync(row, options));
}

Deno.test("data is unpacked whatever it is", () => {
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
      assertSame(inflate(packed(row, { strategy, level, memLevel }), row.length), row.subarray(1), "row");
    },
  );
  fc.assert(property, { seed: 11, numRuns: 150 });
});

Deno.test("damaged data is refused exactly when zlib refuses it", () => {
  const dice = createDice(5);
  const rows = [createRow(1, 900), createRow(2, 3000), new Uint8Array(2000)];
  let accepted = 0;
  for (let i = 0; i < 2500; i++) {
    const row = rows[i % rows.length]!;
    const good = packed(row, { level: [0, 1, 6, 9][dice(4)]!, strategy: STRATEGIES[dice(STRATEGIES.length)]! });
    const bad = mutate(good, dice);
    assertSame(inflate(bad, row.length), judge(bad, row.length), `file ${i}`);
    // Almost all are refused for their checksum at the latest: with the right one it is about what comes before.
    const mended = mend(mutate(good.slice(2, -4), dice));
    if (mended === undefined) continue;
    accepted++;
    assertSame(inflate(mended.data, mended.length), judge(mended.data, mended.length), `mended file ${i}`);
  }
  assert(accepted > 300, `${accepted}`);
});

/** Gives a stream the head and the checksum of what zlib unpacks, if it does. */
function mend(body: Uint8Array): { data: Uint8Array<ArrayBuffer>; length: number } | undefined {
  try {
    const row = new Uint8Array(inflateRawSync(body, { maxOutputLength: 1 << 20 }));
    if (row.length < 2) return undefined;
    const data = new Uint8Array(body.length + 6);
    data.set([0x78, 0x01]);
    data.set(body, 2);
    // What is behind the end of the stream is ignored; the checksum must come right after it.
    const used = deflateEnd(body);
    data.set(deflateSync(row, { level: 0 }).subarray(-4), 2 + used);
    return { data: data.subarray(0, 6 + used), length: row.length };
  } catch {
    return undefined;
  }
}

/** How many bytes of a good stream are read: the fewest with which it is complete. */
function deflateEnd(body: Uint8Array): number {
  let low = 0, high = body.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isComplete(body.subarray(0, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isComplete(body: Uint8Array): boolean {
  try {
    inflateRawSync(body);
    return true;
  } catch {
    return false;
  }
}

/** Writes bits, the lowest first: `[value, length]`, and a code's first bit is its highest. */
function toBytes(...fields: readonly (readonly [number, number])[]): Uint8Array<ArrayBuffer> {
  const bits = fields.flatMap(([value, length]) => Array.from({ length }, (_, i) => (value >> i) & 1));
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => bytes[i >> 3]! |= bit << (i & 7));
  return bytes;
}

/** A code of the fixed table: its bits the other way round. */
function fixed(code: number, length: number): [number, number] {
  return [parseInt(code.toString(2).padStart(length, "0").split("").reverse().join(""), 2), length];
}

const LAST = [1, 1] as const, FIXED = [1, 2] as const, DYNAMIC = [2, 2] as const;
const ZERO = fixed(0x30, 8), END = fixed(0, 7);

/** The head of a dynamic block whose code lengths have codes of these lengths, in the order of the format. */
function dynamic(literals: number, distances: number, ...lengths: number[]): [number, number][] {
  const all = [...lengths, ...Array<number>(Math.max(0, 19 - lengths.length)).fill(0)];
  return [[literals - 257, 5], [distances - 1, 5], [15, 4], ...all.map((length): [number, number] => [length, 3])];
}

// The order is 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1 15. Here "1" has the code 0, "18" the code 1.
const ONE_AND_ZEROS = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0];
const zeros = (count: number): [number, number][] => [[1, 1], [count - 11, 7]];
const one: [number, number] = [0, 1];

/** Streams without head and checksum, and whether they are good. The row they make is two zeros. */
const STREAMS: Record<string, [boolean, Uint8Array<ArrayBuffer>]> = {
  "fixed codes": [true, toBytes(LAST, FIXED, ZERO, ZERO, END)],
  "empty blocks before": [true, toBytes([0, 1], FIXED, END, [0, 1], FIXED, END, LAST, FIXED, ZERO, ZERO, END)],
  "a block of no kind": [false, toBytes(LAST, [3, 2], ZERO, ZERO, END)],
  "no last block": [false, toBytes([0, 1], FIXED, ZERO, ZERO, END)],
  "no end of the block": [false, toBytes(LAST, FIXED, ZERO, ZERO)],
  "symbol 286": [false, toBytes(LAST, FIXED, ZERO, ZERO, fixed(0xc6, 8), END)],
  "symbol 287": [false, toBytes(LAST, FIXED, ZERO, ZERO, fixed(0xc7, 8), END)],
  "distance symbol 30": [false, toBytes(LAST, FIXED, ZERO, ZERO, fixed(1, 7), fixed(30, 5), END)],
  "a distance before the start": [false, toBytes(LAST, FIXED, ZERO, fixed(1, 7), fixed(1, 5), END)],
  "more than the row": [false, toBytes(LAST, FIXED, ZERO, ZERO, ZERO, END)],
  "less than the row": [false, toBytes(LAST, FIXED, ZERO, END)],
  "plain bytes": [true, Uint8Array.of(1, 2, 0, 0xfd, 0xff, 0, 0)],
  "no plain bytes, twice": [true, Uint8Array.of(0, 0, 0, 0xff, 0xff, 1, 2, 0, 0xfd, 0xff, 0, 0)],
  "plain bytes of another length": [false, Uint8Array.of(1, 2, 0, 0xfc, 0xff, 0, 0)],
  "plain bytes cut off": [false, Uint8Array.of(1, 9, 0, 0xf6, 0xff, 0, 0)],
  // Codes for 0 and the end, of one bit each; a single distance that is never used.
  "a dynamic block": [
    true,
    toBytes(LAST, DYNAMIC, ...dynamic(257, 1, ...ONE_AND_ZEROS), one, ...zeros(138), ...zeros(117), one, one, [0, 2], [
      1,
      1,
    ]),
  ],
  "no distance at all": [
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
  "no code for the end": [
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
  "more lengths than symbols": [
    false,
    toBytes(LAST, DYNAMIC, ...dynamic(257, 1, ...ONE_AND_ZEROS), one, ...zeros(138), ...zeros(138), [0, 9]),
  ],
  "287 literals": [false, toBytes(LAST, DYNAMIC, ...dynamic(287, 1, ...ONE_AND_ZEROS), [0, 30])],
  "31 distances": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 31, ...ONE_AND_ZEROS), [0, 30])],
  "a length again, before the first": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 1, 1, 0, 1), [0, 60])],
  "too few codes for lengths": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 1, 0, 0, 2, 2), [0, 60])],
  "too many codes for lengths": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 1, 1, 1, 1), [0, 60])],
  "no codes for lengths": [false, toBytes(LAST, DYNAMIC, ...dynamic(257, 1), [0, 60])],
};

Deno.test("blocks are good or not, one by one, as zlib says", () => {
  const sum = [0, 2, 0, 1];
  for (const [name, [isGood, body]] of Object.entries(STREAMS)) {
    const data = Uint8Array.of(0x78, 0x01, ...body, ...sum);
    assertEquals(judge(data, 2) !== undefined, isGood, `${name}, zlib`);
    assertEquals(inflate(data, 2) !== undefined, isGood, name);
  }
});

Deno.test("the head, the checksum and what follows them count as zlib counts them", () => {
  const body = STREAMS["fixed codes"]![1], sum = [0, 2, 0, 1];
  const heads = Array.from({ length: 65_536 }, (_, i) => [i >> 8, i & 255] as const);
  for (const head of heads.filter((_, i) => i % 31 === 0 || i % 97 === 0)) {
    const data = Uint8Array.of(...head, ...body, ...sum);
    assertEquals(inflate(data, 2), judge(data, 2), head.join());
  }
  for (const end of [[0, 2, 0, 2], [0, 2, 0], [], [...sum, 0], [...sum, 1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    const data = Uint8Array.of(0x78, 0x01, ...body, ...end);
    assertEquals(inflate(data, 2), judge(data, 2), end.join());
  }
});

Deno.test("data cut off anywhere is refused, and whole data after it is read", () => {
  const row = createRow(3, 600), good = packed(row, { level: 6 });
  for (let length = 0; length < good.length; length++) {
    assertEquals(inflate(good.slice(0, length), row.length), undefined, `${length} bytes`);
  }
  assertEquals(inflate(good, row.length), row.subarray(1));
});

Deno.test("long codes of literals and distances are read", () => {
  // Each value half as often as the one before, at distances as rare: codes of all lengths up to 15.
  const dice = createDice(9), row = new Uint8Array(400_000);
  for (let i = 1; i < row.length; i++) row[i] = Math.clz32(dice(1 << 24) | 1) * 7 + Math.clz32(dice(1 << 20) | 1);
  for (const strategy of STRATEGIES) {
    const data = packed(row, { strategy, level: 9, memLevel: 9 });
    assertSame(inflate(data, row.length), row.subarray(1), `strategy ${strategy}`);
  }
});

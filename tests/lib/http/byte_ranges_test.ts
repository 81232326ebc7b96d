import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { parseByteRanges } from "@/lib/http/byte_ranges.ts";

const OFFSET = fc.integer({ min: 0, max: 60 });
const PART = fc.oneof(
  fc.tuple(OFFSET, OFFSET).map(([first, last]) => ({ first, last })),
  OFFSET.map((first) => ({ first })),
  OFFSET.map((suffix) => ({ suffix })),
);
type Part = { first?: number; last?: number; suffix?: number };

/** The offsets that a part requests, found by trying each of them. */
function offsetsOf({ first, last, suffix }: Part, size: number): number[] {
  const all = Array.from({ length: size }, (_, offset) => offset);
  if (suffix !== undefined) return all.filter((offset) => offset >= size - suffix);
  return all.filter((offset) => offset >= first! && offset <= (last ?? Infinity));
}

function spell({ first, last, suffix }: Part): string {
  return suffix === undefined ? `${first}-${last ?? ""}` : `-${suffix}`;
}

Deno.test("parseByteRanges() returns exactly the requested bytes", () => {
  fc.assert(
    fc.property(fc.array(PART, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 50 }), (parts, size) => {
      const ranges = parseByteRanges(`bytes=${parts.map(spell).join(", ")}`, size);
      const wanted = parts.map((part: Part) => offsetsOf(part, size)).filter((offsets) => offsets.length > 0);
      const isBackwards = parts.some((part: Part) => part.last !== undefined && part.last < part.first!);
      if (isBackwards || wanted.flat().length > size) return assertEquals(ranges, undefined);
      assertEquals(ranges, wanted.map((offsets) => ({ start: offsets[0]!, end: offsets.at(-1)! + 1 })));
    }),
  );
});

Deno.test("parseByteRanges() ignores a text over 1 KiB", () => {
  assertEquals(parseByteRanges(`bytes=0-1${" ".repeat(1015)}`, 10), [{ start: 0, end: 2 }]);
  assertEquals(parseByteRanges(`bytes=0-1${" ".repeat(1016)}`, 10), undefined);
});

Deno.test("parseByteRanges() ignores any other text and never throws", () => {
  fc.assert(fc.property(fc.string({ maxLength: 40 }), (text) => {
    if (/^bytes=[\d,\s-]+$/i.test(text.trim())) return;
    assertEquals(parseByteRanges(text, 10), undefined);
  }));
  for (
    const text of ["bytes", "bytes=", "bytes=-", "bytes=1", "bytes=1-2,", "bytes=,1-2", "bytes=1-2-3", "bytes=0x1-2"]
  ) {
    assertEquals(parseByteRanges(text, 10), undefined, text);
  }
});

Deno.test("parseByteRanges() returns up to 12 ranges, and ignores more", () => {
  const toHeader = (count: number) => `bytes=${Array.from({ length: count }, (_, at) => `${at}-${at}`).join()}`;
  assertEquals([12, 13].map((count) => parseByteRanges(toHeader(count), 100)?.length), [12, undefined]);
});

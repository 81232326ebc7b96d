import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { parseByteRanges } from "@/lib/std/byte_ranges.ts";

const PLACE = fc.integer({ min: 0, max: 60 });
const PART = fc.oneof(
  fc.tuple(PLACE, PLACE).map(([first, last]) => ({ first, last })),
  PLACE.map((first) => ({ first })),
  PLACE.map((suffix) => ({ suffix })),
);
type Part = { first?: number; last?: number; suffix?: number };

/** The places a part asks for, by trying each of them. */
function placesOf({ first, last, suffix }: Part, size: number): number[] {
  const all = Array.from({ length: size }, (_, place) => place);
  if (suffix !== undefined) return all.filter((place) => place >= size - suffix);
  return all.filter((place) => place >= first! && place <= (last ?? Infinity));
}

function spell({ first, last, suffix }: Part): string {
  return suffix === undefined ? `${first}-${last ?? ""}` : `-${suffix}`;
}

Deno.test("parseByteRanges() yields the very bytes that are asked for", () => {
  fc.assert(
    fc.property(fc.array(PART, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 50 }), (parts, size) => {
      const ranges = parseByteRanges(`bytes=${parts.map(spell).join(", ")}`, size);
      const wanted = parts.map((part: Part) => placesOf(part, size)).filter((places) => places.length > 0);
      const isBackwards = parts.some((part: Part) => part.last !== undefined && part.last < part.first!);
      if (isBackwards || wanted.flat().length > size) return assertEquals(ranges, undefined);
      assertEquals(ranges, wanted.map((places) => ({ start: places[0]!, end: places.at(-1)! + 1 })));
    }),
  );
});

Deno.test("parseByteRanges() ignores every other text and never throws", () => {
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

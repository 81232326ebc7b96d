import { assertEquals } from "@std/assert";
import { toOutline } from "../outline.ts";

// Two straight "curves" there and back, whose points are easy to compute.
const there = "M0 0C10 0 20 0 30 0C20 0 10 0 0 0Z";

Deno.test("Outline.at() and cut() return a point and a section, across joints and past the start", () => {
  const outline = toOutline(there);
  assertEquals([0, .5, 1, 1.5].map((t) => outline.at(t)), ["0 0", "15 0", "30 0", "15 0"]);
  assertEquals(outline.cut(0, 2), "M0 0C10 0 20 0 30 0C20 0 10 0 0 0");
  assertEquals(outline.cut(.5, 1), "M15 0C20 0 25 0 30 0");
  assertEquals(outline.cut(.5, 1.5), "M15 0C20 0 25 0 30 0C25 0 20 0 15 0");
  assertEquals(outline.cut(1.5, 2.5, "L"), "L15 0C10 0 5 0 0 0C5 0 10 0 15 0");
});

Deno.test("Outline.cut() follows a bent curve exactly", () => {
  // The middle of a cubic is (p0 + 3 p1 + 3 p2 + p3) / 8.
  const outline = toOutline("M0 0C0 8 8 8 8 0C8 0 0 0 0 0Z");
  assertEquals(outline.at(.5), "4 6");
  assertEquals(outline.cut(0, .5), "M0 0C0 4 2 6 4 6");
});

Deno.test("Outline.patch() draws the area between a section and the way back", () => {
  assertEquals(
    toOutline(there).patch(.5, 1, "Q20 9", "#fff"),
    '<path d="M15 0C20 0 25 0 30 0Q20 9 15 0Z" fill="#fff"/>',
  );
});

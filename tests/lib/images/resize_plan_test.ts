import { assertEquals } from "@std/assert";
import { createHeader } from "@/lib/images/formats/header.ts";
import { type Box, planResize, toShrink } from "@/lib/images/resize_plan.ts";

function plan(source: [number, number], box: [number, number, Box["fit"]?], orientation = 1) {
  const [width, height] = source, [right, bottom, fit = "inside"] = box;
  return planResize(createHeader({ format: "jpeg", width, height, orientation }), {
    width: right,
    height: bottom,
    fit,
  });
}

function sizeOf(source: [number, number], box: [number, number, Box["fit"]?], orientation = 1) {
  const { width = source[0], height = source[1] } = plan(source, box, orientation) ?? {};
  return [width, height];
}

Deno.test("planResize() keeps the ratio inside a box, rounds, and makes no side 0 or longer than before", () => {
  const table: [source: [number, number], box: [number, number], wanted: [number, number]][] = [
    [[400, 300], [200, Infinity], [200, 150]],
    [[400, 300], [Infinity, 100], [133, 100]],
    [[400, 300], [200, 100], [133, 100]],
    [[400, 300], [100, 100], [100, 75]],
    [[3, 2], [1, Infinity], [1, 1]],
    // Half a pixel is rounded up, also where 9 × (1 / 6) would be a little less than 1.5.
    [[6, 9], [1, Infinity], [1, 2]],
    [[4096, 1], [10, 10], [10, 1]],
    [[1, 65_535], [4096, 4096], [1, 4096]],
    [[1, 1], [1, 1], [1, 1]],
    [[400, 300], [4096, Infinity], [400, 300]],
    [[400, 300], [399, Infinity], [399, 299]],
  ];
  for (const [source, box, wanted] of table) assertEquals(sizeOf(source, box), wanted, `${source} in ${box}`);
});

Deno.test("planResize() fills and covers the box as far as the source reaches", () => {
  for (const fit of ["fill", "cover"] as const) {
    assertEquals(sizeOf([400, 300], [100, 100, fit]), [100, 100]);
    assertEquals(sizeOf([400, 300], [1000, 100, fit]), [400, 100]);
    assertEquals(sizeOf([400, 300], [10, 4096, fit]), [10, 300]);
    assertEquals(plan([400, 300], [400, 4096, fit]), undefined);
  }
  assertEquals(plan([400, 300], [100, 100, "fill"])!.x, { start: 0, step: 4 });
  // 133⅓ of 400 pixels become 100, so 33⅓ are cropped, 17 of them before.
  assertEquals(plan([400, 300], [100, 100, "cover"]), {
    width: 100,
    height: 100,
    x: { start: 17 * 3, step: 3 },
    y: { start: 0, step: 3 },
  });
  assertEquals(plan([101, 50], [100, 50, "cover"])!.x, { start: 1, step: 1 }, "whole pixels, so nothing is blurred");
});

Deno.test("planResize() plans for stored pixels: the box is turned, and the crop mirrored", () => {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => sizeOf([400, 300], [100, Infinity], orientation));
  assertEquals(sizes, [...Array(4).fill([100, 75]), ...Array(4).fill([133, 100])]);
  // 31 columns or rows are cropped: 16 of them at the left or top of the upright picture.
  const starts = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => {
    const cover = (width: number, height: number): [number, number, "cover"] =>
      orientation < 5 ? [width, height, "cover"] : [height, width, "cover"];
    const columns = plan([61, 100], cover(30, 100), orientation)!, rows = plan([100, 61], cover(100, 30), orientation)!;
    return [columns.x.start, rows.y.start];
  });
  assertEquals(starts, [[16, 16], [15, 16], [15, 15], [16, 15], [16, 16], [16, 15], [15, 15], [15, 16]]);
});

Deno.test("toShrink() returns the largest factor that leaves enough pixels in both directions, for JPEG only", () => {
  const header = createHeader({ format: "jpeg", width: 4000, height: 3000 });
  const shrinkOf = (width: number, height: number, fit: Box["fit"]) =>
    toShrink(planResize(header, { width, height, fit }), header);
  assertEquals([500, 501, 1000, 2000, 2001, 4000].map((side) => shrinkOf(side, Infinity, "inside")), [
    8,
    4,
    4,
    2,
    1,
    1,
  ]);
  assertEquals([shrinkOf(10, 3000, "fill"), shrinkOf(10, 1500, "fill"), shrinkOf(100, 750, "cover")], [1, 2, 4]);
  assertEquals(toShrink(planResize(header, { width: 10, height: 10, fit: "fill" }), { ...header, format: "png" }), 1);
});

import { assertEquals } from "@std/assert";
import { createHeader } from "../formats/header.ts";
import { planResize, type ResizeBox } from "../resize_plan.ts";

type Wanted = readonly [width: number, height: number, fit?: ResizeBox["fit"]];

function plan([width, height]: Wanted, [right, bottom, fit = "inside"]: Wanted, orientation = 1) {
  return planResize(createHeader({ format: "jpeg", width, height, orientation }), {
    width: right,
    height: bottom,
    fit,
  });
}

Deno.test("planResize() keeps the ratio inside a box, rounds, and makes no side 0 or longer than before", () => {
  const table: readonly (readonly [source: Wanted, box: Wanted, wanted?: Wanted])[] = [
    [[400, 300], [200, Infinity], [200, 150]],
    [[400, 300], [Infinity, 100], [133, 100]],
    [[400, 300], [200, 100], [133, 100]],
    [[400, 300], [100, 100], [100, 75]],
    // Half a pixel is rounded up, also where 9 × (1 / 6) would be a little less than 1.5.
    [[6, 9], [1, Infinity], [1, 2]],
    [[4096, 1], [10, 10], [10, 1]],
    [[1, 65_535], [4096, 4096], [1, 4096]],
    [[400, 300], [4096, Infinity]],
    [[1, 1], [1, 1]],
    [[400, 300], [1000, 100, "fill"], [400, 100]],
    [[400, 300], [10, 4096, "cover"], [10, 300]],
    [[400, 300], [400, 4096, "cover"]],
  ];
  for (const [source, box, wanted] of table) {
    const found = plan(source, box);
    assertEquals(found && [found.width, found.height], wanted && [...wanted], `${source} in ${box}`);
  }
});

Deno.test("planResize() distorts to fill, and crops at the centre to cover, without blurring what is not scaled", () => {
  const fill = plan([401, 300], [300, 200, "fill"])!;
  const cover = plan([400, 300], [200, 200, "cover"])!;
  assertEquals([fill.x.step, fill.y.step, fill.x.start], [401 / 300, 1.5, 0]);
  assertEquals([cover.x, cover.y], [
    { source: 400, target: 200, start: 50, step: 1.5 },
    { source: 300, target: 200, start: 0, step: 1.5 },
  ]);
  assertEquals(plan([103, 50], [100, 50, "cover"])!.x, { source: 103, target: 100, start: 1, step: 1 });
});

Deno.test("planResize() lets a JPEG shrink as far as enough pixels are left in both directions, and no other format", () => {
  const shrinks = [500, 501, 1000, 2000, 2001, 3999].map((side) => plan([4000, 3000], [side, Infinity])!.shrink);
  assertEquals(shrinks, [8, 4, 4, 2, 1, 1]);
  const others = [[10, 3000, "fill"], [10, 1500, "fill"], [100, 750, "cover"]] as const;
  assertEquals(others.map((box) => plan([4000, 3000], box)!.shrink), [1, 2, 4]);
  assertEquals(plan([4001, 3000], [400, Infinity])!.x, { source: 501, target: 400, start: 0, step: 4001 / 400 / 8 });
  const png = createHeader({ format: "png", width: 4000, height: 3000 });
  assertEquals(planResize(png, { width: 10, height: 10, fit: "fill" })!.shrink, 1);
});

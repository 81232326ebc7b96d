import { assertEquals } from "@std/assert";
import { createHeader } from "../formats/header.ts";
import { type FilterOptions, planPipeline } from "../plan.ts";

/** Plans steps with a WebP of 80 × 60 pixels. */
function plan(steps: readonly string[], options: FilterOptions = {}) {
  return planPipeline(createHeader({ format: "webp", width: 80, height: 60, lossless: true }), steps, options);
}

Deno.test("planPipeline() follows the size from step to step", () => {
  const { decoding, steps, size } = plan(["rotate:90", "resize:30x20", "invert"], { width: 40, fit: "fill" });
  assertEquals([decoding?.width, decoding?.height], [40, 30]);
  const sizes = steps.map(({ filter, after }) => [filter, after.width, after.height]);
  assertEquals(sizes, [["rotate", 30, 40], ["resize", 30, 20], ["invert", 30, 20]]);
  assertEquals(size, { width: 30, height: 20 });
});

Deno.test("planPipeline() resizes while decoding if that is the first step, and drops a resize without effect", () => {
  const { decoding, steps } = plan(["resize:20", "resize:400x300", "invert"]);
  assertEquals([decoding?.width, decoding?.height], [20, 15]);
  assertEquals(steps.map(({ filter }) => filter), ["invert"]);
});

Deno.test("planPipeline() chooses a format with translucency for round corners without a background", () => {
  const formatOf = (options: FilterOptions) => plan(["invert"], options).format;
  assertEquals(formatOf({}), "webp");
  assertEquals(formatOf({ format: "jpeg" }), "jpeg");
  assertEquals(formatOf({ format: "jpeg", radius: 5 }), "png");
  assertEquals(formatOf({ format: "jpeg", radius: "max", background: "ffffff" }), "jpeg");
});

Deno.test("planPipeline() is lossless as the source is, unless there is a quality", () => {
  assertEquals([plan(["invert"]).lossless, plan(["invert"], { quality: 90 }).lossless], [true, false]);
});

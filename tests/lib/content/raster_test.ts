import { assertEquals, assertThrows } from "@std/assert";
import { rasterize } from "@/lib/content/raster.js";

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#ff0000"/></svg>';

Deno.test("rasterize() renders to as many pixels as asked for", () => {
  const pixels = rasterize(RED, 8);
  assertEquals(pixels.length, 8 * 8 * 4);
  assertEquals([...pixels.subarray(0, 4)], [255, 0, 0, 255]);
  assertEquals([...pixels.subarray(-4)], [255, 0, 0, 255]);
});

Deno.test("rasterize() throws on what is no SVG and renders the next", () => {
  for (const text of ["", "hello", "<svg", "<html></html>"]) assertThrows(() => rasterize(text, 8), Error, "valid SVG");
  assertEquals(rasterize(RED, 8).length, 256);
});

import { assertEquals, assertThrows } from "@std/assert";
import { createRasterizerPool } from "@/lib/images/svg/rasterizer.ts";
import { svg } from "@/lib/images/wasm/svg_module.js";

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#ff0000"/></svg>';

Deno.test("createRasterizerPool() renders to the requested size", () => {
  const { width, height, data } = createRasterizerPool(svg).use((rasterize) => rasterize(RED, 8));
  assertEquals([width, height, data.length], [8, 8, 8 * 8 * 4]);
  assertEquals([...data.subarray(0, 4)], [255, 0, 0, 255]);
  assertEquals([...data.subarray(-4)], [255, 0, 0, 255]);
});

Deno.test("createRasterizerPool() throws on text that is not SVG and renders the next document", () => {
  const pool = createRasterizerPool(svg);
  for (const text of ["", "hello", "<svg", "<html></html>"]) {
    assertThrows(() => pool.use((rasterize) => rasterize(text, 8)), Error, "valid SVG");
  }
  assertEquals(pool.use((rasterize) => rasterize(RED, 8)).data.length, 256);
});

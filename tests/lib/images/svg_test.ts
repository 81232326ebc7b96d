import { assertEquals, assertThrows } from "@std/assert";
import { crc32 as zlibCrc32 } from "node:zlib";
import { crc32 } from "@/lib/images/codecs/crc32.ts";
import { createRasterizerPool } from "@/lib/images/svg/rasterizer.ts";
import { renderPng, renderWebp } from "@/lib/images/svg/render.ts";
import { svg } from "@/lib/images/wasm/svg_module.js";
import { fromFile } from "@/tests/lib/images/pictures.ts";

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

Deno.test("renderPng() and renderWebp() write files that another program reads", async () => {
  for (const file of [renderPng(RED, 8), await renderWebp(RED, 8)]) {
    const { width, height, data } = await fromFile(file);
    assertEquals([width, height], [8, 8]);
    assertEquals(data.every((value, i) => Math.abs(value - [255, 0, 0, 255][i % 4]!) <= 2), true);
  }
});

Deno.test("crc32() computes what zlib computes, also in pieces", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i * 37 % 256);
  assertEquals(crc32(bytes) >>> 0, zlibCrc32(bytes));
  assertEquals(crc32(bytes.subarray(400), crc32(bytes.subarray(0, 400))) >>> 0, zlibCrc32(bytes));
});

import { assertEquals, assertThrows } from "@std/assert";
import { renderPixels, renderPng, renderWebp } from "../../svg/render.ts";
import { fromFile } from "../pictures.ts";

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#ff0000"/></svg>';

Deno.test("renderPng() and renderWebp() write files that another program reads", async () => {
  for (const file of [renderPng(RED, 8), await renderWebp(RED, 8)]) {
    const { width, height, data } = await fromFile(file);
    assertEquals([width, height], [8, 8]);
    assertEquals(data.every((value, i) => Math.abs(value - [255, 0, 0, 255][i % 4]!) <= 2), true);
  }
});

Deno.test("renderPixels() throws on text that is not SVG and renders the next document", () => {
  for (const text of ["", "hello", "<svg", "<html></html>"]) {
    assertThrows(() => renderPixels(text, 8), Error, "valid SVG");
  }
  assertEquals(renderPixels(RED, 8).data.length, 256);
});

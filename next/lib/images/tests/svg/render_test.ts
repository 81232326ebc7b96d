import { assertEquals, assertGreater, assertThrows } from "@std/assert";
import { renderDrawing, renderPixels } from "../../svg/render.ts";
import { codecs, fromFile } from "../pictures.ts";

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#ff0000"/></svg>';

Deno.test("renderDrawing() writes files that another program reads", async () => {
  for (const format of ["png", "webp", "jpeg"] as const) {
    const { width, height, data } = await fromFile(renderDrawing({ svg: RED, width: 8, format }, codecs));
    assertEquals([width, height], [8, 8]);
    assertEquals(data.every((value, i) => Math.abs(value - [255, 0, 0, 255][i % 4]!) <= 2), true);
  }
});

Deno.test("renderDrawing() draws tiles in rows, each like a picture of its own, and nothing behind the last", async () => {
  const colours = ["#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff"];
  const svg = colours.map((colour) => RED.replace("#ff0000", colour));
  const file = renderDrawing({ svg, width: 24, columns: 3, radius: 2, format: "png" }, codecs);
  const picture = await fromFile(file);
  assertEquals([picture.width, picture.height], [24, 16]);
  const readTile = (index: number) => {
    const left = index % 3 * 8, top = Math.floor(index / 3) * 8;
    const rows = Array.from({ length: 8 }, (_, y) => 4 * ((top + y) * 24 + left));
    return rows.flatMap((start) => [...picture.data.subarray(start, start + 32)]);
  };
  for (const [index, each] of svg.entries()) {
    assertEquals(readTile(index), [...renderPixels(each, 8, 2).data], colours[index]);
  }
  assertEquals(readTile(5), Array(256).fill(0));
});

Deno.test("renderPixels() throws on text that is not SVG and renders the next document", () => {
  for (const text of ["", "hello", "<svg", "<html></html>"]) {
    assertThrows(() => renderPixels(text, 8), Error, "valid SVG");
  }
  assertEquals(renderPixels(RED, 8).data.length, 256);
});

Deno.test("renderPixels() keeps the colour of translucent pixels, so that edges are not dark", () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3.3" fill="#ff8040"/></svg>';
  const { data } = renderPixels(svg, 8);
  let translucent = 0;
  for (let i = 0; i < data.length; i += 4) {
    const [red, green, blue, alpha] = data.subarray(i, i + 4);
    if (alpha === 0) continue;
    if (alpha! < 255) translucent++;
    // Colours of few bits are less exact.
    const tolerance = Math.ceil(255 / alpha!);
    assertEquals([red! - 255, green! - 128, blue! - 64].filter((error) => Math.abs(error) > tolerance), []);
  }
  assertGreater(translucent, 10);
});

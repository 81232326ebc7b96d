import { assertEquals, assertGreater, assertThrows } from "@std/assert";
import { renderPixels } from "./rasterizer.ts";

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#ff0000"/></svg>';

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

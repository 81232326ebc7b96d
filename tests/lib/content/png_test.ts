import { assertEquals } from "@std/assert";
import { encodePng } from "@/lib/content/png.ts";
import { decodePng } from "@/tests/lib/content/png_decoder.js";

Deno.test("encodePng() writes what another program reads back pixel by pixel", async () => {
  const pixels = new Uint8Array(7 * 7 * 4).map((_, i) => i * 37 % 256);
  const { width, height, data } = await decodePng(await encodePng(pixels, 7));
  assertEquals([width, height], [7, 7]);
  assertEquals([...data], [...pixels]);
});

import { assertEquals } from "@std/assert";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { toPngFile } from "@/lib/images/codecs/png_file.ts";

Deno.test("toPngFile() writes a file that sharp reads, from data in any number of pieces", async () => {
  for (const colourType of [2, 6] as const) {
    const rows = Uint8Array.from({ length: 3 * (1 + 5 * (colourType === 6 ? 4 : 3)) }, (_, i) => i);
    // Each scanline begins with its filter type: None.
    for (let y = 0; y < 3; y++) rows[y * rows.length / 3] = 0;
    const data = new Uint8Array(deflateSync(rows));
    for (const pieces of [[data], [data.subarray(0, 7), new Uint8Array(), data.subarray(7)]]) {
      const file = toPngFile({ width: 5, height: 3, bitDepth: 8, colourType }, [["IDAT", ...pieces]]);
      const { data: pixels, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      assertEquals([info.width, info.height, info.channels], [5, 3, colourType === 6 ? 4 : 3]);
      assertEquals([...pixels], [...rows].filter((_, i) => i % (rows.length / 3) !== 0));
    }
  }
});

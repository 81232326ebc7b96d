import { assert, assertEquals } from "@std/assert";
import sharp from "sharp";
import { filterFile, fromFile, pack, paint, paintPhoto, toDistance, toSharp } from "./pictures.ts";

const photo = paintPhoto(200, 150);

/** Draws a diagram: lines, areas and antialiased circles. */
const diagram = paint(250, 200, (x, y) => {
  const distance = Math.hypot(x % 100 - 50, y % 100 - 50) - 30;
  const edge = Math.min(Math.max(distance, 0), 1) * 255;
  return x % 50 === 0 || y % 25 === 0 ? [40, 60, 200, 255] : [edge, 255 - (x >> 6) * 20, edge, 255];
});

Deno.test("a palette PNG is at most a tenth larger after a filter of its colours", async () => {
  for (const colours of [2, 16, 256]) {
    for (const pixels of [photo, diagram]) {
      const source = await pack(
        toSharp(pixels).png({ palette: true, colours, dither: 0, effort: 1, compressionLevel: 9 }),
      );
      for (const filter of ["invert", "greyscale", "contrast"]) {
        const { bytes } = await filterFile(source, filter);
        assert(
          bytes.length <= 1.1 * source.length,
          `${colours} colours, ${filter}: ${bytes.length} of ${source.length}`,
        );
      }
    }
  }
});

Deno.test("a photograph and a drawing are no larger as PNG than those of sharp, in colour and in grey", async () => {
  for (const [name, pixels] of Object.entries({ photo, diagram })) {
    for (const [filter, space] of [["invert", "srgb"], ["greyscale", "b-w"]] as const) {
      const { bytes } = await filterFile(await pack(toSharp(pixels).png()), filter);
      const theirs = await pack(sharp(bytes).toColourspace(space).png({ compressionLevel: 6 }));
      assertEquals(toDistance(await fromFile(theirs), await fromFile(bytes)), 0, name);
      assert(bytes.length <= theirs.length, `${name}, ${filter}: ${bytes.length} of ${theirs.length}`);
    }
  }
});

Deno.test("a WebP from a lossless source is exact, and a drawing is hardly larger than that of sharp", async () => {
  for (const format of ["png", "gif"] as const) {
    const source = await pack(toSharp(diagram)[format]());
    const { bytes } = await filterFile(source, "invert", { format: "webp" });
    const exact = await fromFile((await filterFile(source, "invert", { format: "png" })).bytes);
    assertEquals(toDistance(await fromFile(bytes), exact), 0, format);
    const theirs = await pack(sharp(bytes).webp({ lossless: true }));
    assert(bytes.length <= 1.1 * theirs.length, `${format}: ${bytes.length} of ${theirs.length}`);
  }
  const { bytes } = await filterFile(await pack(toSharp(photo).jpeg()), "invert", { format: "webp" });
  assertEquals(String.fromCharCode(...bytes.subarray(12, 16)), "VP8 ");
});

Deno.test("a lossy WebP is at most a fifth larger than that of sharp, also with transparency", async () => {
  const ring = paint(
    250,
    200,
    (x, y) => [x / 2, y / 2, 90, 255 * Math.min(Math.abs(Math.hypot(x - 125, y - 100) - 70) / 9, 1)],
  );
  for (const [name, picture] of Object.entries({ photo, diagram, ring })) {
    const source = await pack(toSharp(picture).webp({ quality: 90 }));
    const { bytes } = await filterFile(source, "invert");
    const theirs = await pack(sharp(source).negate({ alpha: false }).webp({ quality: 90 }));
    assert(bytes.length <= 1.2 * theirs.length, `${name}: ${bytes.length} of ${theirs.length}`);
  }
});

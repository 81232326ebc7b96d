import { assert, assertEquals } from "@std/assert";
import { quantize } from "@/lib/images/codecs/quantize.ts";
import { paint, paintNoise } from "@/tests/lib/images/pictures.ts";

Deno.test("quantize() is exact up to 256 colours", () => {
  const pixels = paint(16, 16, (x, y) => [x * 16, y * 16, 77, 255]);
  const { palette, indices, transparent } = quantize(pixels);
  const again = paint(16, 16, (x, y) => {
    const at = indices[y * 16 + x]! * 3;
    return [palette[at]!, palette[at + 1]!, palette[at + 2]!, 255];
  });
  assertEquals([again, transparent], [pixels, -1]);
});

Deno.test("quantize() separates transparent pixels and approximates all others", () => {
  const noise = paintNoise(64, 64);
  const { palette, indices, transparent } = quantize(noise);
  assert(palette.length <= 768 && transparent === palette.length / 3 - 1);
  let worst = 0;
  indices.forEach((index, i) => {
    assertEquals(index === transparent, noise.data[i * 4 + 3]! < 128);
    if (index !== transparent) worst = Math.max(worst, Math.abs(palette[index * 3]! - noise.data[i * 4]!));
  });
  assert(worst < 80, `${worst}`);
});

Deno.test("quantize() uses its colours for the shades that occur", () => {
  const pixels = paint(64, 64, (x, y) => [100 + x / 4, 120 + y / 4, 110, 255]);
  const { palette, indices } = quantize({ ...pixels });
  let worst = 0;
  indices.forEach((index, i) => worst = Math.max(worst, Math.abs(palette[index * 3]! - pixels.data[i * 4]!)));
  assert(worst <= 2, `${worst}`);
});

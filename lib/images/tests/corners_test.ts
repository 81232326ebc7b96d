import { assert, assertEquals } from "@std/assert";
import { roundCorners } from "../corners.ts";
import { paint } from "./pictures.ts";

function round(width: number, height: number, radius: number | "max") {
  const { data } = roundCorners(paint(width, height, () => [9, 9, 9, 255]), radius);
  return (x: number, y: number) => data[4 * (y * width + x) + 3]!;
}

Deno.test("roundCorners() leaves of the picture what a circle covers, on all sides alike", () => {
  for (const [width, height, radius] of [[40, 30, 10], [41, 31, "max"], [30, 90, "max"], [9, 9, 2048]] as const) {
    const alphaAt = round(width, height, radius);
    const used = Math.min(radius === "max" ? Infinity : radius, width / 2, height / 2);
    let area = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        area += alphaAt(x, y) / 255;
        assertEquals(alphaAt(x, y), alphaAt(width - 1 - x, height - 1 - y));
      }
    }
    assert(Math.abs(area - (width * height - (4 - Math.PI) * used ** 2)) < 0.01 * width * height, `${area}`);
    assertEquals([alphaAt(0, 0), alphaAt(width >> 1, height >> 1)], [0, 255]);
  }
});

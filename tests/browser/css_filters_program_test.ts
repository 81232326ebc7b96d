import { assert } from "@std/assert";
import type { FilterName } from "@pawkit/images";
import { applyFilter, paintNoise, paintPhoto, toDistance } from "@/lib/images/tests/pictures.ts";
import { shareTestSite } from "@/tests/browser/browser.ts";

const { test } = shareTestSite();

/** The filters that CSS has, too: the unit of their strength, and several strengths. */
const CSS: readonly (readonly [FilterName, unit: string, strengths: readonly number[]])[] = [
  ["sepia", "", [0, 0.3, 0.75, 1]],
  ["brightness", "", [0, 0.4, 1, 1.2, 4]],
  ["saturate", "", [0, 0.5, 1.5, 4]],
  ["hue-rotate", "deg", [-360, -200, -90, 0, 30, 90, 180, 271.5, 360]],
];

/** Runs in the browser: draws pixels to a canvas through a CSS filter, and returns the new ones, as text. */
const DRAW = `(filter, width, height, data) => {
  const [source, target] = [0, 1].map(() => new OffscreenCanvas(width, height).getContext("2d"));
  source.putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0);
  target.filter = filter;
  target.drawImage(source.canvas, 0, 0);
  return target.getImageData(0, 0, width, height).data.join();
}`;

test("sepia, brightness, saturate and hue-rotate are within 2 of the CSS filters of Chromium", {
  path: "/robots.txt",
}, async (page) => {
  for (const picture of [paintPhoto(40, 30), paintNoise(48, 40, true)]) {
    const { width, height, data } = picture;
    for (const [name, unit, strengths] of CSS) {
      for (const strength of strengths) {
        const parameters = JSON.stringify([`${name}(${strength}${unit})`, width, height, [...data]]);
        const drawn = await page.evaluate(`(${DRAW})(...${parameters})`) as string;
        const distance = toDistance(applyFilter(name, picture, { strength }), {
          width,
          height,
          data: Uint8ClampedArray.from(drawn.split(","), Number),
        });
        assert(distance <= 2, `${name} ${strength}: ${distance}`);
      }
    }
  }
});

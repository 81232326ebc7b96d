import { assertEquals, assertGreater } from "@std/assert";
import { renderPixels } from "../../images/tests/rasterizer.ts";
import { CAT_HEADS } from "../cat/shapes.ts";
import { FOX_HEADS } from "../fox/shapes.ts";
import { dots, line, oval, pair, path } from "../shapes.ts";

/** Returns the number of pixels that a shape covers at least half. */
function measure(content: string): number {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" stroke-linecap="round" ' +
    `stroke-linejoin="round">${content}</svg>`;
  const { data } = renderPixels(svg, 512);
  return Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + 3]!).filter((alpha) => alpha > 127).length;
}

const BLACK = "#000000";

/** The markings of every head, by its name. */
const MARKED_HEADS = [
  ...Object.entries(CAT_HEADS).map(([name, head]) => {
    const { blush: [gap, size], mask: [y, width, height], muzzle, patches, spots, stripes } = head;
    const blush = pair(oval(256 - gap, 246, size, size * .62, BLACK));
    const ovals = oval(256, y, width, height, BLACK) + oval(256, 264, muzzle[0], muzzle[1], BLACK);
    const lines = line(stripes[0], BLACK, 13) + pair(line(stripes[1], BLACK, 12));
    const areas = [head.blaze, ...patches].map((data) => path(data, BLACK)).join("");
    const marks = blush + ovals + lines + areas + dots(spots[0], BLACK) + pair(dots(spots[1], BLACK));
    return { name: `cat, ${name}`, outline: head.outline, marks };
  }),
  ...Object.entries(FOX_HEADS).map(([name, head]) => {
    const { blush: [gap, size], cheeks, cross, mask, speckles, stripe } = head;
    const blush = pair(oval(256 - gap, 246, size, size * .62, BLACK));
    const areas = [cheeks, stripe, ...cross].map((data) => path(data, BLACK)).join("");
    const marks = blush + areas + pair(path(mask, BLACK)) + dots(speckles, BLACK);
    return { name: `fox, ${name}`, outline: head.outline, marks };
  }),
];

Deno.test("the markings of every head are inside of it", () => {
  for (const { name, outline, marks } of MARKED_HEADS) {
    // With most of its edge: an area that follows the outline covers half of the pixels there.
    const head = path(outline.d, BLACK) + line(outline.d, BLACK, 4);
    assertEquals(measure(head + marks), measure(head), name);
    assertGreater(measure(marks), 10_000, name);
  }
});

Deno.test("every head is symmetric", () => {
  for (const { name, outline } of MARKED_HEADS) {
    const numbers = outline.d.match(/\d+/g)!.map(Number);
    const points = Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!]);
    assertEquals(points.map(([x, y]) => [512 - x!, y!]).reverse(), points, name);
  }
});

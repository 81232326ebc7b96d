import { assertEquals, assertStringIncludes } from "@std/assert";
import { planAnimal } from "../animal.ts";
import { toGrid, toGroupDocument } from "../group.ts";

Deno.test("toGrid() has one row up to four tiles, then about as many rows as columns", () => {
  const grids = [2, 3, 4, 5, 6, 7, 9, 10, 12].map((count) => Object.values(toGrid(count)));
  assertEquals(grids, [[2, 1], [3, 1], [4, 1], [3, 2], [3, 2], [3, 3], [3, 3], [4, 3], [4, 3]]);
});

Deno.test("toGroupDocument() contains the document of each animal at its place, and describes all of them", () => {
  const plans = ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd", "eeeeeeee"].map((id) => {
    return planAnimal("fox", id, { radius: 256 })!;
  });
  const svg = toGroupDocument(plans.map(({ alt, draw }) => ({ alt, svg: draw() })), 100);
  const titles = [...svg.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
  const alts = plans.map(({ alt }) => alt);
  assertEquals(titles, [alts.join("; "), ...alts]);
  assertStringIncludes(svg, 'viewBox="0 0 300 200" width="300" height="200" role="img"');
  const places = [...svg.matchAll(/viewBox="0 0 512 512" x="(\d+)" y="(\d+)" width="100" height="100"/g)];
  assertEquals(places.map(([, x, y]) => `${x} ${y}`), ["0 0", "100 0", "200 0", "0 100", "100 100"]);
  for (const { draw } of plans) assertStringIncludes(svg, /<title>.*$/s.exec(draw())![0]);
});

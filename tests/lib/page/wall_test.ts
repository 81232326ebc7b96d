import { assertEquals, assertMatch } from "@std/assert";
import type { ShownAnimal } from "@/lib/page/model.ts";
import { drawWall, toDataUrl } from "@/lib/page/wall.ts";

const ANIMAL: ShownAnimal = {
  name: "Ada",
  kind: "cat",
  path: "/a.png",
  isDrawn: true,
  thumbnail: "/a.svg",
  alt: "a cat",
};
const SVG = '<svg viewBox="0 0 512 512"><title>a cat</title><circle r="7" fill="#fff"/></svg>';

Deno.test("drawWall() puts the drawings into a ring and leaves the tiles of photographs empty", () => {
  const animals = Array.from({ length: 12 }, (_, index) => index === 5 ? ANIMAL : { ...ANIMAL, svg: SVG });
  const wall = drawWall(animals);
  const tiles = [
    ...wall.matchAll(/translate\((\d+) (\d+)\)" clip-path="url\(#tile\)"><circle r="7" fill="#fff"\/><\/g>/g),
  ];
  const cells = tiles.map(([, x, y]) => `${Math.floor(Number(x) / 544)}${Math.floor(Number(y) / 544)}`);
  assertEquals(cells.join(" "), "00 10 20 30 01 02 32 03 13 23 33");
  assertMatch(wall, /^<svg [^>]*viewBox="0 0 2176 2176"[^>]*>.*<\/svg>$/);
});

Deno.test("toDataUrl() returns a URL of the same SVG", async () => {
  const text = await (await fetch(toDataUrl(SVG))).text();
  assertEquals(text, SVG.replaceAll('"', "'"));
});

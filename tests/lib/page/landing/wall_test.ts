import { assertEquals, assertMatch } from "@std/assert";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";
import { drawWall, toDataUrl } from "@/lib/page/landing/wall.ts";

const ANIMAL: ShownAnimal = {
  name: "Ada",
  kind: "cat",
  path: "/a.png",
  isDrawn: true,
  thumbnail: "/a.svg",
  alt: "a cat",
};
const SVG = '<svg viewBox="0 0 512 512"><title>a cat</title><circle r="7" fill="#fff"/></svg>';

Deno.test("drawWall() puts the drawings into a row and leaves the tiles of photographs empty", () => {
  const animals = Array.from({ length: 4 }, (_, index) => index === 2 ? ANIMAL : { ...ANIMAL, svg: SVG });
  const wall = drawWall(animals);
  const tiles = [
    ...wall.matchAll(/translate\((\d+) (\d+)\)" clip-path="url\(#tile\)"><circle r="7" fill="#fff"\/><\/g>/g),
  ];
  assertEquals(tiles.map(([, x, y]) => [x, y]), [["16", "16"], ["560", "16"], ["1648", "16"]]);
  assertMatch(wall, /^<svg [^>]*viewBox="0 0 2176 544"[^>]*>.*<\/svg>$/);
});

Deno.test("toDataUrl() returns a URL of the same SVG", async () => {
  const text = await (await fetch(toDataUrl(SVG))).text();
  assertEquals(text, SVG.replaceAll('"', "'"));
});

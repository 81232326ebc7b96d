import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { planAnimal } from "../animal.ts";
import { toCardDocument, toGroupDocument } from "../group.ts";

function toMembers(count: number, background?: string) {
  return Array.from({ length: count }, (_, i) => {
    const { alt, draw } = planAnimal("fox", "abcdefghijkl"[i]!.repeat(8), { background })!;
    return { alt, svg: draw() };
  });
}

Deno.test("toGroupDocument() contains the document of each animal at its place, and describes all of them", () => {
  const members = toMembers(5);
  const svg = toGroupDocument(members);
  const titles = [...svg.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
  const alts = members.map(({ alt }) => alt);
  assertEquals(titles, [alts.join("; "), ...alts]);
  assertStringIncludes(svg, 'viewBox="0 0 768 512" width="768" height="512" role="img"');
  const places = [...svg.matchAll(/translate\((\d+) (\d+)\) scale\(0.5\)/g)];
  assertEquals(places.map(([, x, y]) => `${x} ${y}`), ["0 0", "256 0", "512 0", "0 256", "256 256"]);
  for (const each of members) assertStringIncludes(svg, /<title>.*(?=<.svg>)/s.exec(each.svg)![0]);
});

Deno.test("toGroupDocument() has one row up to four tiles, then about as many rows as columns", () => {
  const sizes = [2, 4, 5, 7, 9, 10, 12].map((count) =>
    /viewBox="0 0 (\d+ \d+)"/.exec(toGroupDocument(toMembers(count)))![1]
  );
  assertEquals(sizes, ["512 256", "1024 256", "768 512", "768 768", "768 768", "1024 768", "1024 768"]);
});

Deno.test("toCardDocument() has the background of its first member, whatever the number of members", () => {
  for (const count of [1, 2, 5, 12]) {
    const svg = toCardDocument(toMembers(count, "ff8800"));
    assertStringIncludes(svg, 'viewBox="0 0 1200 630"');
    assertStringIncludes(svg, 'width="1200" height="630" fill="#ff8800"/>');
    const places = [...svg.matchAll(/<g transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"><title>/g)];
    assertEquals(places.length, count);
    for (const [left, top, scale] of places.map((place) => place.slice(1).map(Number) as [number, number, number])) {
      assert(left >= 30 && top >= 30 && left + 512 * scale <= 1170 && top + 512 * scale <= 600);
    }
  }
  const gradient = toCardDocument(toMembers(2, "ff8800-0088ff"));
  assertEquals(gradient.match(/<rect [^>]*fill="url/g)!.length, 1);
  assert(!toCardDocument(toMembers(2, "none")).includes('width="1200" height="630" fill'));
});

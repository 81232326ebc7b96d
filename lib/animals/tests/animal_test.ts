import { assert, assertEquals, assertGreater, assertLess, assertMatch, assertNotMatch } from "@std/assert";
import { ANIMALS, planAnimal } from "../animal.ts";

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, i) => (1e9 + i * 7919).toString(36).padStart(8, "0"));
}

Deno.test("planAnimal() describes the drawing in a grammatical phrase", () => {
  for (const kind of ANIMALS) {
    for (const id of ids(300)) {
      const { alt } = planAnimal(kind, id)!;
      assertMatch(
        alt,
        new RegExp(
          `^a [a-z-]+ [a-z -]*${kind}( with (an? [a-z ]+|[a-z]+ glasses))?, [a-z ]+(, on an? [a-z ]+ background|(in|out of) [a-z ]+ water)$`,
        ),
      );
      assertNotMatch(alt, / a [aeiou]| an [^aeiou]| {2}/);
    }
  }
});

Deno.test("planAnimal() plans thousands of different animals of each kind", () => {
  for (const kind of ANIMALS) {
    const drawings = new Set(ids(500).map((id) => planAnimal(kind, id)!.alt));
    assertGreater(drawings.size, 480);
  }
});

Deno.test("planAnimal() draws a document with a title, closed tags and short numbers", () => {
  for (const kind of ANIMALS) {
    for (const id of ids(60)) {
      const drawing = planAnimal(kind, id)!;
      const svg = drawing.draw();
      assert(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"') && svg.endsWith("</svg>"));
      assert(svg.includes(`<title>${drawing.alt}</title>`));
      assertNotMatch(svg, /NaN|undefined|Infinity|\[object|<script|href| id=/);
      // A tenth of a pixel is enough for coordinates.
      assertNotMatch(svg, / (d|cx|cy|r|rx|ry|stroke-width)="[^"]*\.\d\d/);
      assertLess(svg.length, 8_500);
      assertEquals(svg.match(/<g /g)?.length, svg.match(/<\/g>/g)?.length);
    }
  }
});

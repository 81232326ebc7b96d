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

Deno.test("planAnimal() plans the same animal for the same id forever, and another for another id", () => {
  // Clients cache pictures for a year, so the same id must never be another animal.
  const { alt, draw } = planAnimal("cat", "io1dwf90")!;
  assertEquals(alt, "a cheerful ginger tabby cat, lying down, on an aqua background");
  assertEquals(planAnimal("cat", "io1dwf90")!.draw(), draw());
  assert(planAnimal("cat", "io1dwf91")!.draw() !== draw());
});

/** The start of the hash of 100 descriptions of each kind. */
const LOOKS = {
  cat: "65458936bf21a8c7",
  dog: "068470b203b092bc",
  fox: "9b82eb5071e02eaa",
  fish: "075f42f520fb6379",
  alpaca: "132243707b33f43e",
  bird: "8d6e28e1a13e64e9",
};

Deno.test("planAnimal() gives every id the same traits within a major version", async () => {
  for (const kind of ANIMALS) {
    const alts = ids(100).map((id) => planAnimal(kind, id)!.alt).join("\n");
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(alts))).toHex();
    // A longer list of accessories or colours changes a part of the animals that people already have.
    assertEquals(hash.slice(0, 16), LOOKS[kind], `other ${kind}s than before: only in a new major version`);
  }
});

Deno.test("planAnimal() returns undefined for an invalid id", () => {
  const wrong = ["io1dwf90-", "-io1dwf90", "io1dwf90-io1dwf9", "io1dwf90+k3v09x2a", "io1dwf90-k3v09x2a-io1dwf90"];
  for (const id of ["", "!!", "io1dwf9", "io1dwf90a", "IO1DWF90", "io1dwf9\n", "../../..", "x".repeat(1e6), ...wrong]) {
    assertEquals(planAnimal("cat", id), undefined);
  }
});

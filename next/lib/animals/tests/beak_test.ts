import { assert, assertEquals } from "@std/assert";
import { planAnimal } from "../animal.ts";
import { FRONT_BEAK, SIDE_BEAK } from "../bird/shapes.ts";

Deno.test("planAnimal() opens the beak of a bird that sings or laughs, and closes that of one that sleeps", () => {
  const seen = new Set<string>();
  for (let i = 0; i < 400; i++) {
    const { alt, draw } = planAnimal("bird", (i * 7_654_321).toString(36).padStart(8, "0"))!;
    const svg = draw();
    const isOpen = /, singing|^a (happy|winking|playful|friendly) /.test(alt);
    const { open, closed } = / with .*(scarf|bow tie|collar|bandana|glasses)/.test(alt) ? FRONT_BEAK : SIDE_BEAK;
    assertEquals(svg.includes(open.upper), isOpen, alt);
    assertEquals(svg.includes(closed.upper), !isOpen, alt);
    assert(svg.includes(isOpen ? open.inside : closed.lower), alt);
    seen.add(`${isOpen} ${alt.startsWith("a dreaming")} ${open === FRONT_BEAK.open}`);
  }
  assertEquals(seen.size, 6);
});

import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { ANIMALS, planAnimal } from "../animal.ts";
import { renderPixels } from "../../images/tests/rasterizer.ts";

const IDS = Array.from({ length: 40 }, (_, i) => (1e9 + i * 1_048_573).toString(36).padStart(8, "0"));

/** Returns the opacity of the corners and of the middle of a picture. */
function readOpacity(svg: string): readonly [corners: number[], middle: number] {
  const { data } = renderPixels(svg, 64);
  const at = (x: number, y: number) => data[4 * (64 * y + x) + 3]!;
  return [[at(0, 0), at(63, 0), at(0, 63), at(63, 63)], at(32, 40)];
}

/**
 * The opacity of a pixel at an edge from which on something is cut off, or comes within 1.5 of the 512 units of the
 * canvas: a pixel covers four of them.
 */
const MAX_EDGE = 255 * 2.5 / 4;

/** Returns the greatest opacity of a pixel at the edges of a picture. */
function readEdge(svg: string): number {
  const side = 128;
  const { data } = renderPixels(svg, side);
  let opacity = 0;
  for (let i = 0; i < side; i++) {
    for (const pixel of [i, side * (side - 1) + i, side * i, side * i + side - 1]) {
      opacity = Math.max(opacity, data[4 * pixel + 3]!);
    }
  }
  return opacity;
}

Deno.test("planAnimal() describes only what a face shows", () => {
  for (const kind of ANIMALS) {
    for (const id of IDS) {
      const { alt } = planAnimal(kind, id, { view: "face" })!;
      assertMatch(
        alt,
        new RegExp(
          `^the face of a [a-z-]+ [a-z -]*${kind}( with (an? [a-z ]+|[a-z]+ glasses))?(, asleep)?, (on an? [a-z ]+ background|in [a-z ]+ water)$`,
        ),
      );
      assertNotMatch(alt, /scarf|tie|collar|bandana|blanket|legged|bibbed|patchy|winged|tall-finned|sitting|branch/);
      assertEquals(alt.includes(", asleep"), planAnimal(kind, id)!.alt.includes("asleep"));
      assertEquals(planAnimal(kind, id, { view: "face", background: "none" })!.alt, alt.replace(/, (on|in) .*/, ""));
    }
  }
});

Deno.test("planAnimal() draws all of a face inside of the picture", () => {
  for (const kind of ANIMALS) {
    for (const id of IDS) {
      const { alt, draw } = planAnimal(kind, id, { view: "face", background: "none" })!;
      assert(readEdge(draw()) < MAX_EDGE, alt);
    }
  }
});

Deno.test("planAnimal() cuts nothing off at the edges without a background", () => {
  for (const kind of ANIMALS) {
    for (const id of IDS) {
      const { alt, draw } = planAnimal(kind, id, { background: "none" })!;
      assert(readEdge(draw()) < MAX_EDGE, alt);
    }
  }
});

Deno.test("planAnimal() rounds the corners of a picture, a face and one without a background", () => {
  for (const options of [{}, { view: "face" }, { background: "none" }] as const) {
    const [corners, middle] = readOpacity(planAnimal("cat", IDS[0]!, { ...options, radius: 40 })!.draw());
    assertEquals(corners, [0, 0, 0, 0]);
    assertEquals(middle, 255);
  }
  assertEquals(readOpacity(planAnimal("cat", IDS[0]!)!.draw())[0], [255, 255, 255, 255]);
});

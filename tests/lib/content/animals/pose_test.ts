import { assertEquals, assertNotMatch } from "@std/assert";
import { planAnimal } from "@/lib/content/animals/mod.ts";
import { renderPixels } from "@/lib/images/svg/render.ts";
import { type AnimalKind, ANIMALS } from "@/lib/content/pools.ts";

const ON_FOUR_PAWS = ["curled up asleep", "lying down", "sitting", "walking", "waving a paw"];

/** What an animal of each kind does, in the words of the alternative text. */
const POSES: Readonly<Record<AnimalKind, readonly string[]>> = {
  cat: ON_FOUR_PAWS,
  dog: ON_FOUR_PAWS,
  fox: ON_FOUR_PAWS,
  fish: ["asleep", "diving", "leaping", "swimming", "swimming up"],
  alpaca: ["lying asleep", "lying down", "standing", "trotting"],
  bird: [
    "asleep on a branch",
    "flapping its wings on a branch",
    "flying",
    "perched on a branch",
    "singing on a branch",
  ],
};

function plan(kind: AnimalKind, count: number) {
  return Array.from({ length: count }, (_, i) => planAnimal(kind, (i * 7_654_321).toString(36).padStart(8, "0"))!);
}

function poseOf(alt: string): string {
  return alt.replace(/(, on an?| (in|out of)) [a-z ]+ (background|water)$/, "").split(", ").at(-1)!;
}

Deno.test("planAnimal() plans every pose of every kind, about equally often", () => {
  for (const kind of ANIMALS) {
    const poses = plan(kind, 1_000).map(({ alt }) => poseOf(alt));
    assertEquals([...new Set(poses)].sort(), POSES[kind]);
    const expected = 1_000 / POSES[kind].length;
    const counts = POSES[kind].map((pose) => poses.filter((each) => each === pose).length);
    assertEquals(counts.filter((count) => Math.abs(count - expected) > expected / 3), []);
  }
});

Deno.test("planAnimal() closes the eyes of those that sleep, and only of those", () => {
  for (const kind of ANIMALS) {
    for (const { alt } of plan(kind, 500)) {
      assertEquals(/^a (peaceful|contented|dreaming) /.test(alt), poseOf(alt).includes("asleep"), alt);
    }
  }
});

Deno.test("planAnimal() mentions nothing that is hidden or invisible", () => {
  for (const kind of ANIMALS) {
    for (const { alt } of plan(kind, 2_000)) {
      assertNotMatch(alt, /(tufted|crested|capped|curly|mop-haired|neatly trimmed) .*(hat|nightcap|crown)[, ]/);
      assertNotMatch(alt, /patchy .*blanket|dark-legged .*(lying|asleep)/);
      assertNotMatch(alt, /white (tuxedo|two-tone|white-bibbed)|arctic (speckled|white-striped)|red-breasted red/);
      assertNotMatch(alt, /asleep.*glasses|glasses.*asleep/);
    }
  }
});

Deno.test("planAnimal() draws all of the animal inside of the canvas", () => {
  const [margin, side] = [64, 160];
  for (const kind of ANIMALS) {
    for (const drawing of plan(kind, 60)) {
      // Branches, waves and the sea bed continue beyond the canvas; they are left out with the background.
      const svg = drawing.draw().replace("0 0 512 512", `-${margin} -${margin} ${512 + 2 * margin} ${512 + 2 * margin}`)
        .replace(/<path d="M(-10 462|0 )[^>]*>/g, "");
      const { data } = renderPixels(svg, side);
      assertEquals(countOpaque(data, side, margin * side / (512 + 2 * margin)), 0, drawing.alt);
    }
  }
});

// Counts the pixels in a margin around the picture that are not transparent.
function countOpaque(rgba: Uint8Array | Uint8ClampedArray, side: number, margin: number): number {
  const isOutside = (value: number) => value < margin - 1 || value > side - margin;
  let count = 0;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if ((isOutside(x) || isOutside(y)) && rgba[4 * (y * side + x) + 3]! > 8) count++;
    }
  }
  return count;
}

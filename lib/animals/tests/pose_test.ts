import { assertEquals, assertLess, assertNotMatch } from "@std/assert";
import { renderPixels } from "../../images/tests/rasterizer.ts";
import { type AnimalKind, ANIMALS, planAnimal, toChildId } from "../animal.ts";

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

const PLANS = new Map(ANIMALS.map((kind) => {
  const ids = Array.from({ length: 2_000 }, (_, i) => (i * 7_654_321).toString(36).padStart(8, "0"));
  // The last half are children of two of the others.
  return [kind, ids.map((id, i) => planAnimal(kind, i < 1_000 ? id : toChildId(ids[i - 1_000]!, ids[i - 999]!))!)];
}));

function plan(kind: AnimalKind, count: number) {
  return PLANS.get(kind)!.slice(0, count);
}

function poseOf(alt: string): string {
  return alt.replace(/(, on an?| (in|out of)) [a-z ]+ (background|water)$/, "").split(", ").at(-1)!;
}

Deno.test("planAnimal() plans every pose of every kind: one in ten is asleep, all others are about equally often", () => {
  for (const kind of ANIMALS) {
    const poses = plan(kind, 1_000).map(({ alt }) => poseOf(alt));
    assertEquals([...new Set(poses)].sort(), POSES[kind]);
    for (const pose of POSES[kind]) {
      const expected = pose.includes("asleep") ? 100 : 900 / (POSES[kind].length - 1);
      const count = poses.filter((each) => each === pose).length;
      assertLess(Math.abs(count - expected), expected / 3, `${kind} ${pose}: ${count}`);
    }
  }
});

Deno.test("planAnimal() closes the eyes of those that sleep, and only of those", () => {
  for (const kind of ANIMALS) {
    for (const { alt } of plan(kind, 2_000)) {
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

/** How much around the canvas is looked at, and the side of the picture in pixels, with these margins. */
const [MARGIN, SIDE] = [64, 80];

/** A shape of a drawing. */
const PART = /<(?:path|ellipse|circle|rect) [^>]*>/g;

Deno.test("planAnimal() draws all of the animal inside of the canvas", () => {
  for (const kind of ANIMALS) {
    for (const drawing of plan(kind, 40)) {
      // Branches, waves and the sea bed continue beyond the canvas; they are left out with the background.
      const svg = drawing.draw().replace("0 0 512 512", `-${MARGIN} -${MARGIN} ${512 + 2 * MARGIN} ${512 + 2 * MARGIN}`)
        .replace(/<path d="M(-10 462|0 )[^>]*>/g, "");
      assertEquals(findCrossedEdges(svg).length === 0 ? [] : findPartsOutside(svg), [], drawing.alt);
    }
  }
});

/** Returns each part that crosses an edge of the canvas, with the names of the edges. */
function findPartsOutside(svg: string): string[] {
  const parts = [...svg.matchAll(PART)].map(({ 0: part, index }) => {
    const alone = svg.slice(0, index).replace(PART, "") + part + svg.slice(index + part.length).replace(PART, "");
    return { part, edges: findCrossedEdges(alone) };
  });
  return parts.filter(({ edges }) => edges.length > 0).map(({ part, edges }) => `${edges.join(" and ")}: ${part}`);
}

/** Returns the edges of the canvas beyond which a pixel is not transparent. */
function findCrossedEdges(svg: string): string[] {
  const { data } = renderPixels(svg, SIDE);
  const margin = MARGIN * SIDE / (512 + 2 * MARGIN);
  const edges = new Set<string>();
  for (let i = 0; i < SIDE * SIDE; i++) {
    // A sixth of a pixel: 1.3 of the 512 units of the canvas.
    if (data[4 * i + 3]! <= 40) continue;
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    if (x < margin) edges.add("left");
    if (x >= SIDE - margin) edges.add("right");
    if (y < margin) edges.add("top");
    if (y >= SIDE - margin) edges.add("bottom");
  }
  return [...edges];
}

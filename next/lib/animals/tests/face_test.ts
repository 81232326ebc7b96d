import { assertEquals } from "@std/assert";
import { ALPACAS } from "../alpaca.ts";
import { BIRDS } from "../bird.ts";
import { CATS } from "../cat.ts";
import { FISH } from "../fish.ts";
import type { Random } from "../random.ts";

/** A source that picks the first choice each time, except that its number `index` is `share` of the range. */
function createSource(index: number, share: number): Random {
  let calls = 0;
  return () => calls++ === index ? Math.floor(share * 2 ** 32) : 2 ** 20;
}

/** For each kind, the number of features that are picked before the mood. */
const DRAWS_BEFORE_MOOD = [[CATS, 4], [ALPACAS, 3], [BIRDS, 4], [FISH, 5]] as const;

Deno.test("every mood has its own face, even in profile", () => {
  for (const [planner, index] of DRAWS_BEFORE_MOOD) {
    const drawings = Array.from({ length: 8 }, (_, i) => planner.plan(createSource(index, (i + .5) / 8)));
    const moods = drawings.map(({ alt }) => alt.split(" ")[1]);
    const all = ["cheerful", "happy", "winking", "sleepy", "smug", "curious", "playful", "friendly"];
    assertEquals(moods, all);
    const faces = drawings.map(({ draw }) => draw().replace(/<title>.*<\/title>/, ""));
    assertEquals(new Set(faces).size, 8);
  }
});

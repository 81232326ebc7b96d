import { assert, assertEquals, assertLess } from "@std/assert";
import { ANIMALS, planAnimal, toChildId } from "../animal.ts";
import { inherit } from "../inherit.ts";
import { seedRandom } from "../random.ts";

/** Two hundred pairs of ids. */
const PAIRS = Array.from({ length: 200 }, (_, i) => [2_345_678, 8_765_432].map((step) => toId((i + 1) * step)));

function toId(number: number): string {
  return number.toString(36).padStart(8, "0");
}

Deno.test("toChildId() is the same in both orders, and an animal and itself have no child", () => {
  assertEquals(toChildId("io1dwf90", "k3v09x2a"), "io1dwf90-k3v09x2a");
  assertEquals(toChildId("k3v09x2a", "io1dwf90"), "io1dwf90-k3v09x2a");
  assertEquals(toChildId("io1dwf90", "io1dwf90"), "io1dwf90");
});

Deno.test("planAnimal() gives a child the traits of its parents only", () => {
  for (const kind of ANIMALS) {
    for (const [id, other] of PAIRS) {
      const child = planAnimal(kind, toChildId(id!, other!))!.alt;
      const parents = [id!, other!].map((each) => planAnimal(kind, each)!.alt);
      // An alpaca has a fringe under its hat, which nobody mentions.
      const hidden = parents.some((alt) => /hat|nightcap|crown/.test(alt))
        ? "curly mop-haired neatly trimmed".split(" ")
        : [];
      const known = [...parents.flatMap(toPhrases), ...hidden];
      assertEquals(toPhrases(child).filter((phrase) => !known.includes(phrase)), [], `${child} of ${parents}`);
    }
  }
});

const PATTERN = new RegExp(
  `^a (.+? (?:${ANIMALS.join("|")}))( with [^,]+)?, (.+?)(?:,? (?:on|in|out of) ` +
    "(an? [a-z ]+ background|[a-z ]+ water))$",
);

/** Returns what an alternative text says: each word before the kind, the accessory, the pose and the background. */
function toPhrases(alt: string): string[] {
  const [, words, accessory, pose, background] = PATTERN.exec(alt)!;
  return [...words!.split(" "), accessory ?? "", pose!, background!];
}

Deno.test("planAnimal() gives nearly every child a look that neither parent has", () => {
  for (const kind of ANIMALS) {
    const copies = PAIRS.filter(([id, other]) => {
      const parents = [id!, other!].map((each) => planAnimal(kind, each)!.alt);
      return parents.includes(planAnimal(kind, toChildId(id!, other!))!.alt);
    });
    assertLess(copies.length, 10, kind);
  }
});

Deno.test("inherit() takes about as much from each parent, and only what suits", () => {
  const [mother, father] = [{ a: 1, b: 1, c: 1, d: 1 }, { a: 2, b: 2, c: 2, d: 2 }];
  for (let i = 0; i < 50; i++) {
    const { a, b, c, d } = inherit(seedRandom(String(i)), [mother, father], (traits) => traits.a === traits.b)!;
    assertEquals(a, b);
    const sum = a + b + c + d;
    assert(sum > 4 && sum < 8, `${[a, b, c, d]}`);
    assert([a, b, c, d].every((each) => each === 1 || each === 2));
  }
});

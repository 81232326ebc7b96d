import { assertEquals } from "@std/assert";
import { AnimalError, drawAnimal, type Kind } from "@pawkit/animals";
import { digest } from "./answer.ts";
import lines from "./drawings.json" with { type: "json" };

/** A drawing that version 4 was asked for: a kind or `*` for each of them, the name or both parents, and the look. */
type Line = [kind: Kind | "*", names: string[], look: string, digests: string];

/** The order in which version 4 was asked for the kinds. */
const ORDER: readonly Kind[] = ["cat", "dog", "fox", "fish", "alpaca", "bird"];

Deno.test("drawAnimal() draws every name and child of version 4 byte for byte", async () => {
  assertEquals(await findChanged((look) => look === ""), []);
});

Deno.test("drawAnimal() draws every look of version 4 byte for byte, and refuses the same traits", async () => {
  assertEquals(await findChanged((look) => look !== ""), []);
});

Deno.test("drawings.json has names with joiners, flags of letters and tags, marks, capitals and invisible characters", () => {
  const names = (lines as Line[]).flatMap(([, each]) => each);
  for (
    const part of [/\u200d/, /\p{RI}/u, /\u{e007f}/u, /\p{M}/u, /\p{Lu}/u, /\p{Script=Arabic}/u, /[\u200b\u2060\ufeff]/]
  ) {
    assertEquals(names.some((name) => part.test(name)), true, String(part));
  }
});

/** Returns the first few drawings that are not those of version 4, as an address would have them. */
async function findChanged(isChosen: (look: string) => boolean): Promise<string[]> {
  const changed: string[] = [];
  for (const [kind, names, look, digests] of lines as Line[]) {
    if (!isChosen(look)) continue;
    for (const [i, expected] of digests.split(" ").entries()) {
      const each = kind === "*" ? ORDER[i]! : kind;
      const actual = await drawDigest(each, names, look);
      if (!actual.startsWith(expected)) changed.push(`/${each}/${names.join("+")}?${look}`);
      if (changed.length === 5) return changed;
    }
  }
  return changed;
}

async function drawDigest(kind: Kind, names: readonly string[], look: string): Promise<string> {
  const { radius, ...words } = Object.fromEntries(new URLSearchParams(look));
  const options = { ...words, ...(radius && { radius: radius === "max" ? "max" as const : Number(radius) }) };
  try {
    return await digest(drawAnimal(kind, names.length === 1 ? names[0]! : names, options));
  } catch (error) {
    if (error instanceof AnimalError) return "refused";
    throw error;
  }
}

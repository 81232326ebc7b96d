import { assertEquals } from "@std/assert";
import { createBombs, createSamples, fixChecksums, SAMPLE_FORMATS } from "@/lib/images/tests/samples.ts";
import { Harness } from "@/tests/fuzz/harness.ts";
import { createDice, mutate } from "@/lib/images/tests/mutate.ts";

/** The long run is `deno task fuzz`. */
const FILES = 20;

for (const format of SAMPLE_FORMATS) {
  Deno.test(`a valid ${format} file is filtered, a damaged one too or it is an error about the file`, async () => {
    const harness = new Harness({ filterWorkers: 0 });
    const samples = await createSamples(format);
    const dice = createDice(42);
    for (const { name, bytes } of samples) assertEquals(await harness.try(bytes, dice), "200", name);
    for (let i = 0; i < FILES; i++) {
      const damaged = mutate(samples[i % samples.length]!.bytes, dice);
      await harness.try(format.endsWith("png") && i % 3 !== 0 ? fixChecksums(damaged) : damaged, dice);
    }
    assertEquals([...harness.outcomes.values()].reduce((sum, times) => sum + times), samples.length + FILES);
    harness.close();
  });
}

Deno.test("decompression bombs are errors, or cost no more than an image of their size", async () => {
  const harness = new Harness({ filterWorkers: 0, maxPixels: 1_000_000, maxTotalPixels: 2_000_000 });
  const dice = createDice(7);
  for (const { name, bytes } of await createBombs()) {
    const outcome = await harness.try(bytes, dice);
    // Data besides the image is never decompressed.
    const isHarmless = ["PNG with a text of 200 MB", "PNG with 200 MB after its last row"].includes(name);
    assertEquals(outcome === "200", isHarmless, `${name}: ${outcome}`);
  }
  harness.close();
});

// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * The long fuzz run: `deno task fuzz [files of each format] [seed]`, by default with a random seed. It runs the tests
 * that use fast-check, and filters damaged files and decompression bombs. Every outcome must be a picture or an error about the file, a valid picture right after a damaged one must be
 * filtered correctly, and memory must be released.
 */
import {
  createBombs,
  createSamples,
  encodeLargestNoise,
  fixChecksums,
  SAMPLE_FORMATS,
} from "@/lib/images/tests/samples.ts";
import { Harness } from "@/tests/fuzz/harness.ts";
import { testProperties } from "@/tests/fuzz/properties.ts";
import { createDice, mutate } from "@/lib/images/tests/mutate.ts";

const count = Number(Deno.args[0] ?? 2000);
const seed = Number(Deno.args[1] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`Seed: ${seed}`);
if (!await testProperties(seed)) Deno.exit(1);

/** How much the memory of the process may grow between the first files and the end. */
const MAX_GROWTH_MB = 150;

// On a busy machine the slowest bombs take longer than a caller would wait.
const harness = new Harness({ filterTimeoutMs: 60_000 });
const dice = createDice(seed);

for (const { name, bytes } of await createBombs()) {
  const start = performance.now();
  const outcome = await harness.try(bytes, dice);
  console.log(`${name}: ${outcome} in ${(performance.now() - start).toFixed(0)} ms, ${readMegabytes()} MB`);
}
const start = performance.now(), bytes = encodeLargestNoise();
console.log(`Noise of 4096 × 4096 as WebP: ${bytes} bytes in ${(performance.now() - start).toFixed(0)} ms`);
// All codecs are loaded before memory is measured.
for (const format of SAMPLE_FORMATS) {
  for (const { bytes } of await createSamples(format)) await harness.try(bytes, dice);
}
let before = 0;
for (const format of SAMPLE_FORMATS) {
  const samples = await createSamples(format);
  let slowest = 0;
  harness.outcomes.clear();
  for (let i = 0; i < count; i++) {
    const damaged = mutate(samples[i % samples.length]!.bytes, dice);
    const file = format.endsWith("png") && i % 3 !== 0 ? fixChecksums(damaged) : damaged;
    const start = performance.now();
    try {
      await harness.try(file, dice);
    } catch (error) {
      const path = await Deno.makeTempFile({ suffix: `.${format}` });
      await Deno.writeFile(path, file);
      throw new Error(`Cannot filter file ${i} of seed ${seed}: stored as ${path}`, { cause: error });
    }
    slowest = Math.max(slowest, performance.now() - start);
  }
  before ||= readMegabytes();
  const shown = [...harness.outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(", ");
  console.log(`${count} × ${format}: ${shown}; slowest ${slowest.toFixed(0)} ms, ${readMegabytes()} MB`);
}
harness.close();
if (readMegabytes() > before + MAX_GROWTH_MB) {
  throw new Error(`Memory is not released: must stay near ${before} MB, got ${readMegabytes()} MB`);
}

function readMegabytes(): number {
  return Math.round(Deno.memoryUsage().rss / 1024 / 1024);
}

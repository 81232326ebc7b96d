import { assert, assertEquals } from "@std/assert";
import { ImageError } from "../image_error.ts";
import { createDice, mutate } from "./mutate.ts";
import { filterFile, fromFile, paintNoise, toDistance, toPng } from "./pictures.ts";
import { createBombs, createSamples, fixChecksums, SAMPLE_FORMATS } from "./samples.ts";

const NOISE = paintNoise(67, 45);
const GOOD = await toPng(NOISE);

/** What a codec may take: more than any sample needs. */
const MEMORY_BYTES = 2 ** 28;

/** Filters a file, and returns whether that is possible. Any error but one about the file fails the test. */
async function tryFilter(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<boolean> {
  try {
    await filterFile(bytes, "invert", { format: "png", memoryBytes: MEMORY_BYTES });
    return true;
  } catch (error) {
    assert(error instanceof ImageError, `${name}: ${error instanceof Error ? error.stack : error}`);
    return false;
  }
}

for (const format of SAMPLE_FORMATS) {
  Deno.test(`a damaged ${format} is a picture or an ImageError, and the next file is decoded`, async () => {
    const dice = createDice(7);
    const samples = await createSamples(format);
    let readable = 0;
    const count = format === "avif" ? 40 : 200;
    for (let i = 0; i < count; i++) {
      const { name, bytes } = samples[i % samples.length]!;
      const damaged = mutate(bytes, dice);
      if (await tryFilter(format === "png" && i % 2 === 0 ? fixChecksums(damaged) : damaged, `${name} ${i}`)) {
        readable++;
      }
    }
    assert(readable > 0 && readable < count, `${readable} of ${count}`);
    const { bytes } = await filterFile(GOOD, "flip,flip");
    assertEquals(toDistance(await fromFile(bytes), NOISE), 0);
  });

  Deno.test(`a ${format} that is cut off anywhere is a picture or an ImageError`, async () => {
    for (const { name, bytes } of await createSamples(format)) {
      const step = Math.ceil(bytes.length / (format === "avif" ? 12 : 60));
      for (let length = 0; length < bytes.length; length += step) {
        await tryFilter(bytes.slice(0, length), `${name} cut to ${length}`);
      }
    }
  });
}

Deno.test("a small file that would take gigabytes or minutes is an ImageError, or a picture of little memory", async () => {
  for (const { name, bytes } of await createBombs()) await tryFilter(bytes, name);
});

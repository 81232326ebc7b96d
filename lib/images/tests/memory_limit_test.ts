import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { ImageError } from "../image_error.ts";
import { createPipeline, type PipelineInput, type PipelineOutput } from "../pipeline.ts";
import { type FilterOptions, planPipeline } from "../plan.ts";
import type { Pixels } from "../pixels.ts";
import { probe } from "../probe.ts";
import { modules } from "../wasm/modules.js";
import {
  animate,
  fromAnimation,
  fromFile,
  pack,
  paint,
  paintColours,
  paintNoise,
  paintPhoto,
  toMeanDistance,
  toPng,
  toSharp,
} from "./pictures.ts";

/** What each codec may take, in MiB. */
const STEPS = [1 / 16, 1 / 4, 1, 4, 16, 18, 20, 24, 32, 48, 64, Infinity];

/** What is decoded and encoded; a lossy file may differ from it by a mean of 4. */
interface Case extends Pick<FilterOptions, "format" | "quality"> {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly expected: readonly Pixels[];
  readonly isLossy?: true;
  /** What the codec has from the start, and too little for this picture: libwebp and libavif have 16 MiB. */
  readonly startMiB?: number;
}

const photo = paintPhoto(300, 200);
const noise = paintNoise(300, 200);
// The encoder of lossless WebP needs memory for each tile, and narrow pictures have most.
const narrow = paintColours(2, 9000);
const first = paint(200, 300, (x) => [x >> 3, 0, 0, 255]);
const createLarge = (width: number, height: number) => paint(width, height, (x) => [x >> 4, 200, 100, 255]);

const CASES: Readonly<Record<string, () => Promise<Case>>> = {
  "PNG to PNG": async () => ({ bytes: await toPng(noise), expected: [noise], format: "png" }),
  "PNG to JPEG": async () => ({ bytes: await toPng(photo), expected: [photo], format: "jpeg", isLossy: true }),
  "PNG to GIF": async () => ({ bytes: await toPng(first), expected: [first], format: "gif" }),
  "PNG to lossless WebP": async () => {
    return { bytes: await toPng(narrow), expected: [narrow], startMiB: 16, format: "webp" };
  },
  "PNG to lossy WebP": async () => {
    const large = createLarge(1500, 1200);
    const bytes = await toPng(large);
    return { bytes, expected: [large], isLossy: true, startMiB: 16, format: "webp", quality: 80 };
  },
  "GIF to animated WebP": async () => {
    const large = [0, 90].map((i) => paint(1200, 1000, (x, y) => [x >> 4, (y >> 9) * 40, 100 + i, 255]));
    return { bytes: await animate(large, "gif"), expected: large, startMiB: 16, format: "webp" };
  },
  "JPEG to PNG": async () => {
    const bytes = await pack(toSharp(photo).jpeg({ progressive: true }));
    return { bytes, expected: [photo], format: "png", isLossy: true };
  },
  "lossy WebP to PNG": async () => {
    const large = createLarge(2200, 2000);
    const bytes = await pack(toSharp(large).webp({ effort: 0 }));
    return { bytes, expected: [large], isLossy: true, startMiB: 16, format: "png" };
  },
  "lossless WebP to PNG": async () => {
    const large = createLarge(1500, 1500);
    const bytes = await pack(toSharp(large).webp({ lossless: true, effort: 0 }));
    return { bytes, expected: [large], startMiB: 16, format: "png" };
  },
};

for (const [name, create] of Object.entries(CASES)) {
  Deno.test(`createPipeline() returns the whole picture or throws too_expensive, with any memory: ${name}`, async () => {
    const { bytes, expected, isLossy, startMiB = 0, format, quality } = await create();
    const header = probe(bytes);
    const job = { source: bytes, plan: planPipeline(header, ["contrast:0"], { format, quality }) };
    let refusedMiB = -1;
    // Below the start of a codec, one step is like another.
    for (const step of STEPS.filter((each, i) => i === 0 || each >= startMiB)) {
      // A new one each time, because an idle codec has the memory of the job before.
      const result = runJob({ ...job, memoryBytes: step * 2 ** 20 });
      if (result instanceof Error) {
        assertInstanceOf(result, ImageError, `${step} MiB: ${result.stack}`);
        assertEquals(result.code, "too_expensive", `${step} MiB`);
        refusedMiB = step;
        continue;
      }
      const frames = header.frames > 1 ? await fromAnimation(result.bytes) : [await fromFile(result.bytes)];
      assertEquals(frames.length, expected.length);
      const worst = Math.max(...frames.map((frame, i) => toMeanDistance(frame, expected[i]!)));
      assert(worst <= (isLossy ? 4 : 0), `${step} MiB: differs by ${worst}`);
      break;
    }
    assert(refusedMiB >= startMiB && refusedMiB < Infinity, `refused with up to ${refusedMiB} MiB`);
  });
}

function runJob(input: PipelineInput): PipelineOutput | Error {
  try {
    return createPipeline(modules)(input);
  } catch (error) {
    return error as Error;
  }
}

Deno.test("createPipeline() keeps the limit of each pipeline, whatever runs besides", async () => {
  const bytes = await toPng(noise);
  const plan = planPipeline(probe(bytes), [], { format: "webp" });
  const job = async (memoryBytes: number) => {
    await Promise.resolve();
    return runJob({ source: bytes, plan, memoryBytes });
  };
  const results = await Promise.all([job(2 ** 16), job(2 ** 30), job(2 ** 16), job(2 ** 30)]);
  assertEquals(results.map((result) => result instanceof ImageError), [true, false, true, false]);
});

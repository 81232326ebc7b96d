import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { ImageError } from "../image_error.ts";
import { createPipeline } from "../pipeline.ts";
import { type PlanInput, planPipeline } from "../plan.ts";
import type { Pixels } from "../pixels.ts";
import { probe } from "../probe.ts";
import { modules } from "../wasm/modules.js";
import { writeApng } from "./codecs/apng_writer.ts";
import {
  animate,
  fromAnimation,
  fromFile,
  LIMITS,
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
interface Case extends Pick<PlanInput, "format" | "quality"> {
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
const [first, second] = [paint(200, 300, (x) => [x >> 3, 0, 0, 255]), paint(200, 300, (_, y) => [0, y >> 4, 0, 255])];
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
  "APNG to animated WebP": () => {
    const large = createLarge(1200, 1000), part = paintColours(4, 4);
    const bytes = writeApng([{ pixels: large }, { pixels: part }], large);
    const frame = { ...large, data: large.data.slice() };
    for (let y = 0; y < 4; y++) frame.data.set(part.data.subarray(16 * y, 16 * y + 16), 4 * large.width * y);
    return Promise.resolve({ bytes, expected: [large, frame], startMiB: 16, format: "webp" });
  },
  "GIF to APNG": async () => ({
    bytes: await animate([first, second], "gif"),
    expected: [first, second],
    format: "png",
  }),
  "GIF to a recoloured GIF": async () => {
    return { bytes: await animate([first, second], "gif"), expected: [first, second], format: "gif" };
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
    const steps = [{ filter: "contrast", values: { strength: 0 } }] as const;
    const header = probe(bytes, LIMITS);
    const job = { source: bytes, plan: planPipeline({ header, steps, format, quality }) };
    let refusedMiB = -1;
    // Below the start of a codec, one step is like another.
    for (const step of STEPS.filter((each, i) => i === 0 || each >= startMiB)) {
      // A new one each time, because an idle codec has the memory of the job before.
      const result = await createPipeline(modules)({ ...job, memoryBytes: step * 2 ** 20 }).catch((error) => error);
      if (result instanceof Error) {
        assertInstanceOf(result, ImageError, `${step} MiB: ${result.stack}`);
        assertEquals(result.code, "too_expensive", `${step} MiB`);
        refusedMiB = step;
        continue;
      }
      assertEquals(result.format, format);
      const frames = header.frames > 1 ? await decodeFrames(result.bytes) : [await fromFile(result.bytes)];
      assertEquals(frames.length, expected.length);
      const worst = Math.max(...frames.map((frame, i) => toMeanDistance(frame, expected[i]!)));
      assert(worst <= (isLossy ? 4 : 0), `${step} MiB: differs by ${worst}`);
      break;
    }
    assert(refusedMiB >= startMiB && refusedMiB < Infinity, `refused with up to ${refusedMiB} MiB`);
  });
}

/** Decodes an animation, an APNG by way of WebP: sharp reads only its first frame. */
async function decodeFrames(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels[]> {
  const header = probe(bytes, LIMITS);
  if (header.format !== "png") return await fromAnimation(bytes);
  const steps = [{ filter: "contrast", values: { strength: 0 } }] as const;
  const plan = planPipeline({ header, steps, format: "webp" });
  return await fromAnimation((await createPipeline(modules)({ source: bytes, plan })).bytes);
}

import { assertEquals, assertInstanceOf } from "@std/assert";
import { estimateFilter } from "@/lib/workers/cost.ts";
import type { EndedJob } from "@/lib/workers/job.ts";
import { createRunJob } from "@/lib/workers/run_job.ts";
import { CancelledError, ImageError, planPipeline, type WritableFormat } from "@pawkit/images";
import { probe } from "@pawkit/images/probe";
import { type Drawing, renderDrawing } from "@pawkit/images/svg";
import { modules } from "@pawkit/images/wasm";
import { createGroupedWebp } from "@/lib/images/tests/codecs/webp_groups.ts";
import {
  codecs,
  fromFile,
  LIMITS,
  pack,
  paintColours,
  paintPhoto,
  toDistance,
  toPng,
  toSharp,
} from "@/lib/images/tests/pictures.ts";

const run = createRunJob(modules);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="7" fill="#c06" /></svg>';

/** Encodes a file again, with the memory of an ordinary one. */
async function filter(bytes: Uint8Array<ArrayBuffer>, format: WritableFormat): Promise<EndedJob> {
  const steps = [{ filter: "contrast", values: { strength: 0 } }] as const;
  const job = { source: bytes, plan: planPipeline({ header: probe(bytes, LIMITS), steps, format }) };
  return await run({ ...job, memoryBytes: estimateFilter(job).bytes });
}

Deno.test("createRunJob() limits the memory of a codec to what is reserved, and the next file is filtered", async () => {
  // 1024 × 1024 pixels, of which libwebp would make 370 MB.
  const hostile = createGroupedWebp(1024);
  const refused = await filter(hostile, "jpeg");
  const error = "error" in refused ? refused.error : undefined;
  assertInstanceOf(error, ImageError);
  const { limit = 0, got = 0 } = error.details ?? {};
  assertEquals([error.code, limit < 60_000_000, got > limit], ["too_expensive", true, true], error.message);
  const photo = paintPhoto(40, 30);
  const ended = await filter(await pack(toSharp(photo).webp({ lossless: true })), "webp");
  if ("error" in ended) throw ended.error;
  assertEquals(toDistance(await fromFile(ended.result.bytes), photo), 0);
});

Deno.test("createRunJob() has memory for every small lossless WebP, also after another one", async () => {
  // Shapes with the most tiles that libwebp makes: 2,600 of 8 × 8 pixels, few pixels, and 2,600 of 16 × 16 pixels.
  for (const [width, height] of [[416, 400], [9, 10_396], [800, 832]] as const) {
    const pixels = paintColours(width, height);
    const ended = await filter(await toPng(pixels), "webp");
    if ("error" in ended) throw ended.error;
    assertEquals(toDistance(await fromFile(ended.result.bytes), pixels), 0, `${width} × ${height}`);
  }
});

Deno.test("createRunJob() draws a source as a stage of its own, and filters it like its file", async () => {
  const base = { svg: SVG, width: 40, radius: 6 };
  const drawings: Drawing[] = [
    { ...base, format: "png" },
    { ...base, format: "jpeg" },
    { ...base, format: "webp" },
    { ...base, svg: [SVG, SVG, SVG], columns: 2, format: "png" },
  ];
  for (const drawing of drawings) {
    const file = renderDrawing(drawing, codecs);
    const steps = [{ filter: "blur", values: { strength: 2 } }] as const;
    const plan = planPipeline({ header: probe(file, LIMITS), steps, size: { width: 30 } });
    const [drawn, decoded] = [await run({ source: drawing, plan }), await run({ source: file, plan })];
    if ("error" in drawn) throw drawn.error;
    if ("error" in decoded) throw decoded.error;
    assertEquals(drawn.result.bytes, decoded.result.bytes, drawing.format);
    assertEquals(Object.keys(drawn.result.timings), ["draw", "decode", "filter", "encode"]);
    assertEquals(Object.keys(decoded.result.timings), ["decode", "filter", "encode"]);
  }
});

Deno.test("createRunJob() collects what a large drawing needed", async () => {
  let collections = 0;
  const run = createRunJob(modules, { collectGarbage: () => collections++ });
  for (const [width, expected] of [[512, 0], [2048, 1]] as const) {
    await run({ svg: Array(12).fill(SVG), width, columns: 4, format: "webp" });
    assertEquals(collections, expected, `${width}`);
  }
});

Deno.test("createRunJob() gives up a drawing and a filter at a checkpoint, and works again afterwards", async () => {
  let isCancelled = false;
  const checkpoint = () => {
    if (isCancelled) throw new CancelledError();
  };
  const run = createRunJob(modules, { checkpoint });
  const drawing = { svg: SVG, width: 40, format: "png" } as const;
  const source = renderDrawing(drawing, codecs);
  const jobs = [drawing, { source, plan: planPipeline({ header: probe(source, LIMITS), steps: [] }) }];
  for (const job of jobs) {
    isCancelled = true;
    const ended = await run(job);
    assertInstanceOf("error" in ended ? ended.error : undefined, CancelledError);
    isCancelled = false;
    assertEquals("result" in await run(job), true);
  }
});

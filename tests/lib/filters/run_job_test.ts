import { assertEquals, assertRejects } from "@std/assert";
import { estimateFilter } from "@/lib/filters/cost.ts";
import type { JobResult } from "@/lib/filters/job.ts";
import { createRunJob } from "@/lib/filters/run_job.ts";
import type { WritableFormat } from "@/lib/images/format.ts";
import { ImageError } from "@/lib/images/image_error.ts";
import { probe } from "@/lib/images/probe.ts";
import { modules } from "@/lib/images/wasm/modules.js";
import { createGroupedWebp } from "@/tests/lib/images/codecs/webp_groups.ts";
import { fromFile, LIMITS, pack, paintPhoto, toDistance, toSharp } from "@/tests/lib/images/pictures.ts";

const run = createRunJob(modules);

/** Encodes a file again, with the memory of an ordinary one. */
async function filter(bytes: Uint8Array<ArrayBuffer>, format: WritableFormat): Promise<JobResult> {
  const steps = [{ filter: "contrast", values: { strength: 0 } }] as const;
  const job = { bytes, header: probe(bytes, LIMITS), steps, values: { format } };
  return await run({ ...job, memoryBytes: estimateFilter(job).bytes });
}

Deno.test("createRunJob() limits the memory of a codec to what is reserved, and the next file is filtered", async () => {
  // 1024 × 1024 pixels, of which libwebp would make 370 MB.
  const hostile = createGroupedWebp(1024);
  const error = await assertRejects(() => filter(hostile, "jpeg"), ImageError);
  const { limit = 0, got = 0 } = error.details ?? {};
  assertEquals([error.code, limit < 60_000_000, got > limit], ["too_expensive", true, true], error.message);
  const photo = paintPhoto(40, 30);
  const good = await filter(await pack(toSharp(photo).webp({ lossless: true })), "webp");
  assertEquals(toDistance(await fromFile(good.bytes), photo), 0);
});

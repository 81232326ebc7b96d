import { assertEquals } from "@std/assert";
import { describeMemoryLimit, estimateFilter } from "@/lib/workers/cost.ts";
import type { FilterJob } from "@/lib/workers/job.ts";
import { createHeader, type Header, planPipeline } from "@pawkit/images";

const MIB = 1024 * 1024;

Deno.test("describeMemoryLimit() says nothing if every ordinary picture is possible", () => {
  assertEquals(describeMemoryLimit(448 * MIB, 25_000_000), undefined);
  assertEquals(describeMemoryLimit(128 * MIB, 2_000_000), undefined);
});

Deno.test("describeMemoryLimit() states for each format what estimateFilter() allows", () => {
  const limits = describeMemoryLimit(96 * MIB, 25_000_000)!.matchAll(/((?:lossless )?\w+) (\d+\.\d)/g);
  const names: string[] = [];
  for (const [, format = "", megapixels] of limits) {
    const { bytes } = estimateFilter(createJob(format, Number(megapixels) * 1e6));
    // The statement is rounded to a tenth of a megapixel.
    assertEquals(Math.abs(bytes - 96 * MIB) < 50_000 * 41 + 1, true, `${format} takes ${bytes} bytes`);
    names.push(format);
  }
  assertEquals(names, ["png", "jpeg", "gif", "webp", "bmp", "avif", "lossless webp"]);
});

function createJob(name: string, pixels: number): FilterJob {
  const format = name.replace("lossless ", "") as Header["format"];
  const lossless = format !== name;
  const size = { width: pixels / 1000, height: 1000 };
  const header = createHeader(lossless ? { format, ...size, lossless } : { format, ...size });
  const plan = planPipeline({ header, steps: [{ filter: "invert", values: {} }] });
  return { source: { length: pixels } as FilterJob["source"], plan };
}

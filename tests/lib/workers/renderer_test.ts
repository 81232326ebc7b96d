import { assertEquals, assertRejects, fail } from "@std/assert";
import { MemoryBudget } from "@/lib/workers/memory_budget.ts";
import { createRenderer, type RenderedPicture } from "@/lib/workers/renderer.ts";
import { SERVICE } from "@/lib/http/caller.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { Bill, DRAWING_PRICE } from "@/lib/http/price.ts";
import { fromFile } from "@/lib/images/tests/pictures.ts";
import type { Drawing } from "@pawkit/images/svg";
import { createFilters, type FiltersSetup } from "../filters/filtering.ts";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="2" fill="#f08040"/></svg>';
const DRAWING = { svg: SVG, width: 8, format: "png" } as const;

async function drawIn({ memory, pool }: FiltersSetup, drawing: Drawing): Promise<RenderedPicture> {
  const bill = new Bill(DRAWING_PRICE, () => {});
  const drawn = await createRenderer(pool, memory)(drawing, { caller: SERVICE, bill, findResult: () => undefined });
  return drawn as RenderedPicture;
}

Deno.test("createRenderer() draws in a worker: the main thread creates no instance of the rasterizer", async () => {
  using setup = createFilters();
  const draw = (format: "png" | "webp") => drawIn(setup, { ...DRAWING, format });
  const { Instance } = WebAssembly;
  try {
    WebAssembly.Instance = new Proxy(Instance, { construct: () => fail("The main thread must not draw") });
    const [png, webp] = [await draw("png"), await draw("webp")];
    WebAssembly.Instance = Instance;
    const pixels = await fromFile(png.bytes);
    assertEquals([pixels.width, pixels.height, [...pixels.data.subarray(0, 4)]], [8, 8, [240, 128, 64, 255]]);
    assertEquals([(await fromFile(webp.bytes)).width, /^"[0-9a-f]+-[\w+/]{27}"$/.test(webp.etag)], [8, true]);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

Deno.test("createRenderer() draws in the main thread where no worker can start", async () => {
  using setup = createFilters({ filterWorkers: 0 });
  const { bytes } = await drawIn(setup, DRAWING);
  assertEquals((await fromFile(bytes)).width, 8);
});

Deno.test("createRenderer() releases the memory of a drawing, and rejects one that does not fit", async () => {
  using large = createFilters({ filterWorkers: 0 });
  await drawIn(large, DRAWING);
  assertEquals(large.memory.used, 0);
  using small = createFilters({ filterWorkers: 0, memory: new MemoryBudget(SVG.length - 1) });
  await assertRejects(() => drawIn(small, DRAWING), ApiError, "Cannot draw the picture: the service is overloaded");
  assertEquals(small.memory.used, 0);
});

import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { EndedJob } from "@/lib/workers/job.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { fromFile, paint, paintPhoto, toDistance, toPng } from "@/lib/images/tests/pictures.ts";
import { ONE_DAY } from "@/lib/http/cache_control.ts";
import {
  createFilters as createOtherFilters,
  type FiltersSetup,
  headersOf,
  parse,
  type SetupOptions,
} from "./filtering.ts";
import { breakWorkers } from "../workers/other_workers.ts";
import { createMemory, createPool } from "../workers/working.ts";

const PIXELS = paintPhoto(40, 30);
const PNG = await toPng(PIXELS);

/** Creates filters of one picture of this service, and counts how often it is read. */
function createFilters(options: SetupOptions = {}): FiltersSetup & { readonly loads: { count: number } } {
  const loads = { count: 0 };
  const read = () => {
    loads.count++;
    return PNG;
  };
  const findServicePicture = () => Promise.resolve({ options: { etag: '"1"', cache: ONE_DAY }, read });
  return { ...createOtherFilters({ findServicePicture, ...options }), loads };
}

Deno.test("Filters.filter() filters in a worker and describes it in the headers", async () => {
  using setup = createFilters();
  const image = await setup.filter(parse("invert"));
  const { type, etag = "" } = image.response.options;
  const headers = headersOf(image);
  const expected = paint(40, 30, (x, y) => {
    const [red, green, blue] = PIXELS.data.subarray((y * 40 + x) * 4);
    return [255 - red!, 255 - green!, 255 - blue!, 255];
  });
  assertEquals([
    toDistance(await fromFile(image.response.read()), expected),
    type,
    /^"[0-9a-f]+-[\w+/]{27}"$/.test(etag),
  ], [
    0,
    "image/png",
    true,
  ]);
  assertEquals([headers["x-filter"], headers["cache-status"]], ["invert", "pawkit; fwd=miss"]);
  for (const stage of ["fetch", "queue", "decode", "filter", "encode"]) {
    assertStringIncludes(headers["server-timing"]!, `${stage};dur=`);
  }
});

Deno.test("Filters.filter() returns a cached result for an equal request of any length", async () => {
  const long = new Uint8Array(30_000);
  long.set(PNG);
  for (const image of ["/a.png", `data:image/png;base64,${long.toBase64()}`]) {
    using setup = createFilters();
    const first = await setup.filter(parse("invert", image));
    const second = await setup.filter(parse("invert", image));
    assertEquals([headersOf(first), headersOf(second)].map((headers) => headers["cache-status"]), [
      "pawkit; fwd=miss",
      "pawkit; hit",
    ]);
    assertEquals(second.response, first.response);
    const { bytes, ...counts } = setup.filters.status().cache;
    assertEquals([counts, bytes > first.response.length + image.length], [{ entries: 1, hits: 1, misses: 1 }, true]);
  }
});

Deno.test("Filters.filter() caches nothing if the cache is off", async () => {
  using setup = createFilters({ filterCacheBytes: 0 });
  await setup.filter(parse("invert"));
  const second = await setup.filter(parse("invert"));
  assertEquals([headersOf(second)["cache-status"], setup.filters.status().cache.entries], [
    "pawkit; fwd=miss",
    0,
  ]);
});

Deno.test("Filters.filter() filters once for equal requests at the same time, in their own turns", async () => {
  using setup = createFilters({ filterWorkers: 0 });
  const clients = ["a", "b", "c"].map((client) => setup.filter(parse("blur"), { client }));
  const statuses = (await Promise.all(clients)).map((image) => headersOf(image)["cache-status"]);
  // Each has loaded its source, so none is a hit.
  assertEquals(statuses, Array(3).fill("pawkit; fwd=miss"));
  assertEquals(setup.filters.counters.stages.get("filter")?.count, 1);
});

Deno.test("Filters.filter() refuses what can never be done by its header", async () => {
  const limits = {
    filterTimeoutMs: { unit: "ms", limit: 5 },
    maxJobBytes: { unit: "bytes", limit: 9_000_000 },
  } as const;
  for (const [name, expected] of Object.entries(limits)) {
    using setup = createFilters({ [name]: expected.limit });
    const error = await assertRejects(() => setup.filter(parse("invert")), ApiError);
    const { unit, limit } = error.details as { unit: string; limit: number };
    assertEquals([error.code, error.status, { unit, limit }], ["too_expensive", 422, expected]);
    assertEquals(setup.filters.status().pool.busy, 0);
  }
});

Deno.test("Filters.filter() reports the time of its job, and the bytes of its source", async () => {
  const charged: number[] = [];
  let received = 0;
  const bytes = new Uint8Array(1_400_000);
  bytes.set(PNG);
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response(bytes));
  const cpuMs = 445;
  const startWorker = () => Promise.resolve({ run: () => endWith(cpuMs), cancel() {}, close() {} });
  const memory = createMemory();
  using setup = createFilters({ memory, pool: createPool({ memory, startWorker }) });
  await setup.filter(parse("invert", `http://127.0.0.1:${server.addr.port}/`), {
    chargeTime: (ms) => void charged.push(ms),
    onReceived: (size) => void (received += size),
  });
  assertEquals([charged, received], [[cpuMs], 1_400_000]);
});

function endWith(cpuMs: number): Promise<EndedJob> {
  const result = { bytes: PNG.slice(), format: "png", etag: '"x"', isTruncated: false, timings: {} } as const;
  return Promise.resolve({ cpuMs, result });
}

Deno.test("Filters.filter() throws when the caller leaves", async () => {
  using setup = createFilters({ connect: () => new Promise(() => {}) });
  const caller = new AbortController();
  const waiting = setup.filter(parse("invert", "http://127.0.0.1:9/"), { signal: caller.signal });
  queueMicrotask(() => caller.abort(new Error("gone")));
  await assertRejects(() => waiting, Error, "gone");
});

Deno.test("Filters.filter() throws on a broken image, and the next image is filtered correctly", async () => {
  const bad = PNG.slice();
  bad.fill(0, 60, 90);
  const findServicePicture = ({ pathname }: URL) => {
    const read = () => pathname === "/bad" ? bad : PNG;
    return Promise.resolve({ options: { cache: ONE_DAY }, read });
  };
  using setup = createFilters({ findServicePicture });
  for (let i = 0; i < 5; i++) {
    const error = await assertRejects(
      () => setup.filter(parse("invert", "/bad")),
      ApiError,
    );
    assertEquals([error.code, error.status], ["broken_image", 422]);
    const good = await setup.filter(parse("contrast", `/good${i}`, "strength=0"));
    assertEquals(toDistance(await fromFile(good.response.read()), PIXELS), 0);
  }
});

Deno.test("Filters.filter() throws if no worker can be started, ends it, and tries again with the next image", async () => {
  const ended = { count: 0 };
  using setup = createFilters();
  const filter = (image: string) => setup.filter(parse("contrast", image, "strength=0"));
  {
    using _broken = breakWorkers(ended);
    await assertRejects(() => filter("/a.png"), Error, "No room");
    await assertRejects(() => filter("/b.png"), Error, "No room");
    assertEquals(ended.count, 2);
  }
  assertEquals(toDistance(await fromFile((await filter("/c.png")).response.read()), PIXELS), 0);
});

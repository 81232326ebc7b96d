import { assert, assertEquals, assertRejects, assertStrictEquals, assertStringIncludes, fail } from "@std/assert";
import { MemoryBudget } from "@/lib/async/memory_budget.ts";
import { estimateDrawing } from "@/lib/filters/cost.ts";
import { FilterEngine, type FilterEngineOptions } from "@/lib/filters/engine.ts";
import type { FilteredImage } from "@/lib/filters/filtered_image.ts";
import type { ContentKey } from "@/lib/filters/keys.ts";
import { Pool } from "@/lib/filters/pool.ts";
import { parseFilterRequest } from "@/lib/filters/request.ts";
import { createSourceLoader, type Source } from "@/lib/filters/source.ts";
import { createWorkerStarter, type WorkerStarterOptions } from "@/lib/filters/start_worker.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { fromFile, LIMITS, paint, paintPhoto, toDistance, toPng } from "@/tests/lib/images/pictures.ts";
import { breakWorkers, replaceWorker } from "./other_workers.ts";

const PIXELS = paintPhoto(40, 30);
const PNG = await toPng(PIXELS);

/** The same picture with 16 MB behind its end, which an estimate counts although no decoder reads them. */
const LARGE = new Uint8Array(16_000_000);
LARGE.set(PNG);
const MEMORY_BYTES = 512 * 1024 * 1024;
const SIGNAL = new AbortController().signal;

function parse(filter: string, query = "image=/a.png") {
  return parseFilterRequest(filter, new URLSearchParams(query));
}

function toSource(bytes: Source["bytes"], key: string, noStore = false): Source {
  const source = { bytes, receivedBytes: bytes.length, freshUntil: Infinity, noStore };
  return noStore ? source : { ...source, contentKey: key as ContentKey };
}

/** An engine with a thread, which takes longer to start than most tests. */
const WITH_WORKER = { filterWorkers: 1 };

/** Creates an engine that counts how often its one image is loaded, by default without threads. */
function createEngine(options: Partial<FilterEngineOptions & WorkerStarterOptions> = {}) {
  const loads = { count: 0 };
  const workers = { filterWorkers: 0, ...options };
  const limits = { ...LIMITS, filterTimeoutMs: 30_000, memoryBudget: MEMORY_BYTES };
  const memory = new MemoryBudget(MEMORY_BYTES);
  const pool = new Pool({ ...limits, ...workers, memory, startWorker: createWorkerStarter(workers) });
  const loadSource = () => Promise.resolve(toSource(PNG, `key-${loads.count++ && 0}`));
  const engine = new FilterEngine({
    ...limits,
    pool,
    filterCacheBytes: 1_000_000,
    loadSource,
    readUpload: () => fail("read an upload"),
    ...options,
  });
  return { engine, pool, loads, [Symbol.dispose]: () => engine.close() };
}

/** Returns the headers that a request gets. */
function headersOf({ response: { options }, headers }: FilteredImage): Record<string, string> {
  return { ...options.headers, "cache-control": options.cache, ...headers };
}

Deno.test("FilterEngine.filter() filters in a worker and describes it in the headers", async () => {
  using setup = createEngine(WITH_WORKER);
  const image = await setup.engine.filter(parse("invert"), { signal: SIGNAL });
  const { type, etag = "" } = image.response.options;
  const headers = headersOf(image);
  const expected = paint(40, 30, (x, y) => {
    const [red, green, blue] = PIXELS.data.subarray((y * 40 + x) * 4);
    return [255 - red!, 255 - green!, 255 - blue!, 255];
  });
  assertEquals([toDistance(await fromFile(await image.response.read()), expected), type, /^"[\w-]{22}"$/.test(etag)], [
    0,
    "image/png",
    true,
  ]);
  assertEquals([headers["x-filter"], headers["cache-status"]], ["invert", "pawkit; fwd=miss"]);
  for (const stage of ["fetch", "queue", "decode", "filter", "encode"]) {
    assertStringIncludes(headers["server-timing"]!, `${stage};dur=`);
  }
});

Deno.test("FilterEngine.filter() returns a cached result for an equal request of any length, free of charge", async () => {
  for (const image of ["/a.png", `data:image/png;base64,${"A".repeat(40_000)}`]) {
    using setup = createEngine();
    const charged: number[] = [];
    const caller = { signal: SIGNAL, take: (points: number) => void charged.push(points) };
    const first = await setup.engine.filter(parse("invert", `image=${image}`), caller);
    const second = await setup.engine.filter(parse("invert", `image=${image}`), caller);
    assertEquals([headersOf(first), headersOf(second)].map((headers) => headers["cache-status"]), [
      "pawkit; fwd=miss",
      "pawkit; hit",
    ]);
    assertEquals(second.response, first.response);
    assertEquals([setup.loads.count, charged], [1, [9]]);
    assertEquals(setup.engine.status().cache, { entries: 1, bytes: first.response.length + 1024, hits: 1, misses: 1 });
  }
});

Deno.test("FilterEngine.filter() returns no result that is older than a minute, even if the source was cached", async () => {
  let now = 0;
  let loads = 0;
  const memory = new MemoryBudget(MEMORY_BYTES);
  const findServicePicture = () => Promise.resolve({ bytes: PNG, etag: `"${++loads}"` });
  const limits = { allowPrivateHosts: [], maxSourceBytes: 1_000_000, maxRedirects: 0, sourceTimeoutMs: 60_000 };
  const loadSource = createSourceLoader({ ...limits, memory, findServicePicture, now: () => now });
  using setup = createEngine({ loadSource, now: () => now });
  const filter = (name: string) => setup.engine.filter(parse(name, "image=/images/a.png"), { signal: SIGNAL });
  await filter("invert");
  now += 59_000;
  await filter("greyscale");
  assertEquals([headersOf(await filter("greyscale"))["cache-status"], loads], ["pawkit; hit", 1]);
  now += 1_001;
  assertEquals([headersOf(await filter("greyscale"))["cache-status"], loads], ["pawkit; fwd=stale", 2]);
});

Deno.test("FilterEngine.filter() states whether a server was asked, and the time that is left of what it allows", async () => {
  let now = 0;
  const askedAt: Record<string, number> = {};
  // Sources that are fresh for ten seconds, with the same bytes.
  const loadSource = (imageRef: string) => {
    const isForwarded = !(now < (askedAt[imageRef] ?? -Infinity) + 10_000);
    if (isForwarded) askedAt[imageRef] = now;
    const times = { askedAt: askedAt[imageRef]!, freshUntil: askedAt[imageRef]! + 10_000, maxAgeSeconds: 10 };
    return Promise.resolve({ bytes: PNG, contentKey: "same" as ContentKey, ...times, isForwarded });
  };
  using setup = createEngine({ loadSource, now: () => now });
  const filter = async (time: number, name: string, image: string) => {
    now = time;
    const headers = headersOf(await setup.engine.filter(parse(name, `image=${image}`), { signal: SIGNAL }));
    return [headers["cache-status"], headers["cache-control"]];
  };
  assertEquals(await filter(0, "invert", "/a"), ["pawkit; fwd=miss", "public, max-age=10"]);
  assertEquals(await filter(4000, "invert", "/a"), ["pawkit; hit", "public, max-age=6"]);
  // The source is cached, but not the result.
  assertEquals(await filter(5000, "greyscale", "/a"), ["pawkit; fwd=miss", "public, max-age=5"]);
  // The result of the same content, of another source that was loaded first.
  assertEquals(await filter(5000, "invert", "/b"), ["pawkit; fwd=miss", "public, max-age=10"]);
  assertEquals(await filter(10_000, "invert", "/a"), ["pawkit; fwd=stale", "public, max-age=10"]);
  // The source was asked for another filter.
  assertEquals(await filter(11_000, "greyscale", "/a"), ["pawkit; hit", "public, max-age=9"]);
});

Deno.test("FilterEngine.filter() caches nothing if the cache is off", async () => {
  using setup = createEngine({ filterCacheBytes: 0 });
  await setup.engine.filter(parse("invert"), { signal: SIGNAL });
  const second = await setup.engine.filter(parse("invert"), { signal: SIGNAL });
  assertEquals([headersOf(second)["cache-status"], setup.engine.status().cache.entries], [
    "pawkit; fwd=miss",
    0,
  ]);
});

Deno.test("FilterEngine.filter() does not cache the result of a no-store source, and forbids others to", async () => {
  let loads = 0;
  const loadSource = () => Promise.resolve(toSource(PNG, "same", ++loads > 1));
  using setup = createEngine({ loadSource });
  await setup.engine.filter(parse("invert", "image=/open.png"), { signal: SIGNAL });
  for (const _ of [1, 2]) {
    const headers = headersOf(await setup.engine.filter(parse("invert", "image=/secret.png"), { signal: SIGNAL }));
    assertEquals([headers["cache-status"], headers["cache-control"]], ["pawkit; fwd=miss", "no-store"]);
  }
  assertEquals([loads, setup.engine.status().cache.entries], [3, 1]);
});

Deno.test("FilterEngine.filter() runs one job for equal requests at the same time", async () => {
  using setup = createEngine();
  const all = await Promise.all([1, 2, 3].map(() => setup.engine.filter(parse("blur"), { signal: SIGNAL })));
  assertEquals([new Set(all).size, setup.loads.count], [1, 1]);
});

Deno.test("FilterEngine.filter() charges a point for each 20 ms of estimated work beyond 200 ms, before the work", async () => {
  const charged: number[] = [];
  const charge = (points: number) => void charged.push(points);
  const take = (points: number) => {
    charged.push(points);
    if (charged.length > 5) throw new ApiError("rate_limited", "Cannot");
  };
  using setup = createEngine({ loadSource: () => Promise.resolve(toSource(LARGE, "large")) });
  const caller = { signal: SIGNAL, take, charge };
  await setup.engine.filter(parse("invert"), caller);
  await assertRejects(() => setup.engine.filter(parse("greyscale"), caller), ApiError);
  const [, received = 0, rest = 0] = charged;
  assertEquals([charged, setup.engine.status().cache.entries], [[9, received, rest, 9, received, rest], 1]);
  // 16 MB take at least as long as copying them, and a PNG takes less than a microsecond for each byte.
  assert(received > 5 && rest > 5 && received + rest < 16_000 / 20, `${received} ${rest}`);
});

Deno.test("FilterEngine.filter() rejects what no time of day could do, after the price of looking at it", async () => {
  const charged: number[] = [];
  const charge = (points: number) => void charged.push(points);
  const limits = { rateLimit: 12, filterTimeoutMs: 30_000, memoryBudget: MEMORY_BYTES };
  const toSmaller = { rateLimit: { unit: "points", limit: 12 }, memoryBudget: { unit: "bytes", limit: 9_000_000 } };
  for (const [name, expected] of Object.entries(toSmaller)) {
    const loadSource = () => Promise.resolve(toSource(LARGE, "large"));
    using setup = createEngine({ ...limits, rateLimit: 9999, [name]: expected.limit, loadSource });
    const caller = { signal: SIGNAL, take: charge, charge };
    const error = await assertRejects(() => setup.engine.filter(parse("invert"), caller), ApiError);
    const { unit, limit } = error.details as { unit: string; limit: number };
    assertEquals([error.code, error.status, { unit, limit }], ["too_expensive", 422, expected]);
    assertEquals(setup.engine.status().pool.busy, 0);
  }
  const [, received] = charged;
  assertEquals(charged, [9, received, 9, received]);
});

Deno.test("FilterEngine.filter() does not pass the rate limit of one caller on to another with an equal request", async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  using setup = createEngine({ loadSource: () => loaded.then(() => toSource(LARGE, "large")) });
  const poor = {
    signal: SIGNAL,
    take: (points: number) => {
      if (points !== 9) throw new ApiError("rate_limited", "Cannot");
    },
  };
  const results = [poor, { signal: SIGNAL }, { signal: SIGNAL }].map((caller) =>
    setup.engine.filter(parse("invert"), caller)
  );
  load();
  await assertRejects(() => results[0]!, ApiError);
  assertStrictEquals(await results[1], await results[2]);
});

Deno.test("FilterEngine.filter() starts nothing for a caller with too few points", async () => {
  using setup = createEngine();
  const take = () => {
    throw new ApiError("rate_limited", "Cannot");
  };
  await assertRejects(() => setup.engine.filter(parse("invert"), { signal: SIGNAL, take }), ApiError);
  assertEquals(setup.loads.count, 0);
});

Deno.test("FilterEngine.filter() throws when the caller leaves", async () => {
  const { promise: never } = Promise.withResolvers<never>();
  using setup = createEngine({ loadSource: () => never });
  const caller = new AbortController();
  const waiting = setup.engine.filter(parse("invert"), { signal: caller.signal });
  queueMicrotask(() => caller.abort(new Error("gone")));
  await assertRejects(() => waiting, Error, "gone");
});

Deno.test("FilterEngine.filter() throws on a broken image, and the next image is filtered correctly", async () => {
  const bad = PNG.slice();
  bad.fill(0, 60, 90);
  const loadSource = (imageRef: string) => Promise.resolve(toSource(imageRef === "/bad" ? bad : PNG, imageRef));
  using setup = createEngine({ ...WITH_WORKER, loadSource });
  for (let i = 0; i < 5; i++) {
    const error = await assertRejects(
      () => setup.engine.filter(parse("invert", "image=/bad"), { signal: SIGNAL }),
      ApiError,
    );
    assertEquals([error.code, error.status], ["broken_image", 422]);
    const good = await setup.engine.filter(parse("contrast", `image=/good${i}&strength=0`), { signal: SIGNAL });
    assertEquals(toDistance(await fromFile(await good.response.read()), PIXELS), 0);
  }
});

Deno.test("FilterEngine.filter() throws if no worker can be started, ends it, and tries again with the next image", async () => {
  const ended = { count: 0 };
  using setup = createEngine(WITH_WORKER);
  const filter = (image: string) =>
    setup.engine.filter(parse("contrast", `image=${image}&strength=0`), { signal: SIGNAL });
  {
    using _broken = breakWorkers(ended);
    await assertRejects(() => filter("/a.png"), Error, "No room");
    await assertRejects(() => filter("/b.png"), Error, "No room");
    assertEquals(ended.count, 2);
  }
  assertEquals(toDistance(await fromFile(await (await filter("/c.png")).response.read()), PIXELS), 0);
});

Deno.test("FilterEngine.filter() filters in the main thread if there are no workers", async () => {
  using _none = replaceWorker(undefined);
  using setup = createEngine(WITH_WORKER);
  const good = await setup.engine.filter(parse("contrast", "image=/a.png&strength=0"), { signal: SIGNAL });
  assertEquals(toDistance(await fromFile(await good.response.read()), PIXELS), 0);
});

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="2" fill="#f08040"/></svg>';
const DRAWING = { svg: SVG, side: 8, format: "png" } as const;
const COST = estimateDrawing(DRAWING);

Deno.test("Pool.run() renders in a worker: the main thread creates no instance of the rasterizer", async () => {
  using setup = createEngine(WITH_WORKER);
  const draw = (format: "png" | "webp") => setup.pool.run({ ...DRAWING, format }, COST, { signal: SIGNAL });
  const { Instance } = WebAssembly;
  try {
    WebAssembly.Instance = new Proxy(Instance, { construct: () => fail("The main thread must not draw") });
    const [png, webp] = [await draw("png"), await draw("webp")];
    WebAssembly.Instance = Instance;
    const pixels = await fromFile(png.bytes);
    assertEquals([pixels.width, pixels.height, [...pixels.data.subarray(0, 4)]], [8, 8, [240, 128, 64, 255]]);
    assertEquals([(await fromFile(webp.bytes)).width, /^"[\w-]{22}"$/.test(webp.etag)], [8, true]);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

Deno.test("Pool.run() draws in the main thread where no worker can start", async () => {
  using setup = createEngine();
  const { bytes } = await setup.pool.run(DRAWING, COST, { signal: SIGNAL });
  assertEquals((await fromFile(bytes)).width, 8);
});

import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FilterEngine, type FilterEngineOptions } from "@/lib/filters/engine.ts";
import { parseFilterRequest } from "@/lib/filters/request.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { fromFile, LIMITS, paint, paintPhoto, toDistance, toPng } from "@/tests/lib/images/pictures.ts";

const PIXELS = paintPhoto(40, 30);
const PNG = await toPng(PIXELS);
const SIGNAL = new AbortController().signal;

function parse(filter: string, query = "image=/a.png") {
  return parseFilterRequest(filter, new URLSearchParams(query));
}

/** An engine that counts how often its one picture is loaded. */
function createEngine(options: Partial<FilterEngineOptions> = {}) {
  const loads = { count: 0 };
  const loadSource = () => Promise.resolve({ bytes: PNG, key: `key-${loads.count++ && 0}` });
  const engine = new FilterEngine({
    ...LIMITS,
    filterTimeoutMs: 30_000,
    filterWorkers: 1,
    filterQueue: 8,
    filterCacheBytes: 1_000_000,
    loadSource,
    ...options,
  });
  return { engine, loads, [Symbol.dispose]: () => engine.close() };
}

Deno.test("filter() works in a worker and tells what it did", async () => {
  using setup = createEngine();
  const image = await setup.engine.filter(parse("invert"), { signal: SIGNAL });
  const { type, etag = "", headers = {} } = image.options;
  const wanted = paint(40, 30, (x, y) => {
    const [red, green, blue] = PIXELS.data.subarray((y * 40 + x) * 4);
    return [255 - red!, 255 - green!, 255 - blue!, 255];
  });
  assertEquals([toDistance(await fromFile(await image.read()), wanted), type, /^"[\w-]{22}"$/.test(etag)], [
    0,
    "image/png",
    true,
  ]);
  assertEquals([headers["x-filter"], headers["x-cache"]], ["invert", "miss"]);
  for (const phase of ["fetch", "decode", "filter", "encode"]) {
    assertStringIncludes(headers["server-timing"]!, `${phase};dur=`);
  }
});

Deno.test("filter() names the strength as it was applied", async () => {
  using setup = createEngine();
  const { options } = await setup.engine.filter(parse("blur", "image=/a.png&strength=2.6"), { signal: SIGNAL });
  assertEquals(options.headers?.["x-filter"], "blur; strength=3");
});

Deno.test("filter() answers the same request from memory, free of charge", async () => {
  using setup = createEngine();
  const charged: number[] = [];
  const caller = { signal: SIGNAL, charge: (points: number) => void charged.push(points) };
  const first = await setup.engine.filter(parse("invert"), caller);
  const second = await setup.engine.filter(parse("invert"), caller);
  assertEquals([second.options.headers?.["x-cache"], second.options.etag], ["hit", first.options.etag]);
  assertEquals(await second.read(), await first.read());
  assertEquals([setup.loads.count, charged], [1, [9]]);
  assertEquals(setup.engine.status().cache, { entries: 1, bytes: first.length + 1024, hits: 1, misses: 1 });
});

Deno.test("filter() keeps nothing when the cache is off", async () => {
  using setup = createEngine({ filterCacheBytes: 0 });
  await setup.engine.filter(parse("invert"), { signal: SIGNAL });
  const second = await setup.engine.filter(parse("invert"), { signal: SIGNAL });
  assertEquals([second.options.headers?.["x-cache"], setup.engine.status().cache.entries], ["miss", 0]);
});

Deno.test("filter() keeps nothing of a source that must not be kept, and tells others so", async () => {
  let loads = 0;
  const loadSource = () => Promise.resolve({ bytes: PNG, key: "same", noStore: ++loads > 1 });
  using setup = createEngine({ loadSource });
  await setup.engine.filter(parse("invert", "image=/open.png"), { signal: SIGNAL });
  for (const _ of [1, 2]) {
    const { options } = await setup.engine.filter(parse("invert", "image=/secret.png"), { signal: SIGNAL });
    assertEquals([options.headers?.["x-cache"], options.cache], ["miss", "no-store"]);
  }
  assertEquals([loads, setup.engine.status().cache.entries], [3, 1]);
});

Deno.test("filter() remembers an address of any length, free of charge", async () => {
  using setup = createEngine();
  const image = `data:image/png;base64,${"A".repeat(40_000)}`;
  const charged: number[] = [];
  const caller = { signal: SIGNAL, charge: (points: number) => void charged.push(points) };
  for (const _ of [1, 2, 3]) await setup.engine.filter(parse("invert", `image=${image}`), caller);
  assertEquals([setup.loads.count, charged], [1, [9]]);
});

Deno.test("filter() does one job for equal requests at the same time", async () => {
  using setup = createEngine();
  const all = await Promise.all([1, 2, 3].map(() => setup.engine.filter(parse("blur"), { signal: SIGNAL })));
  assertEquals([new Set(all).size, setup.loads.count], [1, 1]);
});

Deno.test("filter() does not start for a caller who is charged too much", async () => {
  using setup = createEngine();
  const charge = () => Promise.reject(new ApiError("rate_limited", "Cannot"));
  await assertRejects(() => setup.engine.filter(parse("invert"), { signal: SIGNAL, charge }), ApiError);
  assertEquals(setup.loads.count, 0);
});

Deno.test("filter() lets a caller leave", async () => {
  const { promise: never } = Promise.withResolvers<never>();
  using setup = createEngine({ loadSource: () => never });
  const caller = new AbortController();
  const waiting = setup.engine.filter(parse("invert"), { signal: caller.signal });
  queueMicrotask(() => caller.abort(new Error("gone")));
  await assertRejects(() => waiting, Error, "gone");
});

Deno.test("filter() refuses a broken picture, and the next one comes out right", async () => {
  const bad = PNG.slice();
  bad.fill(0, 60, 90);
  const loadSource = (image: string) => Promise.resolve({ bytes: image === "/bad" ? bad : PNG, key: image });
  using setup = createEngine({ loadSource });
  for (let i = 0; i < 5; i++) {
    const error = await assertRejects(
      () => setup.engine.filter(parse("invert", "image=/bad"), { signal: SIGNAL }),
      ApiError,
    );
    assertEquals([error.code, error.status], ["broken_image", 422]);
    const good = await setup.engine.filter(parse("contrast", `image=/good${i}&strength=0`), { signal: SIGNAL });
    assertEquals(toDistance(await fromFile(await good.read()), PIXELS), 0);
  }
});

Deno.test("filter() works in this thread where workers cannot start", async () => {
  const { Worker } = globalThis;
  try {
    Reflect.deleteProperty(globalThis, "Worker");
    using setup = createEngine();
    const good = await setup.engine.filter(parse("contrast", "image=/a.png&strength=0"), { signal: SIGNAL });
    assertEquals(toDistance(await fromFile(await good.read()), PIXELS), 0);
  } finally {
    globalThis.Worker = Worker;
  }
});

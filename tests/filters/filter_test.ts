import { assertEquals, assertRejects } from "@std/assert";
import { type FilterRequest, Filters, type FiltersOptions } from "@/lib/filters/filter.ts";
import { toOperation } from "@/lib/filters/request.ts";
import type { ServicePicture } from "@/lib/filters/service_picture.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { FilterJob } from "@/lib/work/job.ts";

const PIXEL = Uint8Array.fromBase64("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=");
const INVERT = toOperation("invert", { fit: "inside", position: "centre" });
const { signal } = new AbortController();

/** A source that answers requests in turn with these headers, and that has a tag. The last answer is repeated. */
function startSource(...cacheControls: readonly string[]) {
  const conditions: (string | null)[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ headers }) => {
    const condition = headers.get("if-none-match");
    const cacheControl = cacheControls[Math.min(conditions.length, cacheControls.length - 1)]!;
    conditions.push(condition);
    const answer = { headers: { "cache-control": cacheControl, etag: '"1"' } };
    if (condition === '"1"') return new Response(null, { status: 304, ...answer });
    return new Response(PIXEL, answer);
  });
  const { port } = server.addr;
  const ref = { url: new URL(`http://127.0.0.1:${port}/a.gif#x`), isOwn: false, hasOrigin: false };
  return { ref, port, conditions, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Filters with a clock, and with work that makes "1", "2", … of its jobs. */
function createFilters(port = 0, options: Partial<FiltersOptions> = {}) {
  const jobs: FilterJob[] = [];
  const costs: number[] = [];
  const time = { ms: 0, gate: Promise.resolve() };
  const work: FiltersOptions["work"] = {
    async filter(_client, _signal, load) {
      const { gate } = time;
      const loaded = await load();
      if ("found" in loaded) return loaded;
      await gate;
      const found = loaded.find();
      if (found !== undefined) return { found };
      jobs.push(loaded.job);
      costs.push(loaded.pixels);
      const bytes = new TextEncoder().encode(`${jobs.length}`);
      return { result: { bytes, format: "gif", width: 1, height: 1, truncated: false, jobMs: 7 }, queueMs: 5 };
    },
  };
  const privateHosts = [`127.0.0.1:${port}`];
  const config = { sourceHosts: [], privateHosts, port: 1, memoryBudget: 2 ** 30, isDenoDeploy: false };
  const filters = new Filters({
    config,
    work,
    isSmallMachine: false,
    findServicePicture: () => undefined,
    now: () => time.ms,
    ...options,
  });
  return { filters, jobs, costs, time };
}

/** Asks for the image of a source, inverted. */
function ask({ ref }: { ref: FilterRequest["image"] }): FilterRequest {
  return { image: ref, operation: INVERT, client: "a", signal };
}

const toText = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);

Deno.test("filter() returns the cached result as long as the source is fresh, and its age counts", async () => {
  await using source = startSource("max-age=100");
  const { filters, jobs, time } = createFilters(source.port);
  const first = await filters.filter(ask(source));
  time.ms = 40_000;
  const second = await filters.filter(ask(source));
  assertEquals([toText(first), toText(second), jobs.length, source.conditions.length], ["1", "1", 1, 1]);
  assertEquals([first.isHit, second.isHit], [false, true]);
  assertEquals([first.storing?.freshSeconds, second.storing?.freshSeconds], [100, 60]);
  assertEquals(first.storing?.etag, second.storing?.etag);
  assertEquals([first.timings.queue, first.timings.job, second.timings.job], [5, 7, 0]);
  assertEquals(filters.status.hits, 1);
});

Deno.test("filter() asks the source again when its time is over, and a 304 keeps the result", async () => {
  await using source = startSource("max-age=100", "max-age=50", "no-store");
  const { filters, jobs, time } = createFilters(source.port);
  const first = await filters.filter(ask(source));
  time.ms = 100_000;
  const confirmed = await filters.filter(ask(source));
  assertEquals([confirmed.isHit, confirmed.storing], [false, { etag: first.storing!.etag, freshSeconds: 50 }]);
  time.ms = 150_000;
  const last = await filters.filter(ask(source));
  assertEquals([toText(last), last.storing, jobs.length], ["1", undefined, 1]);
  assertEquals(source.conditions, [null, '"1"', '"1"']);
  assertEquals(filters.status.entries, 0);
});

Deno.test("filter() stores nothing for no-store, and asks each time for no-cache", async () => {
  for (const [cacheControl, storing] of [["no-store", undefined], ["private", undefined], ["no-cache", 0]] as const) {
    await using source = startSource(cacheControl);
    const { filters } = createFilters(source.port);
    const results = [1, 2].map(() => filters.filter(ask(source)));
    assertEquals((await Promise.all(results)).map((each) => each.storing?.freshSeconds), [storing, storing]);
    assertEquals(source.conditions.length, 2);
  }
});

Deno.test("filter() keeps the results of other operations and addresses apart", async () => {
  await using source = startSource("max-age=100");
  const { filters, jobs } = createFilters(source.port);
  const own = { url: new URL("/a.gif", source.ref.url), isOwn: true, hasOrigin: false };
  await filters.filter(ask(source));
  await filters.filter({ ...ask(source), operation: toOperation("invert", { fit: "cover", position: "centre" }) });
  await filters.filter({ ...ask(source), image: { ...source.ref, url: new URL("?b", source.ref.url) } });
  assertEquals(jobs.length, 3);
  // A picture of this service never comes from the cache of another server, which may have the same address.
  await assertRejects(() => filters.filter({ ...ask(source), image: own }), ApiError, "picture of this service");
});

Deno.test("filter() asks the cache again when it has its places", async () => {
  await using source = startSource("max-age=100");
  const { filters, jobs, time } = createFilters(source.port);
  const { promise, resolve } = Promise.withResolvers<void>();
  time.gate = promise;
  const waiting = filters.filter(ask(source));
  time.gate = Promise.resolve();
  await filters.filter(ask(source));
  resolve();
  assertEquals([toText(await waiting), jobs.length], ["1", 1]);
});

Deno.test("filter() draws and filters a picture of this service in one job, and never asks again", async () => {
  const pictures: Record<string, ServicePicture> = {
    "/cat/Ada.jpg": { svg: "<svg/>", width: 512, height: 512, radius: 8 },
    "/pictures/cat/a.gif": { read: () => Promise.resolve(PIXEL.slice()) },
  };
  const { filters, jobs, costs, time } = createFilters(0, { findServicePicture: ({ pathname }) => pictures[pathname] });
  const get = (path: string) => {
    return filters.filter({
      image: { url: new URL(path, "http://x"), isOwn: true, hasOrigin: false },
      operation: INVERT,
      client: "a",
      signal,
    });
  };
  const drawn = await get("/cat/Ada.jpg");
  await get("/pictures/cat/a.gif");
  const drawing = { svg: "<svg/>", width: 512, height: 512, radius: 8, format: "jpeg" } as const;
  assertEquals(jobs.map(({ source }) => source), [drawing, PIXEL]);
  assertEquals(costs, [512 * 512, 1]);
  assertEquals(drawn.storing?.freshSeconds, 86_400);
  time.ms = 1e12;
  assertEquals([(await get("/cat/Ada.jpg")).isHit, jobs.length], [true, 2]);
  const { code, details } = await assertRejects(() => get("/cat/Bob.jpg"), ApiError);
  assertEquals([code, details], ["source_rejected", { sourceStatus: 404 }]);
});

Deno.test("filter() with format=auto is WebP unless that takes more memory than there is", async () => {
  const findServicePicture = () => ({ svg: "<svg/>", width: 1024, height: 1024 });
  const auto = toOperation("invert", { fit: "inside", position: "centre", format: "auto" });
  const ref = { url: new URL("http://x/cat/Ada.png"), isOwn: true, hasOrigin: false };
  for (const [memoryBudget, format] of [[2 ** 30, "webp"], [2 ** 20, undefined]] as const) {
    const config = { sourceHosts: [], privateHosts: [], port: 1, memoryBudget, isDenoDeploy: false };
    const { filters, jobs } = createFilters(0, { findServicePicture, config });
    await filters.filter({ image: ref, operation: auto, client: "a", signal });
    assertEquals(jobs[0]?.options?.format, format);
  }
});

Deno.test("filterUpload() stores nothing, and throws what the image is", async () => {
  const { filters, jobs } = createFilters();
  const post = (body: BodyInit) => new Request("http://localhost/", { method: "POST", body });
  const filtered = await filters.filterUpload({ req: post(PIXEL), operation: INVERT, client: "a" });
  assertEquals([filtered.storing, filtered.isHit, jobs.length, filters.status.entries], [undefined, false, 1, 0]);
  // The size in the header of the GIF becomes 65,535 pixels a side.
  const bomb = PIXEL.slice().fill(255, 6, 10);
  for (const [body, code] of [["cat", "unsupported_format"], [bomb, "too_many_pixels"]] as const) {
    assertEquals(
      (await assertRejects(() => filters.filterUpload({ req: post(body), operation: INVERT, client: "a" }), ApiError))
        .code,
      code,
    );
  }
});

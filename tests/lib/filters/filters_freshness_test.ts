import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { paintPhoto, toPng } from "@/lib/images/tests/pictures.ts";
import { ONE_DAY } from "@/lib/http/cache_control.ts";
import { cacheOf, createFilters, type FiltersSetup, parse, type SetupOptions } from "./filtering.ts";

const PNG = await toPng(paintPhoto(8, 6));
const OTHER = await toPng(paintPhoto(9, 6));
const MISS = "pawkit; fwd=miss", STALE = "pawkit; fwd=stale", HIT = "pawkit; hit";

/** A server of a picture whose responses the test chooses, and filters with a clock of the test. */
function serve(respond: (req: Request) => Response | Promise<Response>, options: SetupOptions = {}) {
  const requests: Request[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (req) => {
    requests.push(req);
    return respond(req);
  });
  const clock = { now: 0 };
  const setup: FiltersSetup = createFilters({ filterWorkers: 0, now: () => clock.now, ...options });
  const origin = `http://127.0.0.1:${server.addr.port}`;
  const filter = async (chain = "invert", path = "/a.png") => {
    return cacheOf(await setup.filter(parse(chain, origin + path)));
  };
  return {
    requests,
    origin,
    clock,
    filter,
    setup,
    filters: setup.filters,
    async [Symbol.asyncDispose]() {
      setup[Symbol.dispose]();
      await server.shutdown();
    },
  };
}

/** Responds with the picture, or that it has not changed. */
function respondWithTag(headers: Record<string, string> = {}): (req: Request) => Response {
  const all = { etag: '"1"', ...headers };
  return (req) =>
    req.headers.get("if-none-match") === '"1"'
      ? new Response(null, { status: 304, headers: all })
      : new Response(PNG, { headers: all });
}

Deno.test("Filters.filter() uses a result as long as its source is fresh, then asks the server of the source", async () => {
  const lifetimes = { "": 60, "no-cache": 0, "max-age=0": 0, "must-revalidate, max-age=1": 1, "max-age=3600": 3600 };
  for (const [cacheControl, seconds] of Object.entries(lifetimes)) {
    await using test = serve(respondWithTag(cacheControl === "" ? {} : { "cache-control": cacheControl }));
    for (const [count, status] of [[1, MISS], [2, STALE], [3, STALE]] as const) {
      assertEquals([(await test.filter())[0], test.requests.length], [status, count], cacheControl);
      test.clock.now += seconds * 1000 - 1;
      if (seconds > 0) assertEquals((await test.filter())[0], HIT);
      assertEquals(test.requests.length, count);
      test.clock.now++;
    }
  }
});

Deno.test("Filters.filter() shares no result with a request whose source must not be stored", async () => {
  const arrived = Promise.withResolvers<void>(), stored = Promise.withResolvers<void>();
  await using test = serve(async () => {
    if (test.requests.length === 1) {
      await arrived.promise;
      return new Response(PNG, { headers: { "cache-control": "max-age=600" } });
    }
    arrived.resolve();
    await stored.promise;
    return new Response(PNG, { headers: { "cache-control": "no-store" } });
  });
  const filtered = [test.filter(), test.filter()];
  // Whichever request the server got first.
  Promise.race(filtered).finally(() => stored.resolve());
  const responses = await Promise.all(filtered);
  assertEquals(responses.sort(), [[MISS, "no-store"], [MISS, "public, max-age=600"]]);
});

Deno.test("Filters.filter() states the time that is left of what the source allows", async () => {
  await using test = serve(respondWithTag({ "cache-control": "max-age=10" }));
  const filterAt = (time: number, chain: string) => {
    test.clock.now = time;
    return test.filter(chain);
  };
  assertEquals(await filterAt(0, "invert"), [MISS, "public, max-age=10"]);
  assertEquals(await filterAt(4000, "invert"), [HIT, "public, max-age=6"]);
  assertEquals(await filterAt(5000, "greyscale"), [MISS, "public, max-age=10"]);
  assertEquals(await filterAt(10_000, "invert"), [STALE, "public, max-age=10"]);
  assertEquals(await filterAt(11_000, "greyscale"), [HIT, "public, max-age=4"]);
});

Deno.test("Filters.filter() allows ten minutes less the time in the cache if the source says nothing", async () => {
  await using test = serve(respondWithTag());
  assertEquals(await test.filter(), [MISS, "public, max-age=600"]);
  test.clock.now += 59_000;
  assertEquals(await test.filter(), [HIT, "public, max-age=541"]);
  test.clock.now += 1000;
  assertEquals(await test.filter(), [STALE, "public, max-age=600"]);
});

Deno.test("Filters.filter() allows a day less the time in the cache for a data: URL and a picture of this service", async () => {
  const clock = { now: 0 };
  const findServicePicture = () => Promise.resolve({ options: { etag: '"1"', cache: ONE_DAY }, read: () => PNG });
  using setup = createFilters({ filterWorkers: 0, now: () => clock.now, findServicePicture });
  const data = `data:image/png;base64,${PNG.toBase64()}`;
  for (const [image, hitAfter, staleAfter] of [[data, 3600, 86_400], ["/cat/Ada.png", 59, 60]] as const) {
    const filterAt = async (seconds: number) => {
      clock.now = seconds * 1000;
      return cacheOf(await setup.filter(parse("invert", image)));
    };
    assertEquals(await filterAt(0), [MISS, "public, max-age=86400"], image);
    assertEquals(await filterAt(hitAfter), [HIT, `public, max-age=${86_400 - hitAfter}`], image);
    assertEquals(await filterAt(staleAfter), [STALE, "public, max-age=86400"], image);
  }
});

Deno.test("Filters.filter() counts the time of a download to the age of the source", async () => {
  await using test = serve((req) => {
    test.clock.now += 5000;
    return respondWithTag({ "cache-control": "max-age=5" })(req);
  });
  assertEquals(await test.filter(), [MISS, "public, no-cache"]);
  assertEquals((await test.filter())[0], STALE);
});

Deno.test("Filters.filter() filters a source again that has changed, or that has no validator", async () => {
  let body = PNG;
  await using test = serve(() => new Response(body));
  const first = await test.setup.filter(parse("invert", toUrl(test)));
  body = OTHER;
  test.clock.now += 60_000;
  const second = await test.setup.filter(parse("invert", toUrl(test)));
  assertEquals([cacheOf(second)[0], first.response.options.etag === second.response.options.etag], [STALE, false]);
  test.clock.now += 60_000;
  const third = await test.setup.filter(parse("invert", toUrl(test)));
  assertEquals([cacheOf(third)[0], third.response === second.response], [STALE, false]);
});

function toUrl({ origin }: { readonly origin: string }): string {
  return `${origin}/a.png`;
}

Deno.test("Filters.filter() returns a confirmed result even if the cache has dropped it meanwhile", async () => {
  await using test = serve((req) => respondWithTag({ "cache-control": "no-cache" })(req), { filterCacheBytes: 3000 });
  await test.filter();
  const [first, second] = await Promise.all([test.filter(), test.filter("greyscale", "/b.png")]);
  assertEquals([first[0], second[0]], [STALE, MISS]);
});

Deno.test("Filters.filter() returns the error of a source that fails when it is asked again", async () => {
  let isDown = false;
  await using test = serve((req) => isDown ? new Response(null, { status: 500 }) : respondWithTag()(req));
  await test.filter();
  isDown = true;
  test.clock.now += 60_000;
  const error = await assertRejects(() => test.filter(), ApiError);
  assertEquals([error.code, error.details], ["source_failed", { sourceStatus: 500 }]);
  isDown = false;
  assertEquals((await test.filter())[0], STALE);
});

Deno.test("Filters.filter() caches nothing of a source that forbids it, also if it does so later, and forbids others to", async () => {
  let cacheControl = "no-cache";
  await using test = serve((req) => respondWithTag({ "cache-control": cacheControl })(req));
  await test.filter();
  assertEquals(test.filters.status().cache.entries, 1);
  cacheControl = "no-store";
  assertEquals(await test.filter(), [STALE, "no-store"]);
  assertEquals(test.filters.status().cache.entries, 0);
  assertEquals([await test.filter(), await test.filter()], [[MISS, "no-store"], [MISS, "no-store"]]);
});

Deno.test("Filters.filter() asks after a minute whether a picture of this service has changed", async () => {
  const clock = { now: 0 };
  let etag = '"1"';
  let reads = 0;
  const read = () => {
    reads++;
    return PNG;
  };
  using setup = createFilters({
    filterWorkers: 0,
    now: () => clock.now,
    findServicePicture: () => Promise.resolve({ options: { etag, cache: ONE_DAY }, read }),
  });
  const filter = async () => cacheOf(await setup.filter(parse("invert")))[0];
  assertEquals([await filter(), await filter(), reads], [MISS, HIT, 1]);
  clock.now += 60_000;
  assertEquals([await filter(), await filter(), reads], [STALE, HIT, 1]);
  clock.now += 60_000;
  etag = '"2"';
  assertEquals([await filter(), reads], [STALE, 2]);
});

import { assertEquals, assertMatch } from "@std/assert";
import { closeServices } from "@/lib/services.ts";
import { paintNoise, paintPhoto, toPng } from "@/lib/images/tests/pictures.ts";
import { startOrigin } from "./origin.ts";
import {
  assertAllFree,
  countOutcomes,
  type LimitedService,
  outcomeOf,
  repeat,
  settle,
  startService,
  takeSlots,
  until,
} from "./service.ts";

// A client that leaves takes everything with it, whatever its request waits for; so does a stop of the service.

/** Lets no job start until it is disposed, because all memory of jobs is taken. */
function blockJobs({ app: { services } }: LimitedService): Disposable {
  const { memory, config } = services;
  const reservation = memory.reserve({ client: "blocker", createError: () => new Error("taken away") });
  assertEquals(reservation.tryStartJob(config.maxJobBytes, "ordinary"), true);
  return {
    [Symbol.dispose]() {
      reservation.releaseJob(0);
      reservation[Symbol.dispose]();
    },
  };
}

/** Lets no name be resolved until it is disposed. */
function blockLookups() {
  const original = Deno.resolveDns;
  const names = new Set<string>();
  const block = (name: string, _type: string, { signal }: Deno.ResolveDnsOptions = {}) => {
    names.add(name);
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  };
  Deno.resolveDns = block as typeof Deno.resolveDns;
  return { names, [Symbol.dispose]: () => void (Deno.resolveDns = original) };
}

/** A picture whose filter takes a while. */
const PHOTO = await toPng(paintPhoto(1600, 1200));

Deno.test("a client that leaves while it waits for a slot leaves nothing behind", async () => {
  await using origin = startOrigin();
  await using service = await startService({}, origin);
  const downloads = await takeSlots(service, origin);
  const caller = new AbortController();
  const long = `data:image/png;base64,${"A".repeat(9000)}`;
  const left = [origin.url("/a.png"), long].map((image) => service.filter("blur", image, { signal: caller.signal }));
  await until(() => service.countWaiting() === 2);
  caller.abort();
  await settle();
  assertEquals(service.countWaiting(), 0);
  assertEquals(await countOutcomes(left), { 499: 2 });
  origin.release();
  assertEquals(await countOutcomes(downloads), { 200: 4 });
  assertEquals(origin.paths.includes("/a.png"), false);
  await assertAllFree(service, origin);
});

Deno.test("a client that leaves while it waits for a lookup, or during one, leaves nothing behind", async () => {
  await using origin = startOrigin();
  await using service = await startService({}, origin);
  {
    using lookups = blockLookups();
    // Twice, because the lookups of those that have left must be free, too.
    for (const round of ["a", "b"]) {
      const callers = repeat(3, () => new AbortController());
      const left = callers.map((caller, n) =>
        service.filter("blur", `http://${round}${n}.example/`, { signal: caller.signal })
      );
      await until(() => lookups.names.size === 2 && service.countWaiting() === 1);
      callers[2]!.abort();
      assertEquals([await outcomeOf(left[2]!), service.countWaiting()], ["499", 0]);
      for (const caller of callers) caller.abort();
      assertEquals(await countOutcomes(left.slice(0, 2)), { 499: 2 });
      lookups.names.clear();
    }
  }
  await assertAllFree(service, origin);
});

Deno.test("a client that leaves during its downloads leaves nothing behind", async () => {
  await using origin = startOrigin();
  await using service = await startService({}, origin);
  const caller = new AbortController();
  const left = repeat(4, (n) => service.filter("blur", origin.url(`/hang/${n}`), { signal: caller.signal }));
  await until(() => origin.held === 4);
  const next = service.filter("blur", origin.url("/a.png"));
  await until(() => service.countWaiting() === 1);
  caller.abort();
  assertEquals([await countOutcomes(left), await outcomeOf(next)], [{ 499: 4 }, "200"]);
  await until(() => origin.held === 0);
  await assertAllFree(service, origin);
});

Deno.test("a client that leaves while it waits for a worker leaves nothing behind", async () => {
  await using origin = startOrigin();
  await using service = await startService({}, origin);
  {
    using _ = blockJobs(service);
    const caller = new AbortController();
    const filters = repeat(2, (n) => service.filter("blur", origin.url(`/${n}`), { signal: caller.signal }));
    const left = [
      ...filters,
      service.get("/cat/Ada.png?size=32", { signal: caller.signal }),
      service.get("/cat/Ada.txt", { signal: caller.signal }),
    ];
    await until(() => service.countWaiting() === 4);
    caller.abort();
    await settle();
    assertEquals(service.countWaiting(), 0);
    assertEquals(await countOutcomes(left), { 499: 4 });
  }
  await assertAllFree(service, origin);
});

Deno.test("a client that leaves while its job runs leaves nothing behind when the job has ended", async () => {
  await using origin = startOrigin();
  await using service = await startService({ FILTER_WORKERS: "1" }, origin);
  const { filters } = service.app.services;
  const caller = new AbortController();
  const start = (body: Uint8Array<ArrayBuffer>, init: RequestInit = {}) => {
    return service.get("/api/v2/filter/blur:20,sharpen,blur:30", { method: "POST", body, ...init });
  };
  // So that the worker is there, and the next job runs at once.
  assertEquals(await outcomeOf(start(await toPng(paintPhoto(8, 8)))), "200");
  await until(() => filters.status().pool.busy === 0);
  const left = start(PHOTO, { signal: caller.signal });
  await until(() => filters.status().pool.busy === 1);
  caller.abort();
  // 200 if this thread was paused for as long as the job takes.
  assertMatch(await outcomeOf(left), /^(499|200)$/);
  await assertAllFree(service, origin);
});

Deno.test("a client of a real server that hangs up while its result is sent leaves nothing behind", async () => {
  // More than a connection buffers.
  const noise = await toPng(paintNoise(1500, 1500));
  await using origin = startOrigin();
  await using photos = startOrigin(noise);
  await using service = await startService({ ALLOW_PRIVATE_HOSTS: `${origin.host},${photos.host}` });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (req) => service.app.handle(req));
  const path = `/api/v2/filter/invert?image=${encodeURIComponent(photos.url("/a.png"))}`;
  // Made, and then cached.
  for (const cacheStatus of ["pawkit; fwd=miss", "pawkit; hit"]) {
    const caller = new AbortController();
    const headers = { "x-forwarded-for": "203.0.113.1" };
    const { signal } = caller;
    const response = await fetch(`http://127.0.0.1:${server.addr.port}${path}`, { headers, signal });
    assertEquals([response.status, response.headers.get("cache-status")], [200, cacheStatus]);
    const reader = response.body!.getReader();
    await reader.read();
    caller.abort();
    await reader.read().catch(() => undefined);
    await until(() => service.app.services.memory.used === 0);
  }
  await server.shutdown();
  await assertAllFree(service, origin);
});

Deno.test("a stop answers 503 to all requests that wait, for a slot, a lookup or a worker, and none hangs", async () => {
  await using origin = startOrigin();
  const service = await startService({}, origin);
  const clients = repeat(4, (n) => `203.0.113.${n}`);
  const downloads = (await Array.fromAsync(clients, (client) => takeSlots(service, origin, client))).flat();
  const forSlots = repeat(80, (n) => service.filter("sepia", origin.url(`/${n}`), {}, `203.0.113.${n % 4}`));
  using _jobs = blockJobs(service);
  const forWorkers = repeat(18, (n) => service.get(`/cat/${n}.png`, {}, `198.51.100.${n % 9}`));
  using lookups = blockLookups();
  const caller = new AbortController();
  const init = { signal: caller.signal };
  const names = repeat(4, (n) => service.filter("sepia", `http://${n}.example/`, init, "192.0.2.1"));
  await until(() => lookups.names.size === 2 && service.countWaiting() === 80 + 18 + 2);
  await closeServices(service.app.services);
  assertEquals(service.countWaiting(), 0);
  assertEquals(await countOutcomes([...forSlots, ...forWorkers]), { 503: 98 });
  assertEquals(await countOutcomes(names.slice(2)), { 503: 2 });
  // What is in progress ends, too, but starts no job.
  origin.release();
  assertEquals(await countOutcomes(downloads), { 503: 16 });
  caller.abort();
  assertEquals(await countOutcomes(names.slice(0, 2)), { 499: 2 });
});

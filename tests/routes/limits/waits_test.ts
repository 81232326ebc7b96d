import { assertEquals, assertMatch } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { Work } from "@/lib/workers/work.ts";
import { paintNoise, toPng, toSharp } from "@/lib/images/tests/pictures.ts";
import { captureTimeouts, holdTimeouts } from "@/tests/lib/async/recorded_delays.ts";
import { startOrigin } from "./origin.ts";
import { countOutcomes, outcomeOf, settle, startService, takeSlots, until } from "./service.ts";

// What happens before a request has its slot, and what does not.

Deno.test("RATE_LIMIT=off leaves the slots: the fifth filter waits, and gets 429 without a policy", async () => {
  await using origin = startOrigin();
  const FILTER_TIMEOUT_MS = "119999";
  await using service = await startService({ RATE_LIMIT: "off", FILTER_TIMEOUT_MS }, origin);
  using timers = captureTimeouts(Number(FILTER_TIMEOUT_MS));
  const downloads = await takeSlots(service, origin);
  const fifth = service.filter("sepia", origin.url("/a.png"));
  await until(() => service.countWaiting() === 1);
  timers.expire();
  const { headers } = await fifth;
  const names = ["retry-after", "ratelimit-policy", "ratelimit"];
  assertEquals([await outcomeOf(fifth), ...names.map((name) => headers.get(name))], ["429 slots", "2", null, null]);
  origin.release();
  assertEquals(await countOutcomes(downloads), { 200: 4 });
});

Deno.test("GET /api/v2/filter/{steps} refuses a request with the loop header although all slots are taken", async () => {
  await using origin = startOrigin();
  await using service = await startService({}, origin);
  const downloads = await takeSlots(service, origin);
  const headers = { "pawkit-filtered-by": "1" };
  // The second one has a long URL.
  for (const image of [origin.url("/a.png"), `data:image/png;base64,${"A".repeat(9000)}`]) {
    assertEquals(await outcomeOf(service.filter("invert", image, { headers })), "403");
  }
  assertEquals([service.countWaiting(), service.countWorks()], [0, 4]);
  origin.release();
  await countOutcomes(downloads);
});

Deno.test("GET /api/v2/filter/{steps} makes a picture below the host of the request itself, and refuses redirects to it", async () => {
  await using origin = startOrigin();
  await using service = await startService({ BASE_URL: "https://paw.example" }, origin);
  const picture = "/images/animals/cat/k3v09x2a.png?size=32";
  const target = encodeURIComponent(`https://paw.example${picture}`);
  const redirected = await service.filter("invert", origin.url(`/to/${target}`));
  assertEquals([redirected.status, (await redirected.json()).code], [403, "forbidden_address"]);
  assertEquals(service.app.services.memory.used, 0);
  // Without BASE_URL it is the host that the caller named, which no name server knows.
  await using unnamed = await startService();
  assertEquals(await outcomeOf(unnamed.filter("invert", `http://paw.example${picture}`)), "200");
});

/** A URL of more than 8 KB. */
const LONG = `data:image/png;base64,${(await toPng(paintNoise(60, 60))).toBase64()}`;

Deno.test("GET /api/v2/filter/{steps} with a long URL pays six points, or one if its result is cached", async () => {
  await using service = await startService({ RATE_LIMIT: "100" });
  const costOf = async () => {
    const before = await service.readPoints();
    assertEquals(await outcomeOf(service.filter("invert", LONG)), "200");
    return before - await service.readPoints() - 1;
  };
  assertEquals([await costOf(), await costOf(), await costOf()], [6, 1, 1]);
});

Deno.test("GET /api/v2/filter/{steps} with a long URL waits for its slot before its query is read", async () => {
  await using origin = startOrigin();
  await using service = await startService({}, origin);
  const { memory } = service.app.services;
  assertEquals(await outcomeOf(service.filter("invert", LONG)), "200");
  const downloads = await takeSlots(service, origin);
  // An error that would be answered at once in a short URL.
  const wrong = service.filter("invert", LONG.replace("data", "date"));
  const cached = service.filter("invert", LONG);
  await until(() => service.countWaiting() === 2);
  await settle();
  assertEquals([service.countWaiting(), memory.used > 2 * LONG.length], [2, true]);
  origin.release();
  assertEquals([await outcomeOf(wrong), await outcomeOf(cached)], ["400", "200"]);
  assertEquals(await countOutcomes(downloads), { 200: 4 });
  assertEquals(memory.used, 0);
});

Deno.test("a filter or an upload with a long URL waits for the main thread before its query is read", async () => {
  await using service = await startService();
  const { takeTurn } = Work.prototype;
  Work.prototype.takeTurn = () => Promise.reject(new ApiError("overloaded", "Cannot wait"));
  try {
    const wrong = `/api/v2/filter/blur?strength=${"9".repeat(9000)}&image=/cat/Ada.png`;
    for (const init of [{}, { method: "POST", body: "x" }]) {
      assertEquals(await outcomeOf(service.get(wrong, init)), "503");
      assertEquals(await outcomeOf(service.get("/api/v2/filter/blur?strength=x&image=/cat/Ada.png", init)), "400");
    }
  } finally {
    Work.prototype.takeTurn = takeTurn;
  }
});

Deno.test("GET /api/v2/filter/{steps} with a long URL keeps no slot for a cached result that nobody reads", async () => {
  using _ = holdTimeouts(30_000);
  const noise = new Uint8Array(await toSharp(paintNoise(200, 200)).jpeg({ quality: 30 }).toBuffer());
  const path = `/api/v2/filter/invert?format=png&image=${
    encodeURIComponent(`data:image/jpeg;base64,${noise.toBase64()}`)
  }`;
  await using service = await startService({ CLIENT_JOBS: "1" });
  const first = await service.get(path);
  assertEquals([first.status, (await first.bytes()).length > 65_536], [200, true]);
  const unread = await service.get(path);
  assertEquals(unread.headers.get("cache-status"), "pawkit; hit");
  const next = service.get("/cat/Ada.png?size=32");
  await settle();
  assertEquals(service.countWaiting(), 0);
  assertEquals(await outcomeOf(next), "200");
  await unread.body!.cancel();
  assertEquals(service.app.services.memory.used, 0);
});

Deno.test("server-timing has the queue of a request that found its result while it waited for its slot", async () => {
  await using origin = startOrigin();
  await using service = await startService({ CLIENT_JOBS: "1" }, origin);
  assertEquals(await outcomeOf(service.filter("invert", LONG)), "200");
  const image = origin.url("/hang/1");
  const made = service.filter("invert", image);
  await until(() => origin.held === 1);
  const found = [service.filter("invert", image), service.filter("invert", LONG)];
  await until(() => service.countWaiting() === 2);
  origin.release();
  for (const response of [await made, ...await Promise.all(found)]) await response.body?.cancel();
  for (const { headers } of await Promise.all(found)) {
    assertEquals(headers.get("cache-status"), "pawkit; hit");
    assertMatch(headers.get("server-timing")!, /^cache;desc=hit, queue;dur=[\d.]+$/);
  }
  // It has not waited.
  const { headers, body } = await service.filter("invert", image);
  await body?.cancel();
  assertEquals(headers.get("server-timing"), "cache;desc=hit");
});

Deno.test("server-timing has the queue of a request that found its result while it waited for a worker", async () => {
  await using origin = startOrigin();
  // One runner, so that one of them waits for the other.
  await using service = await startService({ FILTER_WORKERS: "0" }, origin);
  const image = origin.url("/hang/1");
  const responses = ["203.0.113.1", "203.0.113.2"].map((client) => service.filter("invert", image, {}, client));
  await until(() => origin.held === 2);
  origin.release();
  const headers = (await Promise.all(responses)).map((response) => response.headers);
  for (const response of responses) await (await response).body?.cancel();
  assertEquals(headers.map((each) => each.get("cache-status")), ["pawkit; fwd=miss", "pawkit; fwd=miss"]);
  const [found, made] = headers.map((each) => each.get("server-timing")!).toSorted((a, b) => a.length - b.length);
  assertMatch(found!, /^fetch;dur=[\d.]+, queue;dur=[\d.]+$/);
  assertMatch(made!, /^fetch;dur=[\d.]+, queue;dur=[\d.]+, decode;dur=/);
});

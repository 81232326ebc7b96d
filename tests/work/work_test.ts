import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { Bucket } from "@/lib/access/bucket.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { Job, JobResult } from "@/lib/work/run_job.ts";
import { type LoadedJob, Work, type WorkOptions } from "@/lib/work/work.ts";
import { request, settle, TestClock } from "./clock.ts";

const MIB = 2 ** 20, PIECE = 65_536;
const PICTURE = { svg: "<svg/>", width: 8, format: "png" } as const;
const RESULT = { bytes: new Uint8Array(1), format: "png", width: 8, height: 8, truncated: false, jobMs: 1 } as const;

/** Work whose jobs end when the test says so. */
function createWork(options: Partial<WorkOptions> = {}) {
  const clock = new TestClock();
  const bucket = new Bucket(120, () => clock.now());
  const running: { job: Job; end: () => void }[] = [];
  const run = (job: Job) => {
    const { promise, resolve } = Promise.withResolvers<JobResult>();
    running.push({ job, end: () => resolve(RESULT) });
    return promise;
  };
  const work = new Work({
    bucket,
    workers: 4,
    memoryBudget: 400 * MIB,
    isSmallMachine: false,
    isDenoDeploy: false,
    onStuck() {},
    cores: 2,
    start: () => Promise.resolve({ run, close() {} }),
    clock,
    ...options,
  });
  return { work, clock, bucket, running };
}

/** A filter that has been loaded. */
function loaded(options: Partial<LoadedJob<string>> = {}): () => Promise<LoadedJob<string>> {
  const job = { source: new Uint8Array(1), steps: ["invert"] };
  return () => Promise.resolve({ job, pixels: 999_999, bytes: MIB, find: () => undefined, ...options });
}

/** Returns the points that a client has left. */
function pointsOf(bucket: Bucket, client: string): number {
  return Number(/r=(\d+)/.exec(bucket.header(client))![1]);
}

Deno.test("Work has the places of the design, and fewer on a small machine", () => {
  const places = ({ status }: Work) => Object.values(status).map((gate) => gate.places);
  assertEquals(Object.keys(createWork().work.status), ["sources", "filters", "drawings", "sending"]);
  assertEquals(places(createWork().work), [8, 4, 2, 1024]);
  assertEquals(places(createWork({ isSmallMachine: true, workers: 1 }).work), [4, 1, 2, 512]);
});

Deno.test("Work.draw() takes 2 points before the drawing waits, or throws rate_limited", async () => {
  const { work, bucket, running } = createWork();
  bucket.charge("a", 116);
  const drawings = [1, 2].map(() => work.draw("a", request(), () => PICTURE));
  assertEquals(pointsOf(bucket, "a"), 0);
  const { code, headers } = await assertRejects(() => work.draw("a", request(), () => PICTURE), ApiError);
  assertEquals([code, headers], ["rate_limited", { "retry-after": "1" }]);
  await settle();
  assertEquals([running.map(({ job }) => job), work.status.drawings.used], [[PICTURE, PICTURE], 2]);
  running.forEach(({ end }) => end());
  assertEquals(await Promise.all(drawings), [RESULT.bytes, RESULT.bytes]);
});

Deno.test("Work.draw() returns what the cache has when the drawing has its place", async () => {
  const { work, running } = createWork();
  const bytes = new Uint8Array(3);
  assertEquals([await work.draw("a", request(), () => PICTURE, () => bytes), running], [bytes, []]);
});

Deno.test("Work.filter() takes 9 points before it waits, and 2 for each full megapixel when it is loaded", async () => {
  const { work, bucket, running } = createWork();
  bucket.charge("a", 111);
  let points: number | undefined;
  const large = loaded({ pixels: 25_999_999 });
  const filtered = work.filter("a", request(), () => {
    points = pointsOf(bucket, "a");
    return large();
  });
  await settle();
  running[0]!.end();
  assertEquals(await filtered, { result: RESULT, queueMs: 0 });
  // Nine of 120 points were left. Afterwards the client has 50 points less than nothing, which is 25 s.
  assertEquals([points, bucket.take("a", 1)], [0, 26]);
  const { code } = await assertRejects(() => work.filter("a", request(), loaded()), ApiError);
  assertEquals(code, "rate_limited");
});

Deno.test("Work.filter() gives a client three sources and all threads but one", async () => {
  const { work, running } = createWork({ workers: 3 });
  const mine = Array.from({ length: 5 }, () => work.filter("a", request(), loaded()));
  await settle();
  const { sources, filters } = work.status;
  assertEquals([sources.used, sources.waiting, filters.used, filters.waiting], [3, 2, 2, 1]);
  const other = work.filter("b", request(), loaded());
  await settle();
  assertEquals(running.length, 3);
  running[2]!.end();
  assertEquals(await other, { result: RESULT, queueMs: 0 });
  for (let i = 0; i < 6; i++) {
    running[i]!.end();
    await settle();
  }
  await Promise.all(mine);
});

Deno.test("Work.filter() gives a large job several places, and refuses one that exceeds the memory", async () => {
  const { work, running } = createWork();
  for (const [bytes, units] of [[0, 1], [100 * MIB, 1], [100 * MIB + 1, 2], [400 * MIB, 4]] as const) {
    const filtered = work.filter("a", request(), loaded({ bytes }));
    await settle();
    assertEquals(work.status.filters.used, units);
    running.at(-1)!.end();
    await filtered;
  }
  const tooLarge = work.filter("a", request(), loaded({ bytes: 400 * MIB + 1 }));
  const { code, details } = await assertRejects(() => tooLarge, ApiError);
  assertEquals([code, details], ["too_expensive", { limit: 400 * MIB, got: 400 * MIB + 1 }]);
  assertEquals([work.status.sources.used, work.status.filters.used], [0, 0]);
});

Deno.test("Work.filter() returns what was found while it waited, and the time of all gates", async () => {
  const { work, bucket, clock, running } = createWork({ workers: 1 });
  assertEquals(await work.filter("a", request(), () => Promise.resolve({ found: "loaded" })), { found: "loaded" });
  assertEquals([pointsOf(bucket, "a"), work.status.sources.used], [111, 0]);
  const first = work.filter("a", request(), loaded());
  await settle();
  const [second, third] = [loaded({ find: () => "made" }), loaded()].map((each) => work.filter("b", request(), each));
  await settle();
  clock.pass(4000);
  running[0]!.end();
  await settle();
  running[1]!.end();
  assertEquals([await first, await second], [{ result: RESULT, queueMs: 0 }, { found: "made" }]);
  assertEquals([await third, running.length], [{ result: RESULT, queueMs: 4000 }, 2]);
});

Deno.test("Work.filter() gives its place back if its source cannot be loaded", async () => {
  const { work } = createWork();
  const load = () => Promise.reject(new ApiError("source_failed", "Cannot fetch the image"));
  await assertRejects(() => work.filter("a", request(), load), ApiError, "Cannot fetch");
  assertEquals(work.status.sources.used, 0);
});

/** Sends a body that is large enough to be a stream. */
async function sendStream(work: Work, client: string, bytes: number): Promise<ReadableStream<Uint8Array>> {
  const body = await work.send(client, request(), new Uint8Array(bytes).fill(7));
  assertInstanceOf(body, ReadableStream);
  return body;
}

Deno.test("Work.send() returns small bytes as they are, and sends others in pieces that count until the last", async () => {
  const { work, clock } = createWork();
  const small = new Uint8Array(PIECE);
  assertEquals([await work.send("a", request(), small), work.status.sending.used], [small, 0]);
  const body = await sendStream(work, "a", 2 * PIECE + 1);
  const used: number[] = [];
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    pieces.push(piece);
    used.push(work.status.sending.used);
  }
  assertEquals([pieces.map(({ length }) => length), used], [[PIECE, PIECE, 1], [3, 3, 0]]);
  assertEquals([pieces.every((piece) => piece.every((byte) => byte === 7)), clock.timers], [true, 0]);
});

Deno.test("Work.send() gives a client 16 MiB, or one larger body, and refuses what waits for ten seconds", async () => {
  const { work, clock } = createWork();
  const bodies = [await sendStream(work, "a", 12 * MIB), await sendStream(work, "b", 32 * MIB)];
  const waiting = [work.send("a", request(), new Uint8Array(5 * MIB)), work.send("b", request(), new Uint8Array(MIB))];
  bodies.push(await sendStream(work, "c", 4 * MIB));
  assertEquals(work.status.sending, { places: 1024, used: 768, waiting: 2 });
  await bodies[0]!.cancel();
  bodies.push(await waiting[0] as ReadableStream<Uint8Array>);
  clock.pass(10_000);
  const { code } = await assertRejects(() => waiting[1]!, ApiError, "Cannot send the response");
  assertEquals(code, "overloaded");
  for (const body of bodies.slice(1)) await body.cancel();
  assertEquals([work.status.sending, clock.timers], [{ places: 1024, used: 0, waiting: 0 }, 0]);
});

Deno.test("Work.send() ends a body that nobody reads for 30 seconds, from its start or after a piece", async () => {
  const { work, clock } = createWork();
  const unread = await sendStream(work, "a", MIB);
  const slow = (await sendStream(work, "b", MIB)).getReader();
  for (let piece = 0; piece < 3; piece++) {
    clock.pass(29_999);
    await slow.read();
  }
  assertEquals(work.status.sending.used, 16);
  await assertRejects(() => unread.getReader().read(), Error, "nobody has read a piece of it for 30 s");
  clock.pass(30_000);
  await assertRejects(() => slow.read(), Error, "nobody has read");
  assertEquals([work.status.sending.used, clock.timers], [0, 0]);
});

import { assert, assertEquals } from "@std/assert";
import { holdTimeouts } from "@/tests/lib/async/recorded_delays.ts";
import { writeChunk } from "@/lib/images/tests/codecs/png_chunks.ts";
import { paint, paintNoise, toPng } from "@/lib/images/tests/pictures.ts";
import { startOrigin } from "./origin.ts";
import { countOutcomes, outcomeOf, repeat, settle, startService, takeSlots, until } from "./service.ts";

// A client has four slots. Those without one wait, and nobody else does.

const OTHER = "203.0.113.2";

/** A picture of three million bytes, most of them behind its end. */
const PHOTO = await new Blob([
  await toPng(paint(6, 4, () => [9, 9, 9, 255])),
  writeChunk("teSt", new Uint8Array(3_000_000)),
]).bytes();

Deno.test("a bot with thirty filters of large photographs fetches four at once, until its points are spent", async () => {
  await using origin = startOrigin(PHOTO);
  await using service = await startService({ RATE_LIMIT: "120" }, origin);
  const filters = repeat(30, (n) => service.filter("invert", origin.url(`/hang/${n}.png`)));
  let isDone = false;
  const outcomes = countOutcomes(filters).finally(() => isDone = true);
  await until(() => origin.held >= 4);
  await settle();
  assertEquals([origin.held, service.countWaiting()], [4, 26]);
  await until(() => {
    origin.release();
    return isDone;
  });
  const { 200: done = 0, "429 points": refused, ...others } = await outcomes;
  assertEquals([refused, others, origin.mostHeld], [30 - done, {}, 4]);
  // After 30 points for the requests, each costs 11, of which 6 are charged when others may have begun.
  assert(done >= Math.floor(90 / 11) && done <= Math.ceil(90 / 11) + 4, `${done} were filtered`);
  assertEquals(origin.paths.length, done, "a refused one was fetched");
});

Deno.test("a client whose slots are taken gets all light responses, and other clients get everything", async () => {
  await using origin = startOrigin();
  await using service = await startService({}, origin);
  const { get, filter } = service;
  const cached = await filter("invert", origin.url("/a.png"));
  const etag = cached.headers.get("etag")!;
  for (const response of [cached, await get("/cat/Ada.png?size=32")]) await response.body?.cancel();
  const downloads = await takeSlots(service, origin);
  const fifth = filter("sepia", origin.url("/a.png"));
  await until(() => service.countWaiting() === 1);
  const light = [
    filter("invert", origin.url("/a.png")),
    filter("invert", origin.url("/a.png"), { method: "HEAD" }),
    filter("invert", origin.url("/a.png"), { headers: { "if-none-match": etag } }),
    ...["/cat/Ada.png?size=32", "/cat/Ada.svg", "/cat/Ada.json", "/cat/Bob", "/api/v1/uptime"].map((path) => get(path)),
  ];
  const outcomes = await Promise.all(light.map(outcomeOf));
  assertEquals(outcomes, ["200", "200", "304", ...Array(5).fill("200")]);
  const others = [filter("blur", origin.url("/a.png"), {}, OTHER), get("/cat/Bob.png?size=32", {}, OTHER)];
  assertEquals(await countOutcomes(others), { 200: 2 });
  assertEquals(service.countWaiting(), 1);
  origin.release();
  assertEquals(await countOutcomes([...downloads, fifth]), { 200: 5 });
});

Deno.test("HEAD of a filter waits for a slot and takes one, which is free when it is answered", async () => {
  await using origin = startOrigin(await toPng(paintNoise(200, 200)));
  await using service = await startService({ CLIENT_JOBS: "1" }, origin);
  const first = service.filter("invert", origin.url("/hang/1"), { method: "HEAD" });
  await until(() => origin.held === 1);
  const second = service.filter("invert", origin.url("/2"), { method: "HEAD" });
  await until(() => service.countWaiting() === 1);
  assertEquals(origin.paths, ["/hang/1"]);
  origin.release();
  // Neither has a body that somebody would have to read, although both results are large.
  for (const response of [await first, await second]) assertEquals([response.status, response.body], [200, null]);
  assertEquals([service.app.services.memory.used, service.countWorks()], [0, 2]);
});

Deno.test("a client that does not read its large results gets the next one when one is read or cancelled", async () => {
  using _ = holdTimeouts(30_000);
  await using origin = startOrigin(await toPng(paintNoise(200, 200)));
  await using service = await startService({}, origin);
  const { memory } = service.app.services;
  const filter = (n: number) => service.filter("invert", origin.url(`/${n}`));
  const unread = await Promise.all(repeat(4, filter));
  const bytes = Number(unread[0]!.headers.get("content-length"));
  assert(bytes > 65_536, `${bytes} bytes`);
  const [fifth, sixth] = [filter(5), filter(6)];
  await until(() => service.countWaiting() === 2);
  await settle();
  assertEquals([service.countWaiting(), memory.used, service.countWorks()], [2, 4 * bytes, 4]);
  await unread[0]!.body!.cancel();
  const next = await fifth;
  assertEquals([next.status, memory.used], [200, 4 * bytes]);
  assertEquals((await unread[1]!.bytes()).length, bytes);
  for (const response of [next, await sixth, ...unread.slice(2)]) await response.body!.cancel();
  assertEquals(memory.used, 0);
});

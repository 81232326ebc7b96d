import { assert, assertEquals } from "@std/assert";
import { countOutcomes, type LimitedService, outcomeOf, repeat, startService } from "./service.ts";

// What the limits let people do who load pages with many pictures.

/** Counts the drawings that were made. */
function countDrawn({ app }: LimitedService): number {
  return app.services.content.pictures.counts.miss;
}

Deno.test("a page with a hundred new avatars loads twice, and then all points are spent", async () => {
  await using service = await startService({ RATE_LIMIT: "1200" });
  for (const page of ["first", "second"]) {
    const avatars = repeat(100, (n) => service.get(`/cat/${page}${n}.png?size=32`));
    assertEquals(await countOutcomes(avatars), { 200: 100 });
  }
  assertEquals([service.countWorks(), countDrawn(service)], [200, 200]);
  const next = await service.get("/api/v1/uptime");
  assertEquals([next.headers.get("ratelimit"), next.headers.get("retry-after")], ['"default";r=0;t=60', "1"]);
  assertEquals(await outcomeOf(next), "429 points");
  assertEquals(await outcomeOf(service.get("/cat/first0.png?size=32", {}, "203.0.113.2")), "200");
});

const PEOPLE = 50;
const DRAWINGS = 20;

Deno.test("fifty people behind one address load the same twenty new drawings", async () => {
  await using service = await startService({ RATE_LIMIT: "1200" });
  const drawings = repeat(PEOPLE * DRAWINGS, (n) => service.get(`/fox/${n % DRAWINGS}.png?size=32`));
  assertEquals(await countOutcomes(drawings), { 200: PEOPLE * DRAWINGS });
  const [works, drawn] = [service.countWorks(), countDrawn(service)];
  assert(drawn >= DRAWINGS && drawn <= 4 * DRAWINGS, `${drawn} were drawn`);
  assert(works >= drawn && works <= 4 * DRAWINGS, `${works} pieces of work`);
  assertEquals(await service.readPoints(), 1200 - PEOPLE * DRAWINGS - 5 * works - 1);
});

Deno.test("fifty people behind one address who ask for each drawing at the same time get all twenty", async () => {
  await using service = await startService({ RATE_LIMIT: "1200", FILTER_WORKERS: "2" });
  const drawings = repeat(PEOPLE * DRAWINGS, (n) => service.get(`/fox/${Math.floor(n / PEOPLE)}.png?size=32`));
  assertEquals(await countOutcomes(drawings), { 200: PEOPLE * DRAWINGS });
  assertEquals(service.countWorks(), DRAWINGS);
});

Deno.test("fifty people behind one address with names of their own get what their points allow, then 429", async () => {
  await using service = await startService({ RATE_LIMIT: "300" });
  const drawings = repeat(200, (n) => service.get(`/dog/${n}.png?size=32`));
  // Each request takes a point. The rest is enough for twenty drawings.
  assertEquals(await countOutcomes(drawings), { 200: 20, "429 points": 180 });
  for (const refused of [...drawings.slice(20), service.get("/dog/0.svg")]) {
    const seconds = Number((await refused).headers.get("retry-after"));
    assert(seconds >= 1 && seconds <= 66, `${seconds} s`);
  }
  assertEquals(await outcomeOf(service.get("/dog/1.png?size=32", {}, "203.0.113.2")), "200");
});

Deno.test("twenty clients get the same new drawing, which is drawn once", async () => {
  await using service = await startService();
  const drawings = repeat(20, (n) => service.get("/bird/new.png?size=32", {}, `203.0.113.${n}`));
  assertEquals(await countOutcomes(drawings), { 200: 20 });
  assertEquals(countDrawn(service), 1);
});

import { assertEquals } from "@std/assert";
import type { Group, Sample } from "./innocents.ts";
import { findDelays, findExcesses, findFailures, isFlat } from "./report.ts";
import type { Row } from "./row.ts";

/** A hundred right answers of a group, which took the given time. */
function answers(ms: number, group: Group = "light"): Sample[] {
  return Array.from({ length: 100 }, (_, at) => ({ kind: "json", group, at, ms, error: "" }));
}

function row(changes: Partial<Row>): Row {
  const usage = { memoryMb: 200, descriptors: 60 };
  const samples = { idle: answers(2), attacked: answers(2), recovered: answers(2) };
  const usages = { before: usage, peak: usage, after: usage };
  const figures = { maxMemoryMb: 768, memoryMb: [], logBytesPerSecond: 0, statuses: {}, wrong: {} };
  return { name: "x", ...samples, ...usages, ...figures, ...changes };
}

Deno.test("findDelays() allows 50 ms, five times idle, and a second for filters", () => {
  const idle = [...answers(2), ...answers(2, "filters")];
  assertEquals(findDelays(row({ attacked: answers(50) })), []);
  assertEquals(findDelays(row({ idle: answers(20), attacked: answers(100) })), []);
  assertEquals(findDelays(row({ idle, attacked: answers(1000, "filters") })), []);
  assertEquals(findDelays(row({ attacked: answers(51) })), ["light attacked: p99 51 ms, limit 50 (json 51)"]);
  assertEquals(findDelays(row({ idle, attacked: answers(1001, "filters") })), [
    "filters attacked: p99 1001 ms, limit 1000 (json 1001)",
  ]);
});

Deno.test("findDelays() compares what an attack aims at with similar requests at the same time", () => {
  const others = answers(300, "filters");
  const toVictims = (ms: number) => answers(ms, "filters").map((sample) => ({ ...sample, kind: "popularUrl" }));
  const idle = [...answers(2), ...answers(5000, "filters")];
  assertEquals(findDelays(row({ idle, attacked: [...others, ...toVictims(1500)] })), []);
  assertEquals(findDelays(row({ idle, attacked: [...others, ...toVictims(1501)] })), [
    "popularUrl attacked: p99 1501 ms, limit 1500 (as the others)",
  ]);
});

Deno.test("findFailures() reports wrong answers, server errors and attacks that failed", () => {
  const wrong = { ...answers(2)[0]!, error: "503" };
  assertEquals(findFailures(row({ attacked: [wrong, wrong] })), ["2 × json: 503"]);
  assertEquals(findFailures(row({ statuses: { 200: 4, 500: 1 } })), ["1 × 500 to the attackers"]);
  assertEquals(findFailures(row({ wrong: { "422 instead of 200": 3 } })), ["3 × 422 instead of 200 to the attackers"]);
  assertEquals(findFailures(row({ statuses: { failed: 1 } })), ["the attack itself failed"]);
});

Deno.test("findExcesses() reports memory and what remains", () => {
  assertEquals(findExcesses(row({ peak: { memoryMb: 768, descriptors: 60 } })), ["768 MB, limit 768"]);
  assertEquals(findExcesses(row({ after: { memoryMb: 456, descriptors: 76 } })), [
    "456 MB 20 s later",
    "76 descriptors 20 s later",
  ]);
});

Deno.test("isFlat() compares the last quarter with the one before", () => {
  assertEquals(isFlat([100, 300, 400, 400, 400, 400, 410, 420]), true);
  assertEquals(isFlat([100, 200, 300, 400, 500, 600, 700, 800]), false);
});

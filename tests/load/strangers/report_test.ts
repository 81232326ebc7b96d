import { assertEquals } from "@std/assert";
import type { Group, Sample } from "./innocents.ts";
import { findMisses, toSummary } from "./report.ts";
import type { Row } from "./row.ts";

/** The names of an attack by one client and of one by twenty. */
const ONE = "own-1", TWENTY = "own-20";

/** A hundred answers of a group, which took the given time. */
function answers(ms: number, group: Group = "light", error = ""): Sample[] {
  return Array.from({ length: 100 }, (_, at) => ({ kind: "json", group, at, ms, error }));
}

function row(name: string, changes: Partial<Row> = {}): Row {
  return {
    name,
    attacked: answers(2),
    later: [],
    memory: { rest: 200, peak: 300, later: 200 },
    statuses: {},
    ...changes,
  };
}

Deno.test("findMisses() allows light requests 100 ms (p99) and 500 ms under one client, 2 s under twenty", () => {
  const slowest = (...times: number[]) => ({ attacked: [...answers(100), ...times.flatMap((ms) => answers(ms)[0]!)] });
  assertEquals(findMisses(row(ONE, slowest(500))), []);
  assertEquals(findMisses(row(ONE, slowest(500, 501))), [
    "light p99 500 ms (100)",
    "light longest 501 ms (500)",
  ]);
  assertEquals(findMisses(row(TWENTY, { attacked: answers(2000) })), []);
  assertEquals(findMisses(row(TWENTY, { attacked: answers(2001) })), ["light longest 2001 ms (2000)"]);
});

Deno.test("findMisses() judges the longest wait and wrong answers after the attack, too", () => {
  assertEquals(findMisses(row(ONE, { later: answers(501) })), ["light longest 501 ms (500)"]);
  assertEquals(findMisses(row(ONE, { later: answers(2, "filters", "lost") })), ["100 × json: lost"]);
});

Deno.test("findMisses() allows only filters a 503, and only under twenty clients", () => {
  const busy = (group: Group, error = "503 overloaded") => ({ attacked: [...answers(2), ...answers(2, group, error)] });
  assertEquals(findMisses(row(TWENTY, busy("filters"))), []);
  assertEquals(findMisses(row(TWENTY, busy("filters", "504 filter_timeout"))), ["100 × json: 504 filter_timeout"]);
  assertEquals(findMisses(row(TWENTY, busy("drawings"))), ["100 × json: 503 overloaded"]);
  assertEquals(findMisses(row(ONE, busy("filters"))), ["100 × json: 503 overloaded"]);
});

Deno.test("findMisses() does not judge how long drawings and filters take", () => {
  const attacked = [...answers(2), ...answers(9000, "drawings"), ...answers(9000, "filters")];
  assertEquals(findMisses(row(ONE, { attacked })), []);
});

Deno.test("findMisses() allows 768 MiB under one client, 900 under twenty and 100 more than at rest later", () => {
  assertEquals(findMisses(row(ONE, { memory: { rest: 200, peak: 768, later: 700 } })), []);
  assertEquals(findMisses(row(ONE, { memory: { rest: 200, peak: 769, later: 200 } })), ["peak 769 MiB (768)"]);
  assertEquals(findMisses(row(TWENTY, { memory: { rest: 200, peak: 900, later: 300 } })), []);
  assertEquals(findMisses(row(TWENTY, { memory: { rest: 200, peak: 901, later: 301 } })), [
    "peak 901 MiB (900)",
    "101 MiB more than at rest (100)",
  ]);
});

Deno.test("findMisses() reports a service that ended and an attack that failed", () => {
  const memory = { rest: 200, peak: NaN, later: NaN };
  assertEquals(findMisses(row(ONE, { memory }))[0], "the process ended");
  assertEquals(findMisses(row(ONE, { statuses: { failed: 1 } })), ["the attack itself failed"]);
});

Deno.test("toSummary() has the rows that miss, in bold what they miss, and the most of the others", () => {
  const all = (ms: number) => ({ attacked: [...answers(ms), ...answers(30, "drawings"), ...answers(40, "filters")] });
  const rows = [row(ONE, all(2)), row("data-1", all(7)), row("logs-1", all(101))];
  const cells = toSummary(rows).split("\n").slice(2).map((line) => line.replaceAll(" ", ""));
  assertEquals(cells, ["|logs-1|one|**101**|101|30|40|0|300|0|", "|2others,≤|one|7|7|30|40|0|300|0|"]);
});

import { assertEquals } from "@std/assert";
import manifest from "@/deno.json" with { type: "json" };
import { Counters } from "@/lib/status/counters.ts";
import { readStatus, type StatusInputs, toPrometheus } from "@/lib/status/status.ts";

const ERROR = { requestId: "a-1", route: "/{kind}/{name}", code: "internal_error", message: "Cannot draw" };

/** The status of a service that has answered these requests. */
function inputs(...requests: [route: string | null, status: number][]): StatusInputs {
  const counters = new Counters();
  for (const [route, status] of requests) counters.addRequest(route, status);
  return {
    counters,
    gates: { filters: { places: 3, used: 2, waiting: 1 }, drawings: { places: 2, used: 0, waiting: 0 } },
    cache: { pictures: { entries: 4, bytes: 5000, hits: 6, misses: 7 } },
  };
}

Deno.test("Counters.requests counts by route and status", () => {
  const { counters } = inputs(["/", 200], ["/", 304], ["/", 200], [null, 404]);
  assertEquals(counters.requests, { "/": { 200: 2, 304: 1 }, "-": { 404: 1 } });
});

Deno.test("Counters.lastErrors has the last 20, the newest first", () => {
  const counters = new Counters();
  for (let i = 1; i <= 21; i++) counters.addError({ ...ERROR, requestId: `${i}` });
  const ids = counters.lastErrors.map(({ requestId }) => requestId);
  assertEquals(ids, Array.from({ length: 20 }, (_, i) => `${21 - i}`));
  const { time, ...error } = counters.lastErrors[0]!;
  assertEquals([new Date(time).toISOString(), error], [time, { ...ERROR, requestId: "21" }]);
});

Deno.test("readStatus() returns the version, and what it got", () => {
  const given = inputs(["/", 200]);
  const { memory, ...status } = readStatus(given);
  const { counters, ...others } = given;
  assertEquals(status, { version: manifest.version, ...others, requests: counters.requests, lastErrors: [] });
  assertEquals(memory.process > memory.heap && memory.heap > 0, true);
});

Deno.test("toPrometheus() writes every number of a status with its labels", () => {
  const status = {
    ...readStatus(inputs(["/{kind}/{name}", 200])),
    version: "5.0.0",
    memory: { process: 9000, heap: 800 },
  };
  const lines = toPrometheus(status).split("\n");
  assertEquals(lines.filter((line) => !line.startsWith("#")), [
    'pawkit_memory_bytes{version="5.0.0",of="process"} 9000',
    'pawkit_memory_bytes{version="5.0.0",of="heap"} 800',
    'pawkit_gate{gate="filters",state="places"} 3',
    'pawkit_gate{gate="filters",state="used"} 2',
    'pawkit_gate{gate="filters",state="waiting"} 1',
    'pawkit_gate{gate="drawings",state="places"} 2',
    'pawkit_gate{gate="drawings",state="used"} 0',
    'pawkit_gate{gate="drawings",state="waiting"} 0',
    'pawkit_cache_size{cache="pictures",unit="entries"} 4',
    'pawkit_cache_size{cache="pictures",unit="bytes"} 5000',
    'pawkit_cache_requests_total{cache="pictures",result="hits"} 6',
    'pawkit_cache_requests_total{cache="pictures",result="misses"} 7',
    'pawkit_requests_total{route="/{kind}/{name}",status="200"} 1',
    "",
  ]);
});

Deno.test("toPrometheus() writes what each metric means, and the type of those that only grow", () => {
  const types = toPrometheus(readStatus(inputs())).split("\n").filter((line) => line.startsWith("#"));
  assertEquals(types.filter((line) => line.endsWith(" counter")), [
    "# TYPE pawkit_cache_requests_total counter",
    "# TYPE pawkit_requests_total counter",
  ]);
  const names = types.map((line) => line.split(" ")[2]);
  assertEquals(names.filter((_, i) => i % 2 === 0), names.filter((_, i) => i % 2 === 1));
});

import { assertEquals, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { Histogram } from "@/lib/metrics/histogram.ts";
import { type AccessRecord, Traffic } from "@/lib/metrics/traffic.ts";

function record(fields: Partial<AccessRecord>): AccessRecord {
  return {
    startedAt: 0,
    method: "GET",
    url: "http://host/",
    route: "/",
    status: 200,
    ms: 1,
    bytes: 1,
    client: "a",
    requestId: undefined,
    ...fields,
  };
}

Deno.test("Traffic.report() counts by endpoint and status", () => {
  const traffic = new Traffic();
  for (const status of [200, 200, 404]) traffic.record(record({ route: "/a", status }));
  traffic.record(record({ route: null, status: 404 }));
  const { requests, byStatus, endpoints } = traffic.report();
  assertEquals([requests, byStatus], [4, { 200: 2, 404: 2 }]);
  assertEquals(endpoints["/a"]?.byStatus, { 200: 2, 404: 1 });
  assertEquals(endpoints["(no endpoint)"]?.requests, 1);
});

Deno.test("Traffic.record() hands every record to the writer once, in order", () => {
  const traffic = new Traffic();
  const seen: number[] = [];
  traffic.attach((records) => seen.push(...records.map(({ startedAt }) => startedAt)));
  for (let startedAt = 0; startedAt < 1000; startedAt++) traffic.record(record({ startedAt }));
  traffic.flush();
  assertEquals(seen, Array.from({ length: 1000 }, (_, i) => i));
});

Deno.test("Histogram.percentiles() is at most 25 % above the true value", () => {
  const histogram = new Histogram();
  for (let i = 1; i <= 10_000; i++) histogram.add(i / 10);
  const { p50, p90, p99, max } = histogram.percentiles();
  for (const [found, truth] of [[p50, 500], [p90, 900], [p99, 990]] as const) {
    assertGreaterOrEqual(found, truth);
    assertLessOrEqual(found, truth * 1.25 + 0.01);
  }
  assertEquals(max, 1000);
});

Deno.test("Histogram.percentiles() finds every single value within 25 %", () => {
  for (let ms = 0.01; ms < 100_000; ms *= 1.07) {
    const histogram = new Histogram();
    histogram.add(ms);
    histogram.add(1e6);
    const { p50 } = histogram.percentiles();
    assertEquals(p50 >= ms - 0.001 && p50 <= ms * 1.25 + 0.01, true, `${ms} became ${p50}`);
  }
});

Deno.test("Histogram.percentiles() takes what no clock should yield", () => {
  const histogram = new Histogram();
  for (const ms of [0, -1, NaN, 1e12]) histogram.add(ms);
  assertEquals(histogram.percentiles(), { p50: 0.01, p90: 21474836.48, p99: 21474836.48, max: 1e12 });
  assertEquals(new Histogram().percentiles(), { p50: 0, p90: 0, p99: 0, max: 0 });
});

import { assertEquals, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { Histogram } from "@/lib/metrics/histogram.ts";

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

Deno.test("Histogram.percentiles() accepts values that no clock should return", () => {
  const histogram = new Histogram();
  for (const ms of [0, -1, NaN, 1e12]) histogram.add(ms);
  assertEquals(histogram.percentiles(), { p50: 0.01, p90: 21474836.48, p99: 21474836.48, max: 1e12 });
  assertEquals(new Histogram().percentiles(), { p50: 0, p90: 0, p99: 0, max: 0 });
});

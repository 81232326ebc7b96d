import { assertEquals } from "@std/assert";
import { Histogram } from "@/lib/metrics/histogram.ts";

Deno.test("Histogram.percentiles() is at most 19 % above the true values", () => {
  for (let unit = 0.01; unit < 100_000; unit *= 1.07) {
    const histogram = new Histogram();
    for (let i = 1; i <= 100; i++) histogram.add(i * unit);
    const { p50, p90, p99, max } = histogram.percentiles();
    for (const [found, truth] of [[p50, 50], [p90, 90], [p99, 99], [max, 100]] as const) {
      const isClose = found >= truth * unit - 0.001 && found <= truth * unit * 1.19 + 0.001;
      assertEquals(isClose, true, `${truth * unit} became ${found}`);
    }
  }
});

Deno.test("Histogram.percentiles() accepts values that no clock should return", () => {
  const histogram = new Histogram();
  for (const ms of [0, -1, NaN, 1e12]) histogram.add(ms);
  assertEquals(histogram.percentiles(), { p50: 0.01, p90: 21474836.48, p99: 21474836.48, max: 1e12 });
  assertEquals(new Histogram().percentiles(), { p50: 0, p90: 0, p99: 0, max: 0 });
});

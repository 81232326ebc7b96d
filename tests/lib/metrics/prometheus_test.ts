import { assertEquals, assertThrows } from "@std/assert";
import { Histogram } from "@/lib/metrics/histogram.ts";
import { durationsOf, formatMetrics, type Metrics, totalOf } from "@/lib/metrics/prometheus.ts";

Deno.test("formatMetrics() writes help, type and samples, escapes labels, and omits metrics without samples", () => {
  const metrics: Metrics = {
    "a_total": ["Counts a", [[1, { x: "1" }], [2, { x: "2", y: 'a"b\\c\nd' }]]],
    b: ["Without samples", []],
    c: ["c", 0.5],
    d: ["Without a value", undefined],
  };
  const counter = ["# HELP a_total Counts a", "# TYPE a_total counter"];
  const samples = ['a_total{x="1"} 1', 'a_total{x="2",y="a\\"b\\\\c\\nd"} 2'];
  const gauge = ["# HELP c c", "# TYPE c gauge", "c 0.5"];
  assertEquals(formatMetrics(metrics), [...counter, ...samples, ...gauge, ""].join("\n"));
});

Deno.test("formatMetrics() writes the cumulative buckets of a histogram in seconds", () => {
  const times = new Histogram();
  for (const ms of [0.05, 1, 1, 20_000]) times.add(ms);
  const text = formatMetrics({ "t_seconds": ["t", [[times, { r: "/" }]]] });
  const value = (suffix: string) =>
    text.split("\n").find((line) => line.startsWith(`t_seconds_${suffix} `))?.split(" ")[1];
  assertEquals(text.split("\n")[1], "# TYPE t_seconds histogram");
  assertEquals(value('bucket{r="/",le="0.00008"}'), "1");
  assertEquals(value('bucket{r="/",le="0.00064"}'), "1");
  assertEquals(value('bucket{r="/",le="0.00128"}'), "3");
  assertEquals(value('bucket{r="/",le="10.48576"}'), "3");
  assertEquals(value('bucket{r="/",le="+Inf"}'), "4");
  assertEquals([value('count{r="/"}'), Number(value('sum{r="/"}')).toFixed(5)], ["4", "20.00205"]);
});

Deno.test("totalOf() and durationsOf() add up the samples that have the labels", () => {
  const times = new Histogram();
  times.add(10);
  const metrics: Metrics = {
    "a_total": ["a", [[1, { x: "1", y: "1" }], [2, { x: "2", y: "1" }], [4, { x: "1", y: "2" }]]],
    "t_seconds": ["t", [[times, { r: "1" }], [times, { r: "2" }]]],
  };
  assertEquals([totalOf(metrics, "a_total"), totalOf(metrics, "a_total", { x: "1" })], [7, 5]);
  assertEquals([durationsOf(metrics, "t_seconds").sum, durationsOf(metrics, "t_seconds", { r: "2" }).sum], [20, 10]);
  assertThrows(() => totalOf(metrics, "no_such_metric"), TypeError);
});

import { assertEquals } from "@std/assert";
import { Histogram } from "@/lib/metrics/histogram.ts";
import { formatMetrics, type Metric } from "@/lib/metrics/prometheus.ts";

Deno.test("formatMetrics() writes help, type and samples, and leaves out metrics without samples", () => {
  const metrics: Metric[] = [
    { name: "a_total", help: "Counts a", type: "counter", samples: [[1, { x: "1" }], [2, { x: "2", y: "z" }]] },
    { name: "b", help: "Without samples", type: "gauge", samples: [] },
    { name: "c", help: "c", type: "gauge", samples: [[0.5]] },
  ];
  const expected = [
    "# HELP a_total Counts a",
    "# TYPE a_total counter",
    'a_total{x="1"} 1',
    'a_total{x="2",y="z"} 2',
    "# HELP c c",
    "# TYPE c gauge",
    "c 0.5",
    "",
  ];
  assertEquals(formatMetrics(metrics), expected.join("\n"));
});

Deno.test("formatMetrics() escapes what would end a label or a line", () => {
  const text = formatMetrics([{ name: "a", help: "b\n\\", type: "gauge", samples: [[1, { c: 'a"b\\c\nd' }]] }]);
  assertEquals(text, '# HELP a b\\n\\\\\n# TYPE a gauge\na{c="a\\"b\\\\c\\nd"} 1\n');
});

Deno.test("formatMetrics() writes the cumulative buckets of a histogram in seconds", () => {
  const times = new Histogram();
  for (const ms of [0.05, 1, 1, 20_000]) times.add(ms);
  const text = formatMetrics([{ name: "t_seconds", help: "t", type: "histogram", samples: [[times, { r: "/" }]] }]);
  const value = (suffix: string) =>
    text.split("\n").find((line) => line.startsWith(`t_seconds_${suffix} `))?.split(" ")[1];
  assertEquals(value('bucket{r="/",le="0.00008"}'), "1");
  assertEquals(value('bucket{r="/",le="0.00064"}'), "1");
  assertEquals(value('bucket{r="/",le="0.00128"}'), "3");
  assertEquals(value('bucket{r="/",le="10.48576"}'), "3");
  assertEquals(value('bucket{r="/",le="+Inf"}'), "4");
  assertEquals([value('count{r="/"}'), Number(value('sum{r="/"}')).toFixed(5)], ["4", "20.00205"]);
});

import { assert, assertEquals } from "@std/assert";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { formatShort, MAX_CHART_DAYS, renderChart } from "@/lib/launcher/chart.ts";

const NAMESPACES = { svg: "http://www.w3.org/2000/svg" };

Deno.test("renderChart() draws one bar for each day, as high as its downloads", () => {
  const { heights, labels } = read([["2026-01-01", 50], ["2026-01-02", 100], ["2026-01-03", 0]]);
  assertEquals(heights, [53, 106, 0]);
  assertEquals(labels, ["Downloads of app by day", "150 in 3 days", "100", "50", "0", "2026-01-01", "2026-01-03"]);
});

Deno.test("renderChart() draws days that are missing, also across the end of a month", () => {
  const { heights } = read([["2028-02-27", 2], ["2028-03-01", 1]]);
  assertEquals(heights, [106, 0, 0, 53]);
});

Deno.test("renderChart() draws the newest days if there are too many", () => {
  const { heights, labels } = read([["2020-01-01", 7], ["2026-01-01", 1]]);
  assertEquals([heights.length, labels.at(-2)], [MAX_CHART_DAYS, "2025-01-01"]);
});

Deno.test("renderChart() draws all days of a period, and the newest counts if these are too many", () => {
  const days = [["2026-01-02", 2], ["2026-01-03", 1]] as const;
  assertEquals(read(days, { since: "2026-01-01", until: "2026-01-05" }).heights, [0, 106, 53, 0, 0]);
  const { heights, labels } = read(days, { since: "2020-01-01", until: "2040-01-01" });
  assertEquals([heights.length, labels.at(-1)], [MAX_CHART_DAYS, "2026-01-03"]);
});

Deno.test("renderChart() without a day says so", () => {
  const { heights, labels } = read([]);
  assertEquals([heights, labels], [[], ["Downloads of app by day", "No downloads were counted in this period."]]);
});

Deno.test("renderChart() has a title and a description for screen readers, and colours for dark pages", () => {
  const text = renderChart([{ date: "2026-01-01", downloads: 1234 }], { appName: "app" });
  for (
    const part of [
      'role="img" aria-labelledby="title summary"',
      '<title id="title">Downloads of app by day</title>',
      '<desc id="summary">1,234 downloads from 2026-01-01 to 2026-01-01, at most 1,234 in a day.</desc>',
      "@media(prefers-color-scheme:dark)",
    ]
  ) assert(text.includes(part), text);
});

Deno.test("formatShort() writes three digits and a letter", () => {
  const written = [0, 7, 999, 1000, 1234, 45_678, 999_999, 3_456_789].map(formatShort);
  assertEquals(written, ["0", "7", "999", "1k", "1.23k", "45.7k", "1M", "3.46M"]);
});

function read(days: readonly (readonly [string, number])[], period: { since?: string; until?: string } = {}) {
  const counts = days.map(([date, downloads]) => ({ date, downloads }));
  using document = XmlDocument.fromString(renderChart(counts, { appName: "app", ...period }));
  const labels = document.find("//svg:text", NAMESPACES).map((node) => (node as XmlElement).content).filter((each) =>
    each !== ""
  );
  const path = document.get("//svg:path/@d", NAMESPACES)?.content ?? "";
  const heights = [...path.matchAll(/M[\d.]+ ([\d.]+)V([\d.]+)/g)].map(([, bottom, top]) =>
    Number(bottom) - Number(top)
  );
  return { heights, labels };
}

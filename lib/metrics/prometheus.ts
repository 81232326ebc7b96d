import type { Histogram } from "@/lib/metrics/histogram.ts";

/** The media type of the Prometheus text format. */
export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The labels of a sample. Any text is allowed as a value. */
export type Labels = Readonly<Record<string, string>>;

/** A value with its labels. */
export type Sample<Value = number> = readonly [value: Value, labels?: Labels];

/** A metric and its samples. A metric without samples is left out. */
export type Metric =
  & { readonly name: string; readonly help: string }
  & (
    | { readonly type: "counter" | "gauge"; readonly samples: readonly Sample[] }
    | { readonly type: "histogram"; readonly samples: readonly Sample<Histogram>[] }
  );

/** Writes metrics in the Prometheus text format. The durations of histograms become seconds. */
export function formatMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.filter(({ samples }) => samples.length > 0).flatMap((metric) => [
    `# HELP ${metric.name} ${metric.help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
    `# TYPE ${metric.name} ${metric.type}`,
    ...metric.type === "histogram"
      ? metric.samples.flatMap(([histogram, labels]) => formatHistogram(metric.name, histogram, labels))
      : metric.samples.map(([value, labels]) => formatSample(metric.name, value, labels)),
  ]);
  return lines.map((line) => `${line}\n`).join("");
}

function formatHistogram(name: string, histogram: Histogram, labels: Labels = {}): string[] {
  const { count, sum } = histogram;
  const bucket = (le: string, below: number) => formatSample(`${name}_bucket`, below, { ...labels, le });
  return [
    ...histogram.cumulative().map((point) => bucket(String(point.le), point.count)),
    bucket("+Inf", count),
    formatSample(`${name}_sum`, sum / 1000, labels),
    formatSample(`${name}_count`, count, labels),
  ];
}

function formatSample(name: string, value: number, labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

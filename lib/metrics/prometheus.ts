import { Histogram } from "@/lib/metrics/histogram.ts";

/** The media type of the Prometheus text format. */
export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The labels of a sample. Any text is allowed as a value. */
export type Labels = Readonly<Record<string, string>>;

/** A value with its labels. */
export type Sample = readonly [value: number | Histogram, labels?: Labels];

/** What a metric means, in one line, and its value, its values with labels, or nothing. */
export type Metric = readonly [help: string, value: Sample[0] | readonly Sample[] | undefined];

/** The metrics of one moment by name. The names of counters, and no others, end in `_total`. */
export type Metrics = Readonly<Record<string, Metric>>;

/** Returns the samples of a metric that have these labels. @throws {TypeError} if there is no such metric. */
function samplesOf(metrics: Metrics, name: string, wanted: Labels = {}): readonly Sample[] {
  const metric = metrics[name];
  if (metric === undefined) throw new TypeError(`There is no metric named "${name}"`);
  const [, value = []] = metric;
  const samples = typeof value === "number" || value instanceof Histogram ? [[value]] as const : value;
  return samples.filter(([, labels]) => Object.entries(wanted).every(([label, text]) => labels?.[label] === text));
}

/** Returns the sum of the samples of a metric that have these labels. */
export function totalOf(metrics: Metrics, name: string, labels?: Labels): number {
  return samplesOf(metrics, name, labels).reduce((sum, [value]) => sum + Number(value), 0);
}

/** Returns all durations of a metric that have these labels. */
export function durationsOf(metrics: Metrics, name: string, labels?: Labels): Histogram {
  const durations = new Histogram();
  for (const [value] of samplesOf(metrics, name, labels)) if (value instanceof Histogram) durations.merge(value);
  return durations;
}

/** Writes metrics in the Prometheus text format, without those that have no value. Durations become seconds. */
export function formatMetrics(metrics: Metrics): string {
  const lines = Object.entries(metrics).flatMap(([name, [help]]) => {
    const samples = samplesOf(metrics, name);
    const other = samples[0]?.[0] instanceof Histogram ? "histogram" : "gauge";
    const type = name.endsWith("_total") ? "counter" : other;
    const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
    return samples.length === 0 ? [] : [...head, ...samples.flatMap((sample) => formatSample(name, sample))];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function formatSample(name: string, [value, labels = {}]: Sample): string[] {
  if (value instanceof Histogram) {
    const buckets = [...value.cumulative(), ["+Inf", value.count] as const];
    return [
      ...buckets.flatMap(([le, count]) => formatSample(`${name}_bucket`, [count, { ...labels, le: String(le) }])),
      ...formatSample(`${name}_sum`, [value.sum / 1000, labels]),
      ...formatSample(`${name}_count`, [value.count, labels]),
    ];
  }
  // The characters that would end a label or a line.
  const escape = (text: string) => text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n");
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`);
  return [`${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`];
}

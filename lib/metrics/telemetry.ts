import type { Histogram } from "@opentelemetry/api";

/** Labels of a span or a measurement. Each has few possible values, and none is an address or a URL. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Spans and metrics for the operator's tools. The capabilities use it without knowing whether it is on. */
export interface Telemetry {
  /** Runs `work` in a span of its own. A rejection marks the span as failed and is passed on. */
  readonly trace: <T>(name: string, work: () => Promise<T>, attributes?: Attributes) => Promise<T>;
  /** Records a duration in milliseconds. */
  readonly time: (name: string, ms: number, attributes?: Attributes) => void;
}

/** Telemetry that is off: it runs the work and records nothing. */
export const NO_TELEMETRY: Telemetry = { trace: (_name, work) => work(), time: () => {} };

/** The name under which spans and metrics appear. */
const SCOPE = "pawkit";

/**
 * Returns telemetry over the OpenTelemetry API. If it is on (`OTEL_DENO=true`), Deno exports what is recorded; if it is
 * off, the API is not even loaded.
 */
export async function loadTelemetry(isOn: boolean): Promise<Telemetry> {
  if (!isOn) return NO_TELEMETRY;
  const { metrics, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const tracer = trace.getTracer(SCOPE);
  const meter = metrics.getMeter(SCOPE);
  const histograms = new Map<string, Histogram>();
  return {
    trace(name, work, attributes = {}) {
      return tracer.startActiveSpan(name, { attributes: { ...attributes } }, async (span) => {
        try {
          return await work();
        } catch (error) {
          // Only the name of the error leaves the process, because its message may contain an address or a URL.
          span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "Error" });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    time(name, ms, attributes = {}) {
      const histogram = histograms.get(name) ?? meter.createHistogram(name, { unit: "ms" });
      histograms.set(name, histogram);
      histogram.record(ms, { ...attributes });
    },
  };
}

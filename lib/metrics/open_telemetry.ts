import type { Counter, Histogram, Meter, Tracer } from "@opentelemetry/api";
import { type Attributes, NO_TELEMETRY, type Telemetry } from "@/lib/metrics/telemetry.ts";

/** The name under which spans and metrics appear. */
const SCOPE = "pawkit";

/**
 * Returns telemetry over the OpenTelemetry API. If it is on (`OTEL_DENO=true`), Deno exports what is recorded; if it is
 * off, the API is not even loaded.
 */
export async function loadTelemetry(isOn: boolean): Promise<Telemetry> {
  if (!isOn) return NO_TELEMETRY;
  const { metrics, SpanStatusCode, trace } = await import("@opentelemetry/api");
  return new OpenTelemetry(trace.getTracer(SCOPE), metrics.getMeter(SCOPE), SpanStatusCode.ERROR);
}

class OpenTelemetry implements Telemetry {
  readonly #tracer: Tracer;
  readonly #meter: Meter;
  readonly #errorCode: number;
  readonly #counters = new Map<string, Counter>();
  readonly #histograms = new Map<string, Histogram>();

  constructor(tracer: Tracer, meter: Meter, errorCode: number) {
    this.#tracer = tracer;
    this.#meter = meter;
    this.#errorCode = errorCode;
  }

  trace<T>(name: string, work: () => Promise<T>, attributes: Attributes = {}): Promise<T> {
    return this.#tracer.startActiveSpan(name, { attributes: { ...attributes } }, async (span) => {
      try {
        return await work();
      } catch (error) {
        // Only the name of the error leaves the process, because its message may contain an address or a URL of a caller.
        span.setStatus({ code: this.#errorCode, message: error instanceof Error ? error.name : "Error" });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  count(name: string, attributes: Attributes = {}): void {
    const counter = this.#counters.get(name) ?? this.#meter.createCounter(name);
    this.#counters.set(name, counter);
    counter.add(1, { ...attributes });
  }

  time(name: string, ms: number, attributes: Attributes = {}): void {
    const histogram = this.#histograms.get(name) ?? this.#meter.createHistogram(name, { unit: "ms" });
    this.#histograms.set(name, histogram);
    histogram.record(ms, { ...attributes });
  }
}

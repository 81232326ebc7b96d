import type { Histogram, Span } from "@opentelemetry/api";

/** Labels of a span or a measurement. Each has few possible values, and none is an address or a URL. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Spans and metrics for the operator's tools. The capabilities use it without knowing whether it is on. */
export interface Telemetry {
  /** Runs `work` in a span of its own. A rejection marks the span as failed and is passed on. */
  readonly trace: <T>(name: string, work: () => Promise<T>, attributes?: Attributes) => Promise<T>;
  /** Records a duration in milliseconds. */
  readonly time: (name: string, ms: number, attributes?: Attributes) => void;
  /** Names the span and the metrics of the current request after its route, if it has one. */
  readonly nameRequest: (method: string, route: string | null) => void;
}

/** Telemetry that is off: it runs the work and records nothing. */
export const NO_TELEMETRY: Telemetry = { trace: (_name, work) => work(), time: () => {}, nameRequest: () => {} };

/**
 * Returns telemetry over the OpenTelemetry API. If it is on (`OTEL_DENO=true`), Deno exports what is recorded; if it is
 * off, the API is not even loaded.
 */
export async function loadTelemetry(isOn: boolean): Promise<Telemetry> {
  if (!isOn) return NO_TELEMETRY;
  const { metrics, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const tracer = trace.getTracer("pawkit");
  hideQueries(tracer.startSpan("start"));
  const meter = metrics.getMeter("pawkit");
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
    nameRequest(method, route) {
      if (route !== null) trace.getActiveSpan()?.updateName(`${method} ${route}`).setAttribute("http.route", route);
    },
  };
}

/**
 * Makes all spans drop query strings, which contain what callers filter. Deno sets `url.full` and `url.query` before
 * the service sees a request, and setting an attribute again adds a second one, so the method itself is replaced.
 */
function hideQueries(span: Span): void {
  const prototype: Span = Object.getPrototypeOf(span);
  const { setAttribute } = prototype;
  prototype.setAttribute = function (name, value) {
    if (name === "url.query") return this;
    return setAttribute.call(this, name, name === "url.full" ? String(value).replace(/[?#].*$/s, "") : value);
  };
}

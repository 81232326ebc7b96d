/** What a span or a measurement is about: few values each, never an address or a URL. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Spans and metrics for the operator's own tools. Capabilities get it handed in and need not know whether it is on. */
export interface Telemetry {
  /** Runs `work` in a span of its own; a rejection marks the span as failed and passes through. */
  trace<T>(name: string, work: () => Promise<T>, attributes?: Attributes): Promise<T>;
  /** Counts an event. */
  count(name: string, attributes?: Attributes): void;
  /** Measures a duration in milliseconds. */
  time(name: string, ms: number, attributes?: Attributes): void;
}

/** Telemetry that is off: the work and nothing else. */
export const NO_TELEMETRY: Telemetry = {
  trace: (_name, work) => work(),
  count: () => {},
  time: () => {},
};

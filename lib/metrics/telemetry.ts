/** Labels of a span or a measurement. Each has few possible values, and none is an address or a URL. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Spans and metrics for the operator's tools. It is passed to the capabilities, which do not know whether it is on. */
export interface Telemetry {
  /** Runs `work` in a span of its own. A rejection marks the span as failed and is passed on. */
  trace<T>(name: string, work: () => Promise<T>, attributes?: Attributes): Promise<T>;
  /** Counts an event. */
  count(name: string, attributes?: Attributes): void;
  /** Records a duration in milliseconds. */
  time(name: string, ms: number, attributes?: Attributes): void;
}

/** Telemetry that is off: it runs the work and records nothing. */
export const NO_TELEMETRY: Telemetry = {
  trace: (_name, work) => work(),
  count: () => {},
  time: () => {},
};

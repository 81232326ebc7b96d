/** Names the span and the metrics of the current request after its route, if it has one. */
export type NameRequest = (method: string, route: string | null) => void;

/**
 * Returns the function that names requests for telemetry. Deno records and exports them (`OTEL_DENO=true`), but does
 * not know the routes: all spans would be called `GET`. If telemetry is off, the API is not even loaded.
 */
export async function loadNameRequest(hasTelemetry: boolean): Promise<NameRequest | undefined> {
  if (!hasTelemetry) return undefined;
  const { trace } = await import("@opentelemetry/api");
  return (method, route) => {
    if (route !== null) trace.getActiveSpan()?.updateName(`${method} ${route}`).setAttribute("http.route", route);
  };
}

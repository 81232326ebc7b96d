import type { HttpContext, RequestState } from "@/lib/http/request_state.ts";

/** What the logs and the metrics know about an answered request. */
export interface AccessRecord extends Readonly<Pick<RequestState, "method" | "bytes" | "client" | "requestId">> {
  /** When the request arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly url: string;
  /** The pattern of the matched route, or `null` if the path has none. */
  readonly route: string | null;
  readonly status: number;
  readonly ms: number;
  readonly isRefused: boolean;
}

/** Writes an answered request to the access log. */
export type AccessWriter = (record: AccessRecord) => void;

/** Creates the record of a request when its response is ready. */
export function toAccessRecord({ req, route, state }: HttpContext, status: number): AccessRecord {
  const { method, bytes, client, requestId, isRefused = false } = state;
  const ms = performance.now() - state.startedAt;
  return { at: Date.now() - ms, method, url: req.url, route, status, ms, bytes, client, requestId, isRefused };
}

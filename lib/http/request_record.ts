import type { HttpContext, RequestState } from "@/lib/http/request_state.ts";

/** What the logs and the metrics know about an answered request. */
export interface RequestRecord
  extends Readonly<Pick<RequestState, "method" | "route" | "bytes" | "client" | "requestId">> {
  /** When the request arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly isRefused: boolean;
}

/** Writes an answered request to the access log. */
export type RequestWriter = (record: RequestRecord) => void;

/** The methods that are named. Callers can invent others, of any length. */
const METHODS: readonly string[] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** Creates the record of a request when its response is ready. */
export function toRequestRecord({ req, state }: HttpContext, status: number): RequestRecord {
  const { route, bytes, client, requestId, isRefused } = state;
  const method = METHODS.includes(state.method) ? state.method : "other";
  const ms = performance.now() - state.startedAt;
  return { at: Date.now() - ms, method, url: req.url, route, status, ms, bytes, client, requestId, isRefused };
}

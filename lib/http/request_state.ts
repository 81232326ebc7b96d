import { readRequestId } from "@/lib/http/request_id.ts";

/** What the service knows about one request while it answers it; `routes/_middleware.ts` fills it in. */
export interface RequestState {
  /** Who is calling: an address, IPv6 by its /64 network. It never appears in logs. */
  client: string;
  /** When the request arrived, in milliseconds since the start of the process. */
  startedAt: number;
  /** Cached because reading `req.method` crosses into Rust each time. */
  method: string;
  /** Length of the response body, where it is known. */
  bytes?: number | undefined;
  /** The caller's own id, or a new one from the moment it is needed. */
  requestId: string | undefined;
  /** Headers that depend on this request: the caller's id, CORS exposure. */
  extraHeaders: Record<string, string> | undefined;
  /** The `ratelimit` header, while limits are on. */
  rateLimit: string | undefined;
  /** Whether the response already has the headers that every response carries. */
  isDressed: boolean;
}

/** The part of Fresh's context that the capabilities see. */
export interface HttpContext {
  readonly req: Request;
  readonly url: URL;
  readonly state: RequestState;
  /** The pattern of the matched route, or `null` if the path has none. */
  readonly route: string | null;
}

/** What a page of another origin may read of an answer's headers. */
const EXPOSED = "x-request-id, retry-after, ratelimit, ratelimit-policy, server-timing, etag, x-filter, x-cache";

/** Prepares the state of a new request: who asks, its id and the headers that depend on it alone. */
export function initRequestState({ req, state }: Pick<HttpContext, "req" | "state">, client: string): void {
  const { headers } = req;
  state.client = client;
  state.method = req.method;
  state.startedAt = performance.now();
  state.bytes = undefined;
  state.extraHeaders = undefined;
  // `has` first: it makes Deno read all headers at once, where `get` would call into it for each.
  const requestId = headers.has("x-request-id") ? readRequestId(headers) : undefined;
  state.requestId = requestId;
  state.rateLimit = undefined;
  state.isDressed = false;
  if (requestId !== undefined) state.extraHeaders = { "x-request-id": requestId };
  if (headers.has("origin")) {
    state.extraHeaders = { ...state.extraHeaders, "access-control-expose-headers": EXPOSED };
  }
}

import { readRequestId } from "@/lib/http/request_id.ts";

/** What the service keeps of one request while it is answered; `routes/_middleware.ts` fills it in. */
export interface ExchangeState {
  /** The request's verb. Kept, as asking the request for it is dear and everyone does. */
  method: string;
  /** Length of the answer's body, where it is known. */
  bytes?: number | undefined;
  /** The id the caller brought, or the one made for it when it is first needed. */
  requestId: string | undefined;
  /** Headers that this request's answers carry beyond the fixed ones: the caller's id, CORS exposure. */
  extraHeaders: Record<string, string> | undefined;
  /** The `ratelimit` header, while limits are on. */
  rateLimit: string | undefined;
  /** Whether the answer already has the headers that every answer carries. */
  isDressed: boolean;
}

/** A request on its way: the part of Fresh's context that the capabilities see. */
export interface Exchange {
  readonly req: Request;
  readonly url: URL;
  readonly state: ExchangeState;
}

/** What the operator needs besides. */
export interface VisitState extends ExchangeState {
  /** Who asks: an address, IPv6 by its /64 network. It is kept out of logs. */
  client: string;
  /** When the request came, in milliseconds since the start of the process. */
  startedAt: number;
}

/** A request with who sent it and the pattern of its endpoint, or `null` for a path that is none. */
export interface Visit extends Exchange {
  readonly state: VisitState;
  readonly route: string | null;
}

/** What a page of another origin may read of an answer's headers. */
const EXPOSED = "x-request-id, retry-after, ratelimit, ratelimit-policy, server-timing, etag, x-filter, x-cache";

/** Prepares the state of a new request: who asks, its id and the headers that depend on it alone. */
export function openExchange({ req, state }: Pick<Visit, "req" | "state">, client: string): void {
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

/** What the service knows about one request while it handles it. */
export interface RequestState {
  /** The client to which limits apply: an IPv4 address or an IPv6 /56. Log files never have it, only the console. */
  client: string;
  /** The network to which bans apply: an IPv4 address or an IPv6 /64. */
  network: string;
  /** When the request arrived, in milliseconds since the start of the process. */
  startedAt: number;
  /** The matched route as documents write it, such as `/{kind}/{name}`, or `null` if the path has none. */
  route: string | null;
  /** Cached because reading `req.method` crosses into Rust each time. */
  method: string;
  /** The id in the error response and in the log, once an error needs it. */
  requestId: string | undefined;
  /** Whether the request takes a point. A health check takes none, nor does a banned client. */
  isCharged: boolean;
  /** Whether the request was refused: by a ban, without points, or because too much of the client is in progress. */
  isRefused: boolean;
  /** Length of the response body in bytes, if it is known in advance. */
  bytes: number | undefined;
  /** Bytes that were received for the request: its body, and its sources. */
  receivedBytes: number;
  /** Charges points for work that neither bytes nor processor time measure, before the work is done. */
  charge: (points: number) => void;
}

/** Creates the state of a request that has just arrived. A literal, so that the compiler finds a missing field. */
export function createRequestState(
  { method, client, network, route }: Pick<RequestState, "method" | "client" | "network" | "route">,
): RequestState {
  return {
    client,
    network,
    startedAt: performance.now(),
    route,
    method,
    requestId: undefined,
    isCharged: false,
    isRefused: false,
    bytes: undefined,
    receivedBytes: 0,
    charge() {},
  };
}

/** The part of Fresh's context that the features use, so that they do not depend on Fresh. */
export interface HttpContext {
  readonly req: Request;
  readonly url: URL;
  readonly state: RequestState;
}

/** What a caller's own `x-request-id` may look like. */
export const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

// Random characters identify the process, and a counter identifies the request: a UUID would take longer.
const ID_PREFIX = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
let requestCount = 0;

/** Returns a new request id. */
export function createRequestId(): string {
  return `${ID_PREFIX}-${(++requestCount).toString(36)}`;
}

/** Returns the id of a request: the caller's own `x-request-id` if it is usable, otherwise a new one. */
export function requestIdOf({ req, state }: HttpContext): string {
  if (state.requestId !== undefined) return state.requestId;
  const sent = req.headers.get("x-request-id");
  const id = sent !== null && VALID_REQUEST_ID.test(sent) ? sent : createRequestId();
  state.requestId = id;
  return id;
}

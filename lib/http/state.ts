/** What the service knows about one request while it handles it. */
export interface RequestState {
  /** The client to which limits apply: an IPv4 address, or an IPv6 /56. */
  client: string;
  /** The network to which bans apply: an IPv4 address, or an IPv6 /64. */
  network: string;
  /** The matched route as documents write it, such as `/{kind}/{name}`, or null. */
  route: string | null;
  /** Cached because reading `req.method` crosses into Rust. */
  method: string;
  /** The origin of the public addresses of this service, such as `https://example.org`. */
  origin: string;
  /** Our own id of the request, for the error and the log. */
  requestId: string;
}

// Random characters identify the process and a counter identifies the request, because a UUID would take longer.
const ID_PREFIX = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
let requestCount = 0;

/** Returns a new request id. */
export function createRequestId(): string {
  return `${ID_PREFIX}-${(++requestCount).toString(36)}`;
}

const routes = new Map<string, string>();

/** Returns a route as documents write it: `/{kind}/{name}` for `/:kind/:name`. */
export function toDocumentedRoute(pattern: string | null): string | null {
  if (pattern === null) return null;
  const known = routes.get(pattern) ?? pattern.replaceAll(/:(\w+)(?:\([^)]*\))?\*?/g, "{$1}");
  routes.set(pattern, known);
  return known;
}

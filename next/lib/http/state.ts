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
  /** The origin of this service's public addresses, such as `https://example.org`. */
  origin: string;
  /** Our own id of the request, for the error and the log. */
  requestId: string;
}

/** The part of Fresh's context that lib/ uses. */
export interface HttpContext {
  readonly req: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly state: RequestState;
}

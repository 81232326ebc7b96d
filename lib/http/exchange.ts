/** What the service keeps of one request while it is answered; `routes/_middleware.ts` fills it in. */
export interface ExchangeState {
  /** The id the caller brought, or the one made for it when it is first needed. */
  requestId: string | undefined;
  /** Headers that this request's answers carry beyond the fixed ones: the caller's id, CORS exposure. */
  extraHeaders: Record<string, string> | undefined;
  /** The `ratelimit` header, while limits are on. */
  rateLimit: string | undefined;
}

/** A request on its way: the part of Fresh's context that the capabilities see. */
export interface Exchange {
  readonly req: Request;
  readonly url: URL;
  readonly state: ExchangeState;
}

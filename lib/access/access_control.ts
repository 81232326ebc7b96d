import { getLogger } from "@logtape/logtape";
import type { Config } from "@/fresh.config.ts";
import { Bans, MAX_WRONG_TOKENS, toUntil } from "@/lib/access/bans.ts";
import { CountExchange } from "@/lib/access/exchange.ts";
import { type Allowance, Limiter, SharedClock, toRateLimitPolicy } from "@/lib/access/limiter.ts";
import {
  authenticationError,
  countsAsAttempt,
  foreignHostError,
  isForeignBrowser,
  isOperatorRoute,
  isSameToken,
  readToken,
} from "@/lib/access/operator_area.ts";
import { Refusals } from "@/lib/access/refusals.ts";
import { Shares } from "@/lib/access/shares.ts";
import { waitAtMost } from "@/lib/async/deadline.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { ApiError, notFoundError } from "@/lib/http/errors.ts";
import { LOOP_HEADER } from "@/lib/http/loop_header.ts";
import type { HttpContext, RequestState } from "@/lib/http/request_state.ts";
import type { AddressOptions } from "@/lib/http/request_url.ts";
import { SharedStore } from "@/lib/store/shared_store.ts";
import type { Ban } from "@/lib/store/store.ts";

/** Options of {@linkcode AccessControl}. */
export interface AccessControlOptions
  extends AddressOptions, Pick<Config, "rateLimit" | "operatorToken" | "stateUrl" | "clientShares"> {
  readonly clock?: SharedClock;
}

/** The route that is open to everyone and costs no points, because load balancers request it all the time. */
const FREE_ROUTE = "/healthz";

/** Tokens that a banned client may try in a minute: enough for an operator with the right one, useless for guessing. */
const MAX_GUESSES = 10;

/** How long requests wait at the start for the first read of the bans. */
const FIRST_READ_MS = 2_000;

/** How long a stop waits for the last exchange, because the process has to end soon. */
const LAST_EXCHANGE_MS = 300;

/** Decides from memory which requests the service accepts: bans, rate limits and the operator's token. */
export class AccessControl {
  readonly bans: Bans;
  readonly shares: Shares;
  readonly refusals: Refusals;
  readonly #limiter: Limiter | undefined;
  readonly #guesses: Limiter;
  readonly #options: AccessControlOptions;
  readonly #store: SharedStore | undefined;
  readonly #exchange: CountExchange | undefined;
  #isOpened = false;
  #loading: Promise<unknown> | undefined;

  /** Does not connect to the store yet: {@linkcode AccessControl.open} or the first request does. */
  constructor(options: AccessControlOptions) {
    const { rateLimit: limit, stateUrl: url, trustProxy, clock: shared = new SharedClock() } = options;
    const clock = () => shared.now();
    const onStoreTime = (now: number) => shared.adjust(now);
    const store = url === "" ? undefined : new SharedStore({ url });
    this.#options = options;
    this.#store = store;
    this.shares = new Shares(options.clientShares, limit);
    this.refusals = new Refusals({ isBehindProxy: trustProxy > 0 });
    this.bans = new Bans({ store, windowClock: clock, onStoreTime, onBan: (ban) => this.#logBan(ban) });
    this.#guesses = new Limiter({ limit: MAX_GUESSES, clock });
    if (limit !== undefined) this.#limiter = new Limiter({ limit, clock, ...(store && { name: "limit" }) });
    if (store === undefined) return;
    const limiters = [this.bans.wrongTokens, ...(this.#limiter ? [this.#limiter] : [])];
    this.#exchange = new CountExchange({ store, limiters, onStoreTime });
  }

  /** Opens the store. Requests that arrive before the bans have been read wait for them. */
  open(): void {
    this.#isOpened = true;
    if (this.#store === undefined) return;
    this.#exchange?.start();
    this.#loading = waitAtMost(FIRST_READ_MS, this.bans.load()).finally(() => this.#loading = undefined);
  }

  /**
   * Checks that the client is not banned and takes one point. Returns a promise only before the first read of the bans,
   * and if it has to compare a token.
   *
   * @throws {ApiError} `banned` or `rate_limited`. A returned promise rejects with the same errors.
   */
  admit(ctx: HttpContext): void | Promise<void> {
    // Under `deno serve` or in a test, the first request may arrive before anything called `open`.
    if (!this.#isOpened) this.open();
    if (this.#loading !== undefined) return this.#loading.then(() => this.admit(ctx));
    if (ctx.route === FREE_ROUTE) return;
    const { operatorToken } = this.#options;
    if (operatorToken !== undefined && isOperatorRoute(ctx.route)) return this.#admitToOperatorArea(ctx, operatorToken);
    this.bans.assertNotBanned(ctx.state.client);
    this.#takeRequestPoint(ctx);
  }

  /**
   * Takes points before work that costs more than the point of every request.
   *
   * @throws {ApiError} `rate_limited` if the client has too few. None are taken then.
   */
  take({ state }: Pick<HttpContext, "state">, points: number): void {
    // When the client tries again, it needs the point of the request, too.
    this.#apply(state, this.#limiter?.take(state.client, points, points + 1));
  }

  /**
   * Charges points after work, when it is known what the work cost. It never throws: what the client does not have is
   * counted in the next minute.
   */
  charge({ state }: Pick<HttpContext, "state">, points: number): void {
    this.#apply(state, this.#limiter?.charge(state.client, points));
  }

  /**
   * Checks that earlier requests of the client were not charged more than it had. Work that has waited for its turn
   * calls this, because they may have ended meanwhile. `price` is what its request costs.
   *
   * @throws {ApiError} `rate_limited` if the client has a debt.
   */
  assertNoDebt({ state }: Pick<HttpContext, "state">, price: number): void {
    this.#apply(state, this.#limiter?.checkDebt(state.client, price));
  }

  /**
   * Returns the caller of an accepted request: its client, and how that pays for the work of the request. The signal
   * is a getter: reading it makes Deno watch the connection, which takes as long as a small response.
   */
  callerOf(ctx: HttpContext): Caller {
    const { client } = ctx.state;
    return {
      client,
      get signal() {
        return ctx.req.signal;
      },
      take: (points) => this.take(ctx, points),
      charge: (points) => this.charge(ctx, points),
      assertNoDebt: (price) => this.assertNoDebt(ctx, price),
      acquire: (share, signal) => this.shares.acquire(client, share, signal),
    };
  }

  /**
   * Returns the operator's token. @throws {ApiError} `not_found` if none is configured: the area does not exist then.
   */
  requireOperatorToken(): string {
    const { operatorToken } = this.#options;
    if (operatorToken === undefined) throw notFoundError();
    return operatorToken;
  }

  /**
   * Checks the operator's token. A wrong token is counted and can lead to a ban.
   *
   * @throws {ApiError} `authentication_required`, or `not_found` if no token is configured.
   */
  async authenticate({ req, state }: HttpContext): Promise<void> {
    const token = this.requireOperatorToken();
    // Anyone can make a filter send requests, so these must never count as attempts of the server's own address.
    if (req.headers.has(LOOP_HEADER)) throw notFoundError();
    const sent = readToken(req);
    if (sent === undefined) throw authenticationError("its token is required");
    // Before the comparison: whoever guesses could send the same header, and would never be banned.
    if (!countsAsAttempt(req)) throw authenticationError("another site must not cause its requests");
    if (await isSameToken(sent, token)) return;
    throw wrongTokenError(this.bans.countWrongToken(state.client));
  }

  /** The store of limits and bans, and whether it is available. */
  get store(): { readonly engine: "memory" | "kv" | "redis"; readonly isUp: boolean } {
    if (this.#store === undefined) return { engine: "memory", isUp: true };
    return { engine: this.#options.stateUrl.startsWith("kv:") ? "kv" : "redis", isUp: this.#store.isUp };
  }

  /** Closes the store, after what other instances do not know yet has been written to it. */
  async close(): Promise<void> {
    if (!this.#isOpened) return;
    await waitAtMost(LAST_EXCHANGE_MS, Promise.all([this.#exchange?.close(), this.bans.close()]));
    await this.#store?.close();
  }

  /** The right token lifts the ban of its client. */
  async #admitToOperatorArea(ctx: HttpContext, token: string): Promise<void> {
    const { client } = ctx.state;
    if (this.bans.isBanned(client) && await this.#isRightGuess(ctx, token)) this.bans.lift(client);
    this.bans.assertNotBanned(client);
    this.#takeRequestPoint(ctx);
    if (isForeignBrowser(ctx, this.#options)) throw foreignHostError();
  }

  /** Returns whether a banned client sent the right token. After ten guesses in a minute its headers are not read. */
  async #isRightGuess(ctx: HttpContext, token: string): Promise<boolean> {
    const { client } = ctx.state;
    // Taking nothing shows how many guesses remain.
    if (this.#guesses.take(client, 0).remaining === 0) return false;
    if (isForeignBrowser(ctx, this.#options) || !countsAsAttempt(ctx.req)) return false;
    const sent = readToken(ctx.req);
    if (sent === undefined) return false;
    return this.#guesses.take(client, 1).allowed && await isSameToken(sent, token);
  }

  /** Takes the point that every request costs. */
  #takeRequestPoint({ state }: HttpContext): void {
    this.#apply(state, this.#limiter?.take(state.client, 1));
  }

  #apply(state: RequestState, allowance: Allowance | undefined): void {
    if (allowance === undefined) return;
    state.rateLimit = toRateLimitHeader(allowance);
    if (!allowance.allowed) throw rateLimitedError(this.#options.rateLimit ?? 0, allowance);
  }

  // The message does not contain the client: log files are public, and only the console shows this property.
  #logBan({ client, leftMs }: Ban): void {
    getLogger(["pawkit", "bans"]).warn("Banned a client until {until}: too many wrong tokens", {
      client,
      until: toUntil(leftMs),
    });
  }
}

/** Creates the 401 for a wrong token; `left` is how many more lead to a ban. */
function wrongTokenError(left: number): ApiError {
  const more = left === 1 ? "one more leads" : `${left} more lead`;
  const next = left === 0 ? "you are banned for 24 hours" : `${more} to a ban of 24 hours`;
  return authenticationError(`the token is wrong, and ${next}`, {
    limit: MAX_WRONG_TOKENS,
    got: MAX_WRONG_TOKENS - left,
  });
}

/** Returns the `ratelimit` header of a response, as in the IETF draft "RateLimit header fields for HTTP". */
export function toRateLimitHeader({ remaining, resetMs }: Pick<Allowance, "remaining" | "resetMs">): string {
  return `"default";r=${remaining};t=${toSeconds(resetMs)}`;
}

/** Creates the 429 that states when to try again. */
export function rateLimitedError(
  limit: number,
  { remaining, retryMs }: Pick<Allowance, "remaining" | "retryMs">,
): ApiError {
  const seconds = toSeconds(retryMs);
  return new ApiError("rate_limited", `Cannot accept more requests now: try again in ${seconds} s`, {
    details: { limit, got: limit - remaining },
    headers: { "retry-after": String(seconds), "ratelimit-policy": toRateLimitPolicy(limit) },
  });
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

import { getLogger } from "@logtape/logtape";
import type { Config } from "@/fresh.config.ts";
import { Bans, MAX_FAILURES, toUntil } from "@/lib/access/bans.ts";
import { type Allowance, MemoryLimiter, rateLimitedError, toRateLimitHeader } from "@/lib/access/rate_limit.ts";
import { SharedLimiter } from "@/lib/access/shared_limiter.ts";
import { Shares } from "@/lib/access/shares.ts";
import { isOperatorRoute, isSameToken, readToken } from "@/lib/access/operator_area.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { ApiError, type ErrorDetails, notFoundError } from "@/lib/http/errors.ts";
import { FILTERED_BY } from "@/lib/sources/own_service.ts";
import type { HttpContext, RequestState } from "@/lib/http/request_state.ts";
import { type AddressOptions, isForeignBrowser } from "@/lib/http/request_url.ts";
import { SharedStore } from "@/lib/state/shared_store.ts";
import type { Ban } from "@/lib/state/store.ts";

/** Options of {@linkcode AccessControl}. */
export interface AccessControlOptions
  extends AddressOptions, Pick<Config, "rateLimit" | "operatorToken" | "stateUrl" | "clientShares"> {}

/** The route that is open to everyone and costs no points, because load balancers request it all the time. */
const FREE_ROUTE = "/healthz";

/** Tokens that a banned client may try in a minute: enough for an operator with the right one, useless for guessing. */
const MAX_GUESSES = 10;

/** Decides which requests the service accepts: bans, rate limits and the operator's token. */
export class AccessControl {
  readonly bans: Bans;
  readonly shares: Shares;
  readonly #limiter: MemoryLimiter | SharedLimiter | undefined;
  readonly #guesses = new MemoryLimiter({ limit: MAX_GUESSES, slots: 2 ** 14, clock: () => this.#now });
  readonly #options: AccessControlOptions;
  readonly #store: SharedStore | undefined;
  /** When the last request arrived. It is the limiter's clock, because reading the time again would double its cost. */
  #now = 0;
  #isOpened = false;
  #loading: Promise<void> | undefined;

  /** Does not connect to the store yet: {@linkcode AccessControl.open} or the first request does. */
  constructor(options: AccessControlOptions) {
    const { rateLimit: limit, stateUrl: url } = options;
    const store = url === "" ? undefined : new SharedStore({ url });
    this.#store = store;
    this.#options = options;
    this.shares = new Shares(options.clientShares);
    this.bans = new Bans({ store, onBan: (ban) => this.#logBan(ban) });
    if (limit !== undefined) {
      const clock = () => this.#now;
      this.#limiter = store ? new SharedLimiter(limit, store, clock) : new MemoryLimiter({ limit, clock });
    }
  }

  /** Opens the store and loads the bans. Requests that arrive in the meantime wait for the bans. */
  open(): void {
    this.#isOpened = true;
    if (this.#store === undefined) return;
    this.#loading ??= this.bans.load().finally(() => this.#loading = undefined);
  }

  /**
   * Checks that the client is not banned and takes one point. Returns a promise only if the decision has to wait.
   *
   * @throws {ApiError} `banned` or `rate_limited`. A returned promise rejects with the same errors.
   */
  admit(ctx: HttpContext): void | Promise<void> {
    this.#now = ctx.state.startedAt;
    // Under `deno serve` or in a test, the first request may arrive before anything called `open`.
    if (!this.#isOpened) this.open();
    if (this.#loading !== undefined) return this.#loading.then(() => this.admit(ctx));
    if (ctx.route === FREE_ROUTE) return;
    const { operatorToken } = this.#options;
    if (operatorToken !== undefined && isOperatorRoute(ctx.route)) return this.#admitToOperatorArea(ctx, operatorToken);
    this.bans.assertNotBanned(ctx.state.client);
    return this.charge(ctx, 1);
  }

  /**
   * Takes more points for an accepted request that turns out to be expensive.
   *
   * @throws {ApiError} `rate_limited`. A returned promise rejects with the same error.
   */
  charge({ state }: Pick<HttpContext, "state">, points: number): void | Promise<void> {
    const allowance = this.#limiter?.take(state.client, points);
    if (allowance === undefined) return;
    if (!("allowed" in allowance)) return allowance.then((granted) => this.#applyAllowance(state, granted));
    this.#applyAllowance(state, allowance);
  }

  /**
   * Returns the client of an accepted request, which pays for the work that the request causes. Call it only if there
   * is such work: `req.signal` makes Deno watch the connection, which costs 16 µs.
   */
  callerOf(ctx: HttpContext): Caller {
    const { client } = ctx.state;
    return {
      client,
      signal: ctx.req.signal,
      charge: (points) => this.charge(ctx, points),
      acquire: (resource, signal) => this.shares.acquire(client, resource, signal),
    };
  }

  /**
   * Returns the operator's token. @throws {ApiError} `not_found` if none is configured: the area does not exist then.
   */
  assertOperatorArea(): string {
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
    const token = this.assertOperatorArea();
    // Anyone can make a filter send requests, so these must never count as attempts of the server's own address.
    if (req.headers.has(FILTERED_BY)) throw notFoundError();
    const sent = readToken(req);
    if (sent === undefined) throw authenticationError("its token is required");
    if (await isSameToken(sent, token)) return;
    throw wrongTokenError(await this.bans.countFailure(state.client));
  }

  /** The store of limits and bans, whether it is available, and how many decisions were made without it. */
  get store(): { readonly engine: "memory" | "kv" | "redis"; readonly isUp: boolean; readonly fallbacks: number } {
    if (this.#store === undefined) return { engine: "memory", isUp: true, fallbacks: 0 };
    const { isUp, fallbacks } = this.#store;
    return { engine: this.#options.stateUrl.startsWith("kv:") ? "kv" : "redis", isUp, fallbacks };
  }

  /** Closes the store. */
  async close(): Promise<void> {
    this.bans.close();
    await this.#loading;
    await this.#store?.close();
  }

  /**
   * The right token lifts the ban of its client. Once a banned client has tried too many, its requests are not read.
   */
  async #admitToOperatorArea(ctx: HttpContext, token: string): Promise<void> {
    const { client } = ctx.state;
    const isForeign = () => isForeignBrowser(ctx, this.#options);
    const mayTry = this.bans.isBanned(client) && this.#guesses.take(client, 0).remaining > 0 && !isForeign();
    const sent = mayTry ? readToken(ctx.req) : undefined;
    if (sent !== undefined && this.#guesses.take(client, 1).allowed && await isSameToken(sent, token)) {
      await this.bans.lift(client);
    }
    this.bans.assertNotBanned(client);
    await this.charge(ctx, 1);
    if (isForeign()) throw foreignHostError();
  }

  #applyAllowance(state: RequestState, allowance: Allowance): void {
    state.rateLimit = toRateLimitHeader(allowance);
    if (!allowance.allowed) throw rateLimitedError(this.#options.rateLimit ?? 0, allowance);
  }

  // The message does not contain the client: log files are public, and only the console shows this property.
  #logBan({ client, leftMs }: Ban): void {
    getLogger(["pawkit", "bans"]).warn("Banned a client until {until}: too many failed attempts", {
      client,
      until: toUntil(leftMs),
    });
  }
}

/** Creates the 401 for a wrong token; `left` is how many more lead to a ban. */
export function wrongTokenError(left: number): ApiError {
  const more = left === 1 ? "one more leads" : `${left} more lead`;
  const next = left === 0 ? "you are banned for 24 hours" : `${more} to a ban of 24 hours`;
  return authenticationError(`the token is wrong, and ${next}`, { limit: MAX_FAILURES, got: MAX_FAILURES - left });
}

/** Creates the 403 for a browser that uses another host than that of BASE_URL. */
export function foreignHostError(): ApiError {
  const message = "Cannot enter the operator area: a browser must use the public address of the service";
  return new ApiError("forbidden_host", message);
}

function authenticationError(reason: string, details?: ErrorDetails): ApiError {
  return new ApiError("authentication_required", `Cannot enter the operator area: ${reason}`, {
    ...(details && { details }),
    headers: { "www-authenticate": 'Bearer realm="operator"' },
  });
}

import { getLogger } from "@logtape/logtape";
import type { Config } from "@/fresh.config.ts";
import { Bans, MAX_FAILURES } from "@/lib/access/bans.ts";
import { type Allowance, MemoryLimiter, rateLimitedError, toRateLimitHeader } from "@/lib/access/rate_limit.ts";
import { SharedLimiter } from "@/lib/access/shared_limiter.ts";
import { type ClientShares, Shares } from "@/lib/access/shares.ts";
import { checkToken, isOperatorRoute } from "@/lib/access/operator_area.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { ApiError, type ErrorDetails, notFoundError } from "@/lib/http/errors.ts";
import { isOwnRequest } from "@/lib/sources/own_service.ts";
import type { HttpContext, RequestState } from "@/lib/http/request_state.ts";
import type { ClientHash } from "@/lib/logging/client_hash.ts";
import { SharedStore, type Trace } from "@/lib/state/shared_store.ts";
import type { Ban } from "@/lib/state/store.ts";

/** Options of {@linkcode AccessControl}. */
export interface AccessControlOptions extends Pick<Config, "rateLimit" | "operatorToken" | "stateUrl"> {
  /** Names banned clients in the log. */
  readonly clients: ClientHash;
  readonly trace: Trace;
  /** What a client may have at once. */
  readonly shares: ClientShares;
}

/** The route that is open to everyone and costs no points, because load balancers request it all the time. */
const FREE_ROUTE = "/healthz";

/** Decides which requests the service accepts: bans, rate limits and the operator's token. */
export class AccessControl {
  readonly bans: Bans;
  readonly shares: Shares;
  readonly #limiter: MemoryLimiter | SharedLimiter | undefined;
  readonly #options: AccessControlOptions;
  readonly #state: SharedStore | undefined;
  /** When the last request arrived. It is the limiter's clock, because reading the time again would double its cost. */
  #now = 0;
  #isOpened = false;
  #loading: Promise<void> | undefined;

  /** Does not connect to the store yet: {@linkcode AccessControl.open} or the first request does. */
  constructor(options: AccessControlOptions) {
    const { rateLimit: limit, stateUrl: url, trace } = options;
    const state = url === "" ? undefined : new SharedStore({ url, trace });
    this.#state = state;
    this.#options = options;
    this.shares = new Shares(options.shares);
    this.bans = new Bans({ state, onBan: (ban) => this.#logBan(ban) });
    if (limit !== undefined) {
      this.#limiter = state ? new SharedLimiter(limit, state) : new MemoryLimiter({ limit, clock: () => this.#now });
    }
  }

  /** Opens the store and loads the bans. Requests that arrive in the meantime wait for the bans. */
  open(): void {
    this.#isOpened = true;
    if (this.#state === undefined) return;
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
    return this.#loading === undefined ? this.#admit(ctx) : this.#loading.then(() => this.#admit(ctx));
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
   * Returns the client of an accepted request, which pays for the work that the request causes. Call it only if there is
   * such work: `req.signal` makes Deno watch the connection, which costs 16 µs.
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

  /** Checks that the operator area exists. @throws {ApiError} `not_found` if no token is configured. */
  assertOperatorArea(): void {
    if (this.#options.operatorToken === undefined) throw notFoundError();
  }

  /**
   * Checks the operator's token. A wrong token is counted and can lead to a ban.
   *
   * @throws {ApiError} `authentication_required`, or `not_found` if no token is configured.
   */
  async authenticate({ req, state }: HttpContext): Promise<void> {
    this.assertOperatorArea();
    // Anyone can make a filter send requests, so these must never count as attempts of the server's own address.
    if (isOwnRequest(req)) throw notFoundError();
    const isRight = await this.#checkToken(req);
    if (isRight) return;
    if (isRight === undefined) throw authenticationError("its token is required");
    throw wrongTokenError(await this.bans.countFailure(state.client));
  }

  /** The store of limits and bans, and whether it is available. */
  get state(): { readonly engine: "memory" | "kv" | "redis"; readonly isUp: boolean } {
    if (this.#state === undefined) return { engine: "memory", isUp: true };
    return { engine: this.#options.stateUrl.startsWith("kv:") ? "kv" : "redis", isUp: this.#state.isUp };
  }

  /** Closes the store. */
  async close(): Promise<void> {
    this.bans.close();
    await this.#loading;
    await this.#state?.close();
  }

  #admit(ctx: HttpContext): void | Promise<void> {
    if (ctx.route === FREE_ROUTE) return;
    const { client } = ctx.state;
    if (this.bans.isBanned(client)) {
      if (isOperatorRoute(ctx.route)) return this.#liftForOperator(ctx);
      this.bans.assertNotBanned(client);
    }
    return this.charge(ctx, 1);
  }

  /** Lifts the ban of a client that has the right token. A guess costs a point, so that guessing stays slow. */
  async #liftForOperator(ctx: HttpContext): Promise<void> {
    await this.charge(ctx, 1);
    const { client } = ctx.state;
    if (await this.#checkToken(ctx.req)) await this.bans.lift(client);
    this.bans.assertNotBanned(client);
  }

  async #checkToken({ headers }: Request): Promise<boolean | undefined> {
    const { operatorToken: token } = this.#options;
    return token === undefined ? undefined : await checkToken(headers.get("authorization"), token);
  }

  #applyAllowance(state: RequestState, allowance: Allowance): void {
    state.rateLimit = toRateLimitHeader(allowance);
    if (!allowance.allowed) throw rateLimitedError(this.#options.rateLimit ?? 0, allowance);
  }

  #logBan({ client, until }: Ban): void {
    getLogger(["pawkit", "bans"]).warn("Banned the client {client} until {until}: too many failed attempts", {
      client: this.#options.clients.of(client, Date.now()),
      until: new Date(until).toISOString(),
    });
  }
}

/** Creates the 401 for a wrong token; `left` is how many more lead to a ban. */
export function wrongTokenError(left: number): ApiError {
  const more = left === 1 ? "one more leads" : `${left} more lead`;
  const next = left === 0 ? "you are banned for 24 hours" : `${more} to a ban of 24 hours`;
  return authenticationError(`the token is wrong, and ${next}`, { limit: MAX_FAILURES, got: MAX_FAILURES - left });
}

function authenticationError(reason: string, details?: ErrorDetails): ApiError {
  return new ApiError("authentication_required", `Cannot enter the operator area: ${reason}`, {
    ...(details && { details }),
    headers: { "www-authenticate": 'Bearer realm="operator"' },
  });
}

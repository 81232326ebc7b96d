import { getLogger } from "@logtape/logtape";
import { ApiError } from "@/lib/http/errors.ts";
import { type HttpContext, requestIdOf, type RequestState } from "@/lib/http/request_state.ts";
import {
  type Allowance,
  MemoryLimiter,
  rateLimitedError,
  type RateLimiter,
  toRateLimitHeader,
} from "@/lib/access/rate_limit.ts";
import type { Telemetry } from "@/lib/metrics/telemetry.ts";
import { toLoggedPath } from "@/lib/http/access_record.ts";
import { Bans } from "@/lib/access/bans.ts";
import { ClientHash } from "@/lib/logging/client_hash.ts";
import { ErrorLog } from "@/lib/metrics/error_log.ts";
import { SharedLimiter } from "@/lib/access/shared_limiter.ts";
import { SharedState } from "@/lib/state/shared_state.ts";
import { isOperator } from "@/lib/access/token.ts";
import { Traffic } from "@/lib/metrics/traffic.ts";

/** Options of {@linkcode Operator}. */
export interface OperatorOptions {
  /** Points a minute and client, or `undefined` for no limit. */
  readonly rateLimit: number | undefined;
  /** Opens the operator area; `undefined` keeps it shut. */
  readonly token: string | undefined;
  /** Where limits and bans live: empty for memory. */
  readonly stateUrl: string;
  /** Tells of the filters' pool, queue and cache. */
  readonly readFilters?: () => object;
  readonly telemetry?: Telemetry;
}

/** The longest that the first requests wait for the state engine. */
const MAX_LOADING_MS = 2_000;

/** What load balancers ask all the time: it costs nothing. */
const FREE_ROUTE = "/healthz";

/** Watches over the service: who may enter, what was answered, what went wrong. */
export class Operator {
  readonly bans: Bans;
  readonly traffic: Traffic = new Traffic();
  readonly faults: ErrorLog = new ErrorLog();
  /** Names clients in the log. */
  readonly clients: ClientHash = new ClientHash();
  readonly limiter: RateLimiter | undefined;
  /** Tells of the filters' pool, queue and cache. */
  readonly readFilters: (() => object) | undefined;
  readonly #options: OperatorOptions;
  readonly #state: SharedState | undefined;
  /** When the last request came. The limits read it: asking the clock again would cost as much as they do. */
  #now = 0;
  #isOpened = false;
  #loading: Promise<void> | undefined;

  /** Makes it from its settings; nothing is opened before the first request or {@linkcode Operator.open}. */
  constructor(options: OperatorOptions) {
    const { rateLimit: limit, stateUrl: url, telemetry } = options;
    const state = url === "" ? undefined : new SharedState({
      url,
      ...(telemetry && { trace: (name, work) => telemetry.trace(name, work) }),
    });
    this.#state = state;
    this.#options = options;
    this.readFilters = options.readFilters;
    this.bans = new Bans({ state, onBan: ({ client, until }) => this.#reportBan(client, until) });
    if (limit !== undefined) {
      this.limiter = state ? new SharedLimiter({ limit, state }) : new MemoryLimiter({ limit, clock: () => this.#now });
    }
  }

  /** Opens the state engine and reads the bans. Requests that come meanwhile wait for it. */
  open(): Promise<void> {
    this.#isOpened = true;
    if (this.#state === undefined) return Promise.resolve();
    this.#loading ??= waitAtMost(MAX_LOADING_MS, this.bans.load()).finally(() => this.#loading = undefined);
    return this.#loading;
  }

  /**
   * Lets a request in for one point, or not. Answers at once when everything is in memory.
   *
   * @throws {ApiError} `banned` or `rate_limited`; rejects with the same.
   */
  admit(visit: HttpContext): void | Promise<void> {
    this.#now = visit.state.startedAt;
    // Where another program serves the application, nobody opened it before the first request.
    if (!this.#isOpened) this.open();
    if (this.#loading !== undefined) return this.#loading.then(() => this.#admit(visit));
    return this.#admit(visit);
  }

  /**
   * Takes more points for a request that is in already: what an expensive one costs beyond the first.
   *
   * @throws {ApiError} `rate_limited`; rejects with the same.
   */
  charge({ state }: Pick<HttpContext, "state">, points: number): void | Promise<void> {
    const allowance = this.limiter?.take(state.client, points);
    if (allowance === undefined) return;
    if (!("allowed" in allowance)) return allowance.then((granted) => this.#settle(state, granted));
    this.#settle(state, allowance);
  }

  /** Records a finished request for the access log and the metrics. */
  record({ req, route, state }: HttpContext, status: number): void {
    const { startedAt, method, bytes, client, requestId } = state;
    const ms = performance.now() - startedAt;
    this.traffic.record({ startedAt, method, url: req.url, route, status, ms, bytes, client, requestId });
  }

  /** Counts an error response. An unexpected error is logged with its cause. */
  recordError(ctx: HttpContext, error: ApiError): void {
    const { code, status, message, cause } = error;
    this.faults.count(code);
    if (status < 500) return;
    const requestId = requestIdOf(ctx);
    const path = toLoggedPath(ctx.req.url);
    this.faults.remember({ time: new Date().toISOString(), requestId, path, code, message });
    if (code === "internal_error") {
      getLogger(["pawkit", "server"]).error("Cannot answer {path}", { path, requestId, error: cause ?? error });
    }
  }

  /** Where limits and bans live, and whether it can be reached. */
  get state(): { readonly engine: string; readonly isUp: boolean } {
    if (this.#state === undefined) return { engine: "memory", isUp: true };
    return { engine: this.#options.stateUrl.startsWith("kv:") ? "kv" : "redis", isUp: this.#state.isUp };
  }

  /**
   * Lets the operator through and counts everyone else's attempt.
   *
   * @throws {ApiError} `authentication_required`.
   */
  async authenticate({ req, state }: HttpContext): Promise<void> {
    if (await isOperator(req.headers.get("authorization"), this.#options.token)) return;
    await this.bans.countFailure(state.client);
    throw new ApiError("authentication_required", "Cannot enter the operator area: its token is required", {
      headers: { "www-authenticate": 'Bearer realm="operator"' },
    });
  }

  /** Lets go of the state engine. */
  async close(): Promise<void> {
    this.traffic.flush();
    this.bans.close();
    await this.#state?.close();
  }

  #admit(visit: HttpContext): void | Promise<void> {
    this.bans.assertNotBanned(visit.state.client);
    if (visit.route !== FREE_ROUTE) return this.charge(visit, 1);
  }

  #settle(state: RequestState, allowance: Allowance): void {
    state.rateLimit = toRateLimitHeader(allowance);
    if (!allowance.allowed) throw rateLimitedError(this.limiter?.limit ?? 0, allowance);
  }

  #reportBan(client: string, until: number): void {
    getLogger(["pawkit", "bans"]).warn("Banned the client {client} until {until}: too many failed attempts", {
      client: this.clients.of(client, Date.now()),
      until: new Date(until).toISOString(),
    });
  }
}

async function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  Deno.unrefTimer(Number(timer));
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

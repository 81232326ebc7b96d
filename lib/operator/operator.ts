import { getLogger } from "@logtape/logtape";
import { ApiError } from "@/lib/http/errors.ts";
import type { ExchangeState } from "@/lib/http/exchange.ts";
import {
  type Allowance,
  MemoryLimiter,
  rateLimited,
  type RateLimiter,
  toRateLimitHeader,
} from "@/lib/http/rate_limit.ts";
import type { Telemetry } from "@/lib/http/telemetry.ts";
import { Bans } from "@/lib/operator/bans.ts";
import { ClientHash } from "@/lib/operator/client_hash.ts";
import { Faults } from "@/lib/operator/faults.ts";
import { SharedLimiter } from "@/lib/operator/shared_limiter.ts";
import { SharedState } from "@/lib/operator/shared_state.ts";
import { isOperator } from "@/lib/operator/token.ts";
import { Traffic } from "@/lib/operator/traffic.ts";

/** Options of {@linkcode Operator}. */
export interface OperatorOptions {
  /** Points a minute and client, or `undefined` for no limit. */
  readonly rateLimit: number | undefined;
  /** Opens the operator area; `undefined` keeps it shut. */
  readonly token: string | undefined;
  /** Where limits and bans live: empty for memory. */
  readonly stateUrl: string;
  readonly telemetry?: Telemetry;
}

/** Watches over the service: who may enter, what was answered, what went wrong. */
export class Operator {
  readonly bans: Bans;
  readonly traffic: Traffic = new Traffic();
  readonly faults: Faults = new Faults();
  /** Names clients in the log. */
  readonly clients: ClientHash = new ClientHash();
  readonly limiter: RateLimiter | undefined;
  readonly #token: string | undefined;
  readonly #state: SharedState | undefined;
  #loading: Promise<void> | undefined;

  /** Makes it from its settings; nothing is opened before the first request or {@linkcode Operator.open}. */
  constructor(options: OperatorOptions) {
    const { rateLimit: limit, stateUrl: url, telemetry } = options;
    const state = url === "" ? undefined : new SharedState({ url, ...(telemetry && { telemetry }) });
    this.#state = state;
    this.#token = options.token;
    this.bans = new Bans({ state, onBan: ({ client, until }) => this.#reportBan(client, until) });
    if (limit !== undefined) this.limiter = state ? new SharedLimiter({ limit, state }) : new MemoryLimiter({ limit });
  }

  /** Opens the state engine and reads the bans. Requests that come meanwhile wait for it. */
  open(): Promise<void> {
    if (this.#state === undefined) return Promise.resolve();
    this.#loading ??= this.bans.load().finally(() => this.#loading = undefined);
    return this.#loading;
  }

  /**
   * Lets a client in for `points`, or not. Answers at once when everything is in memory.
   *
   * @throws {ApiError} `banned` or `rate_limited`; rejects with the same.
   */
  admit(client: string, state: ExchangeState, points: number): void | Promise<void> {
    if (this.#loading !== undefined) return this.#loading.then(() => this.#admit(client, state, points));
    return this.#admit(client, state, points);
  }

  /**
   * Takes more points from a client that is in already: what an expensive request costs beyond the first.
   *
   * @throws {ApiError} `rate_limited`; rejects with the same.
   */
  charge(client: string, state: ExchangeState, points: number): void | Promise<void> {
    const allowance = this.limiter?.take(client, points);
    if (allowance instanceof Promise) return allowance.then((granted) => this.#settle(state, granted));
    if (allowance !== undefined) this.#settle(state, allowance);
  }

  /**
   * Lets the operator through and counts everyone else's attempt.
   *
   * @throws {ApiError} `authentication_required`.
   */
  async authenticate(authorization: string | null, client: string): Promise<void> {
    if (isOperator(authorization, this.#token)) return;
    await this.bans.countFailure(client);
    throw new ApiError("authentication_required", "Cannot enter the operator area without its token", {
      headers: { "www-authenticate": 'Bearer realm="operator"' },
    });
  }

  /** Lets go of the state engine. */
  async close(): Promise<void> {
    this.traffic.flush();
    this.bans.close();
    await this.#state?.close();
  }

  #admit(client: string, state: ExchangeState, points: number): void | Promise<void> {
    this.bans.assertWelcome(client);
    if (points > 0) return this.charge(client, state, points);
  }

  #settle(state: ExchangeState, allowance: Allowance): void {
    state.rateLimit = toRateLimitHeader(allowance);
    if (!allowance.allowed) throw rateLimited(this.limiter?.limit ?? 0, allowance);
  }

  #reportBan(client: string, until: number): void {
    getLogger(["pawkit", "bans"]).warn("Banned the client {client} until {until}: too many failed attempts", {
      client: this.clients.of(client),
      until: new Date(until).toISOString(),
    });
  }
}

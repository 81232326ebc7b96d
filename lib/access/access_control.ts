import { getLogger } from "@logtape/logtape";
import type { Config } from "@/fresh.config.ts";
import { Bans, toUntil } from "@/lib/access/bans.ts";
import { PointsExchange } from "@/lib/access/exchange.ts";
import { foreignHostError, isForeignBrowser } from "@/lib/access/foreign_browser.ts";
import { OperatorToken } from "@/lib/access/operator_token.ts";
import { Points } from "@/lib/access/points.ts";
import { toBytePoints } from "@/lib/access/prices.ts";
import { RequestTurns } from "@/lib/access/request_turns.ts";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { notFoundError } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import type { AddressOptions } from "@/lib/http/request_url.ts";
import { isLongUrl } from "@/lib/parameters/query.ts";
import type { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import { SharedStore } from "@/lib/store/shared_store.ts";
import { type Engine, parseStateUrl } from "@/lib/store/state_url.ts";
import type { Ban } from "@/lib/store/store.ts";

/** Options of {@linkcode AccessControl}. */
export interface AccessControlOptions extends AddressOptions, Pick<Config, "rateLimit" | "operatorToken" | "stateUrl"> {
  /** Where requests wait for their turn. */
  readonly room: WaitingRoom;
  /** Returns the milliseconds since any moment, by which buckets fill and bans end. */
  readonly clock?: () => number;
}

/**
 * Who may use a path: whoever is not banned and has a point (`limited`), anyone, such as a load balancer (`unchecked`),
 * or whoever has the token (`operator`).
 */
export type PathAccess = "limited" | "unchecked" | "operator";

/** What decides how a path is admitted. */
export interface AdmittedPath {
  /** Who may use it; by default everyone who has a point, and below `operator` always only the operator. */
  readonly access?: PathAccess;
  /**
   * Whether its query may be long, because it may contain an image. A request with a long one does not wait for a turn
   * on the main thread: it waits for a slot, which also reserves memory for its URL. The route checks the spelling of
   * every query, also of a short one.
   */
  readonly mayHaveLongQuery?: true;
}

/** How long requests wait at the start for the first read of the bans. */
const FIRST_READ_MS = 2_000;

/** How long a stop waits for the last exchange, because the process has to end soon. */
const LAST_EXCHANGE_MS = 300;

/** Decides from memory which requests the service accepts: bans, points and the operator's token. */
export class AccessControl {
  readonly bans: Bans;
  /** The points of the clients; `undefined` if they are not limited. */
  readonly points: Points | undefined;
  /** The turns of clients on the main thread. */
  readonly turns: RequestTurns;
  readonly #token: OperatorToken | undefined;
  readonly #options: AccessControlOptions;
  readonly #store: SharedStore | undefined;
  readonly #exchange: PointsExchange | undefined;
  #isOpened = false;
  #loading: Promise<unknown> | undefined;

  /** Does not connect to the store yet: {@linkcode AccessControl.open} or the first request does. */
  constructor(options: AccessControlOptions) {
    const { rateLimit: limit, stateUrl: url, operatorToken: token, room, clock = () => performance.now() } = options;
    const store = url === "" ? undefined : new SharedStore({ url });
    const points = limit === undefined ? undefined : new Points({ limit, clock, isShared: store !== undefined });
    this.#options = options;
    this.#store = store;
    this.points = points;
    this.turns = new RequestTurns({ room, clock });
    this.bans = new Bans({ store, clock, onBan: logBan, onLift: logLift });
    if (token !== undefined) this.#token = new OperatorToken({ ...options, token, bans: this.bans, clock });
    if (store && points) this.#exchange = new PointsExchange({ store, points });
  }

  /** Opens the store. Requests that arrive before the bans have been read wait for them. */
  open(): void {
    this.#isOpened = true;
    if (this.#store === undefined) return;
    this.#exchange?.start();
    this.#loading = waitAtMost(FIRST_READ_MS, this.bans.start()).finally(() => this.#loading = undefined);
  }

  /**
   * Checks that the client is not banned and takes one point. Returns a promise only before the first read of the bans,
   * if it has to compare a token, and if other clients have their turn.
   *
   * @throws {ApiError} `banned`, `rate_limited` or `overloaded`. A returned promise rejects with the same errors.
   */
  admit(ctx: HttpContext, path: AdmittedPath = {}): void | Promise<void> {
    // Under `deno serve` or in a test, the first request may arrive before anything called `open`.
    if (!this.#isOpened) this.open();
    if (this.#loading !== undefined) return this.#loading.then(() => this.admit(ctx, path));
    const { access = "limited", mayHaveLongQuery } = path;
    if (access === "unchecked") return;
    if (access === "operator" && this.#token !== undefined) return this.#admitToOperatorArea(ctx, this.#token);
    this.#takePoint(ctx);
    if (!mayHaveLongQuery || !isLongUrl(ctx.req.url)) return this.#takeTurn(ctx);
  }

  /**
   * Charges the bytes of a request, now that its response is known, and sets the `ratelimit` header.
   * Every response, also that of an error, passes here exactly once.
   */
  settle({ state }: HttpContext, { headers }: Response): void {
    if (this.points === undefined || !state.isCharged) return;
    const points = toBytePoints(state.receivedBytes + (state.bytes ?? 0));
    if (points > 0) this.points.charge(state.client, points);
    // A shared cache would send the points of one caller to the others.
    const isShared = headers.get("cache-control")?.startsWith("public") ?? false;
    if (!isShared) headers.set("ratelimit", this.points.headerOf(state.client));
  }

  /**
   * Returns the operator's token. @throws {ApiError} `not_found` if none is configured: the area does not exist then.
   */
  requireOperatorToken(): OperatorToken {
    if (this.#token === undefined) throw notFoundError();
    return this.#token;
  }

  /** The store of limits and bans, and whether it is available. */
  get store(): { readonly engine: Engine; readonly isUp: boolean } {
    return { engine: parseStateUrl(this.#options.stateUrl).engine, isUp: this.#store?.isUp ?? true };
  }

  /** Closes the store, after what other instances do not know yet has been written to it. */
  async close(): Promise<void> {
    if (!this.#isOpened) return;
    await waitAtMost(LAST_EXCHANGE_MS, Promise.all([this.#exchange?.close(), this.bans.close()]));
    await this.#store?.close();
  }

  /** The right token lifts the ban of its client. */
  async #admitToOperatorArea(ctx: HttpContext, token: OperatorToken): Promise<void> {
    if (this.bans.isBanned(ctx.state.network)) await token.liftBan(ctx);
    this.#takePoint(ctx);
    await this.#takeTurn(ctx);
    if (isForeignBrowser(ctx, this.#options)) throw foreignHostError();
  }

  #takePoint({ state }: HttpContext): void {
    this.bans.assertNotBanned(state.network);
    state.isCharged = true;
    this.points?.take(state.client);
    state.charge = (points) => this.points?.charge(state.client, points);
  }

  /** Lets a request wait for its turn. If it had to, what its client has got meanwhile must be paid. */
  #takeTurn({ req, state: { client } }: HttpContext): void | Promise<void> {
    return this.turns.enter(client, req)?.then(() => this.points?.assertHasNoDebt(client));
  }
}

// Messages do not contain the client: log files are public, and only the console shows this property.
function logBan({ client, leftMs }: Ban): void {
  getLogger(["pawkit", "bans"]).warn("Banned a client until {until}: too many wrong tokens", {
    client,
    until: toUntil(leftMs),
  });
}

function logLift(network: string): void {
  getLogger(["pawkit", "bans"]).info("Lifted the ban of a client", { client: network });
}

import { setImmediate } from "node:timers/promises";
import { assert, assertEquals } from "@std/assert";
import { startApp, type StartedApp } from "@/tests/app.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { Work, type WorkRequest } from "@/lib/workers/work.ts";
import type { TestOrigin } from "./origin.ts";

const OPERATOR_TOKEN = "a-token-of-the-operator";

/** The client of a request that names no other. */
export const CLIENT = "203.0.113.1";

/** A service whose points do not come back and whose work takes no time, so that points depend on no machine. */
export interface LimitedService extends AsyncDisposable {
  readonly app: StartedApp;
  /** Sends a request of a client. */
  get(path: string, init?: RequestInit, client?: string): Promise<Response>;
  /** Filters an image for a client. */
  filter(chain: string, image: string, init?: RequestInit, client?: string): Promise<Response>;
  /** Returns the points that a client has left after one more request. */
  readPoints(client?: string): Promise<number>;
  /** The requests that wait, for a slot, a lookup or a worker. */
  countWaiting(): number;
  /** How many pieces of work have got their slot. */
  countWorks(): number;
}

/** Starts a service behind a proxy that may fetch from an origin. Each client has four slots. */
export async function startService(
  settings: Record<string, string> = {},
  origin?: TestOrigin,
): Promise<LimitedService> {
  const hosts = origin && { ALLOW_PRIVATE_HOSTS: origin.host };
  const app = await startApp({ TRUST_PROXY: "1", OPERATOR_TOKEN, CLIENT_JOBS: "4", ...hosts, ...settings });
  const countWorks = stopTime(app);
  const get = (path: string, init: RequestInit = {}, client = CLIENT) => {
    return app(path, { ...init, headers: { "x-forwarded-for": client, ...init.headers } });
  };
  return {
    app,
    get,
    filter: (chain, image, init, client) => {
      return get(`/api/v2/filter/${chain}?image=${encodeURIComponent(image)}`, init, client);
    },
    async readPoints(client) {
      const response = await get("/api/v1/uptime", {}, client);
      await response.body?.cancel();
      return Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
    },
    countWaiting: () => app.services.filters.status().pool.waiting,
    countWorks,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Lets no work be charged for its time. Returns a function that counts the works. */
function stopTime({ services: { work } }: StartedApp): () => number {
  const start = work.start.bind(work);
  let works = 0;
  work.start = async <Found>(ctx: HttpContext, request: WorkRequest<Found>) => {
    const started = await start(ctx, request);
    if (started instanceof Work) {
      works++;
      started.chargeTime = () => {};
    }
    return started;
  };
  return () => works;
}

/** Longer than any condition takes on a busy machine. Without it, a wrong condition would take all time of a test. */
const MAX_WAIT_MS = 30_000;

/**
 * Waits for a condition that the code under test brings about.
 *
 * @throws {AssertionError} with the source text of a condition that stays false.
 */
export async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS;
  while (!isTrue()) {
    assert(performance.now() < end, `Still false after ${MAX_WAIT_MS} ms: ${isTrue}`);
    await setImmediate();
  }
}

/** Lets everything happen that needs no other thread and no other process. */
export async function settle(): Promise<void> {
  for (let task = 0; task < 20; task++) await setImmediate();
}

/** Reads a response; returns its status and, if it has one, the unit of its limit. */
export async function outcomeOf(response: Response | Promise<Response>): Promise<string> {
  const answered = await response;
  const isJson = answered.headers.get("content-type") === "application/json";
  const body = isJson ? await answered.json() : await answered.body?.cancel();
  return [answered.status, body?.details?.unit].filter((each) => each !== undefined).join(" ");
}

/** Counts equal texts. */
export async function countOutcomes(responses: readonly Promise<Response>[]): Promise<Record<string, number>> {
  const groups = Map.groupBy(await Promise.all(responses.map(outcomeOf)), (outcome) => outcome);
  return Object.fromEntries(Array.from(groups, ([outcome, { length }]) => [outcome, length]));
}

/** Returns what `create` makes of the numbers from 0 to below `length`. */
export function repeat<T>(length: number, create: (n: number) => T): T[] {
  return Array.from({ length }, (_, n) => create(n));
}

/** Takes all slots of a client by downloads that end when the origin is released. */
export async function takeSlots(
  service: LimitedService,
  origin: TestOrigin,
  client: string = CLIENT,
): Promise<Promise<Response>[]> {
  const slots = service.app.services.config.clientJobs;
  const before = origin.held;
  const downloads = repeat(slots, (n) => service.filter("invert", origin.url(`/hang/${client}/${n}`), {}, client));
  await until(() => origin.held >= before + slots);
  return downloads;
}

/** Asserts that nothing is left of earlier requests: no memory, no job, and all slots of the client are free. */
export async function assertAllFree(service: LimitedService, origin: TestOrigin): Promise<void> {
  const { filters, memory, config: { clientJobs: slots } } = service.app.services;
  // A job that was told to give up ends a little later.
  await until(() => filters.status().pool.busy === 0);
  await settle();
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const status = await (await service.get("/api/v5/app/operator/status", { headers })).json();
  assertEquals([status.filters.pool.waiting, status.filters.pool.memory.used], [0, 0]);
  const downloads = repeat(slots, (n) => service.filter("sepia", origin.url(`/hang/free/${n}`)));
  await until(() => origin.held >= slots || service.countWaiting() > 0);
  assertEquals(service.countWaiting(), 0, "a slot is not free");
  origin.release();
  assertEquals(await countOutcomes(downloads), { 200: slots });
  assertEquals(memory.used, 0);
}

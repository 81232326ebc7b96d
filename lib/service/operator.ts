import type { Context } from "@/lib/define.ts";
import { readNetwork } from "@/lib/http/client_address.ts";
import { ApiError, unknownAppError } from "@/lib/http/errors.ts";
import { respondWithJson, respondWithText } from "@/lib/http/respond.ts";
import { PROMETHEUS_TYPE, readStatus, type Status, toPrometheus } from "@/lib/status/status.ts";

/** The input of every endpoint of the operator below v5. */
interface AppInput {
  readonly "app_name": string;
}

/** Responds with the state of the service. @throws {ApiError} `unknown_app`. */
export function respondWithStatus(ctx: Context, input: AppInput): Response {
  assertApp(ctx, input);
  return respondWithJson(ctx, readCurrent(ctx));
}

/** Responds with the numbers of the state for Prometheus. */
export function respondWithMetrics(ctx: Context): Response {
  return respondWithText(ctx, toPrometheus(readCurrent(ctx)), { mediaType: PROMETHEUS_TYPE });
}

/** Responds with the bans. @throws {ApiError} `unknown_app`. */
export function respondWithBans(ctx: Context, input: AppInput): Response {
  assertApp(ctx, input);
  const bans = ctx.state.services.bans.list();
  return respondWithJson(ctx, { total: bans.length, bans });
}

/** Lifts the ban of a client. @throws {ApiError} `unknown_app`, or `not_found` if it has none. */
export function respondWithLift(ctx: Context, input: AppInput & { readonly client: string }): Response {
  assertApp(ctx, input);
  const { bans } = ctx.state.services;
  const client = readNetwork(input.client);
  if (!bans.has(client)) throw new ApiError("not_found", "Cannot lift the ban: this client is not banned");
  bans.lift(client);
  return respondWithJson(ctx, { client });
}

function assertApp({ state: { services: { config: { appName } } } }: Context, input: AppInput): void {
  if (input.app_name !== appName) throw unknownAppError(input.app_name, appName);
}

function readCurrent({ state: { services: { counters, filters, pictures, work } } }: Context): Status {
  return readStatus({ counters, gates: work.status, cache: { pictures: pictures.status, filters: filters.status } });
}

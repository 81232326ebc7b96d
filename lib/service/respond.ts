import type { Context } from "@/lib/define.ts";
import { notFoundError } from "@/lib/http/errors.ts";
import { respondWithBytes, respondWithJson, respondWithText } from "@/lib/http/respond.ts";
import { INFO } from "@/lib/process/info.ts";

/** When the process started. */
const STARTED_AT = new Date(performance.timeOrigin);

/** How long a `security.txt` is valid. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Responds with the versions of the service and of its runtime. */
export function respondWithVersion(ctx: Context): Response {
  const { name, version, runtime } = INFO;
  return respondWithJson(ctx, { name, version, commit: ctx.state.services.commit, runtime });
}

/** Responds with how long the process has been running. */
export function respondWithUptime(ctx: Context): Response {
  const seconds = Math.round(performance.now()) / 1000;
  return respondWithJson(ctx, { uptime: seconds, startedAt: STARTED_AT, human: toHuman(Math.floor(seconds)) });
}

/** Responds with whether the service accepts requests. Supervisors read only the status. */
export function respondWithHealth(ctx: Context): Response {
  const { isServing } = ctx.state.services;
  const body = JSON.stringify({ status: isServing ? "ok" : "stopping" });
  return respondWithBytes(ctx, body, { mediaType: "application/json", status: isServing ? 200 : 503 });
}

/** Responds with where the documents are. */
export function respondWithApi(ctx: Context): Response {
  const { origin } = ctx.state;
  const links = { documentation: `${origin}/`, openapi: `${origin}/openapi.json` };
  const { name, version } = INFO;
  return respondWithJson(ctx, { name, version, ...links }, { cache: "minute", hasOrigin: true });
}

/** Responds with the contact of the operator (RFC 9116). @throws {ApiError} `not_found` without one. */
export function respondWithSecurity(ctx: Context): Response {
  const { config: { contact } } = ctx.state.services;
  if (contact === undefined) throw notFoundError();
  const expires = new Date();
  // Midnight, so that the text changes once a day.
  expires.setUTCHours(24 * VALID_DAYS, 0, 0, 0);
  const text = `Contact: ${contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`;
  return respondWithText(ctx, text, { cache: "minute" });
}

/** Returns a duration as people say it: `1d 3h 25m 7s`. */
function toHuman(seconds: number): string {
  const units = [["d", 86_400], ["h", 3600], ["m", 60], ["s", 1]] as const;
  const parts = units.map(([unit, length], index) => {
    const larger = units[index - 1]?.[1] ?? Infinity;
    return { unit, count: Math.floor(seconds % larger / length) };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  return parts.slice(first === -1 ? -1 : first).map(({ unit, count }) => `${count}${unit}`).join(" ");
}

import { type Bans, MAX_WRONG_TOKENS } from "@/lib/access/bans.ts";
import { isForeignBrowser } from "@/lib/access/foreign_browser.ts";
import { Points } from "@/lib/access/points.ts";
import { ApiError, type ErrorDetails, notFoundError } from "@/lib/http/errors.ts";
import { LOOP_HEADER } from "@/lib/sources/loop_header.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import type { AddressOptions } from "@/lib/http/request_url.ts";

/** Tokens that a banned client may try in a minute: enough for an operator with the right one, useless for guessing. */
const MAX_GUESSES = 10;

/** Options of {@linkcode OperatorToken}. */
export interface OperatorTokenOptions extends AddressOptions {
  readonly token: string;
  readonly bans: Bans;
  readonly clock: () => number;
}

/** The token that opens the operator area. */
export class OperatorToken {
  readonly #options: OperatorTokenOptions;
  readonly #guesses: Points;

  constructor(options: OperatorTokenOptions) {
    this.#options = options;
    this.#guesses = new Points({ limit: MAX_GUESSES, clock: options.clock });
  }

  /**
   * Checks the token of a request. A wrong token is counted and can lead to a ban.
   *
   * @throws {ApiError} `authentication_required`, `banned`, or `not_found` if a filter has sent the request.
   */
  async authenticate({ req, state }: HttpContext): Promise<void> {
    const { token, bans } = this.#options;
    // Anyone can make a filter send requests, so these must never count as attempts of the server's own address.
    if (req.headers.has(LOOP_HEADER)) throw notFoundError();
    const sent = readToken(req);
    if (sent === undefined) throw authenticationError("its token is required");
    // Before the comparison: whoever guesses could send the same header, and would never be banned.
    if (!countsAsAttempt(req)) throw authenticationError("another site must not cause its requests");
    const isRight = await isSameToken(sent, token);
    // Wrong tokens of the same burst may have led to a ban since this request was admitted.
    bans.assertNotBanned(state.network);
    if (isRight) return;
    throw wrongTokenError(bans.countWrongToken(state.network));
  }

  /** Lifts the ban of a client that sends the right token. After ten guesses in a minute its headers are not read. */
  async liftBan(ctx: HttpContext): Promise<void> {
    const { token, bans } = this.#options;
    const { network } = ctx.state;
    if (!this.#guesses.has(network)) return;
    if (isForeignBrowser(ctx, this.#options) || !countsAsAttempt(ctx.req)) return;
    const sent = readToken(ctx.req);
    if (sent === undefined) return;
    this.#guesses.charge(network, 1);
    if (await isSameToken(sent, token)) bans.lift(network);
  }
}

/**
 * Returns the bearer token of a request, or `undefined` if it has none. Only a wrong token counts: every page can
 * make a browser send a request without one.
 */
export function readToken({ headers }: Request): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/** Returns whether a caller sent the operator's token, in a time that reveals nothing about it. */
export async function isSameToken(sent: string, token: string): Promise<boolean> {
  // Imported here because loading it takes longer than the whole start, and few requests need it.
  const { createHash, timingSafeEqual } = await import("node:crypto");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  // Hashes have equal length, so the time reveals neither the length of the token nor its first wrong character.
  return timingSafeEqual(digest(sent), digest(token));
}

/**
 * Whether a wrong token counts as an attempt of its client. A browser states in `sec-fetch-site` which site
 * caused a request: what another site caused is not an attempt of its user.
 */
function countsAsAttempt({ headers }: Request): boolean {
  return [null, "none", "same-origin"].includes(headers.get("sec-fetch-site"));
}

/** Creates the 401 for a wrong token; `left` is how many more lead to a ban. */
function wrongTokenError(left: number): ApiError {
  const more = left === 1 ? "one more leads" : `${left} more lead`;
  const next = left === 0 ? "you are banned for 24 hours" : `${more} to a ban of 24 hours`;
  const details = { limit: MAX_WRONG_TOKENS, got: MAX_WRONG_TOKENS - left };
  return authenticationError(`the token is wrong, and ${next}`, details);
}

/** Creates the 401 of the operator area. */
function authenticationError(reason: string, details?: ErrorDetails): ApiError {
  return new ApiError("authentication_required", `Cannot enter the operator area: ${reason}`, {
    ...(details && { details }),
    headers: { "www-authenticate": 'Bearer realm="operator"' },
  });
}

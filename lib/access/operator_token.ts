import { Bucket } from "@/lib/access/bucket.ts";
import { type Bans, MAX_WRONG_TOKENS } from "@/lib/access/bans.ts";
import type { Context } from "@/lib/define.ts";
import { ApiError, type ErrorDetails, notFoundError } from "@/lib/http/errors.ts";
import { LOOP_HEADER } from "@/lib/http/request_url.ts";

/** How many tokens of a banned network are compared in a minute: enough for the operator, too few for guessing. */
const MAX_GUESSES = 10;

/** The token of the operator. */
export class OperatorToken {
  readonly #token: string;
  readonly #bans: Bans;
  readonly #guesses: Bucket;

  /** A test passes its own clock. */
  constructor(token: string, bans: Bans, now?: () => number) {
    this.#token = token;
    this.#bans = bans;
    this.#guesses = new Bucket(MAX_GUESSES, now);
  }

  /**
   * Checks the token of a request. A wrong token counts against the network that sent it, unless another site or a
   * filter caused the request.
   *
   * @throws {ApiError} `authentication_required`, `banned`, or `not_found` if a filter sent the request.
   */
  async check({ req, state: { network } }: Context): Promise<void> {
    if (req.headers.has(LOOP_HEADER)) throw notFoundError();
    const sent = readToken(req);
    if (sent === undefined) throw authenticationError("its token is required");
    // This check comes before the comparison. Otherwise an attacker could send the header of another site with each
    // guess: a wrong guess would not count, but the right token would work.
    if (isFromOtherSite(req)) throw authenticationError("the request must not come from the page of another site");
    const isRight = await isSameText(sent, this.#token);
    // Other requests may have led to a ban since this one was admitted.
    this.#bans.assertNotBanned(network);
    if (isRight) return;
    const left = this.#bans.countWrongToken(network);
    const next = left === 0 ? "your requests are refused for 24 hours" : `${left} more lead to a ban of 24 hours`;
    const details = { limit: MAX_WRONG_TOKENS, got: MAX_WRONG_TOKENS - left };
    throw authenticationError(`the token is wrong, and ${next}`, details);
  }

  /** Lifts the ban of a network that sends the right token. */
  async liftBan({ req, state: { network } }: Context): Promise<void> {
    const sent = readToken(req);
    if (sent === undefined || !this.#bans.has(network) || req.headers.has(LOOP_HEADER) || isFromOtherSite(req)) return;
    if (this.#guesses.take(network, 1) > 0) return;
    if (await isSameText(sent, this.#token)) this.#bans.lift(network);
  }
}

function readToken({ headers }: Request): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/**
 * Returns whether the page of another site caused a request, as the browser states in a header. The user of the browser
 * does not know of such requests, so they must not lead to a ban.
 */
function isFromOtherSite({ headers }: Request): boolean {
  return ![null, "none", "same-origin"].includes(headers.get("sec-fetch-site"));
}

/** Compares two texts by their hashes. All hashes have the same length, so the time reveals nothing about the token. */
async function isSameText(a: string, b: string): Promise<boolean> {
  const { createHash, timingSafeEqual } = await import("node:crypto");
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

function authenticationError(reason: string, details?: ErrorDetails): ApiError {
  return new ApiError("authentication_required", `Cannot enter the operator's area: ${reason}`, {
    ...(details && { details }),
    headers: { "www-authenticate": 'Bearer realm="operator"' },
  });
}

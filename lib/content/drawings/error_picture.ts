import { STATUS_TEXT } from "@std/http";
import { getOrCreate } from "@/lib/async/lazy.ts";
import { withArticle } from "@pawkit/animals";
import { drawStatusSign, findSignHolder } from "@pawkit/animals/error_sign";
import { toSegments } from "@/lib/parameters/path_segments.ts";
import { DEFAULT_SIZE } from "@/lib/content/drawings/variant.ts";
import { CONTENT_SECURITY, PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { ONE_DAY } from "@/lib/http/cache_control.ts";
import { estimateDrawing } from "@/lib/workers/cost.ts";
import type { Pool } from "@/lib/workers/pool.ts";
import { createServiceWork } from "@/lib/workers/work.ts";
import { respondWithText, ReusableResponse } from "@/lib/http/reusable_response.ts";

/** The headers of the SVG of an error, besides those of every error. */
export const SIGN_HEADERS = { ...CONTENT_SECURITY.file, ...PICTURE_HEADERS } as const;

/** The statuses of all errors. */
export const ERROR_STATUSES: readonly number[] = [
  ...new Set(Object.values(ERROR_CODES).map(({ status }) => status)),
].sort((a, b) => a - b);

/** The reason phrase of every status. `@std/http` shortens some of those that IANA has registered. */
const REASONS: Readonly<Record<string, string>> = {
  ...STATUS_TEXT,
  203: "Non-Authoritative Information",
  207: "Multi-Status",
  407: "Proxy Authentication Required",
};

/** The statuses that have a picture, also those that this service never responds with. */
export const PICTURE_STATUSES: readonly string[] = Object.keys(REASONS);

/** Returns the route pattern of the picture of a status. */
export function toSignPattern(type: "svg" | "png"): string {
  return `/:status(${PICTURE_STATUSES.join("|")}).${type}`;
}

/** Returns the status of `/404.png` or `/404.svg`; `undefined` for other paths. */
export function parseSignPath(pathname: string): number | undefined {
  const [file = "", ...rest] = toSegments(pathname);
  const [status = "", type, ...others] = file.split(".");
  const isSign = PICTURE_STATUSES.includes(status) && (type === "svg" || type === "png");
  return isSign && rest.length === 0 && others.length === 0 ? Number(status) : undefined;
}

/** Draws an animal that holds a status and its reason phrase, as SVG. */
export function drawStatus(status: number): string {
  return drawStatusSign(status, REASONS[status] ?? "");
}

/** Describes the picture of a status for people who do not see it. */
export function describeStatusPicture(status: number): string {
  const holder = withArticle(findSignHolder(status));
  return `${holder[0]!.toUpperCase()}${holder.slice(1)} holds a sign: ${status} ${REASONS[status]}`;
}

/** Responds with the SVG of a status. */
export async function respondWithStatusSvg(ctx: HttpContext, status: number): Promise<Response> {
  return await respondWithText(ctx, drawStatus(status), {
    type: "image/svg+xml",
    cache: ONE_DAY,
    headers: SIGN_HEADERS,
  });
}

/**
 * The pictures of the statuses as PNG. The service renders them for itself, because an error must not make its client
 * wait or pay. Nobody can make it render many: each is rendered once, and there are 62.
 */
export class StatusPictures {
  readonly #pool: Pool;
  readonly #rendering = new Map<number, Promise<ReusableResponse>>();
  readonly #rendered = new Map<number, ReusableResponse>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Returns the picture of a status if it exists. Otherwise it begins to render it. */
  find(status: number): ReusableResponse | undefined {
    // An error of the pool is that of a later call: this one has another response.
    if (!this.#rendered.has(status)) this.load(status).catch(() => {});
    return this.#rendered.get(status);
  }

  /** Returns the picture of a status. @throws {ApiError} an error of the pool. */
  load(status: number): Promise<ReusableResponse> {
    return getOrCreate(this.#rendering, status, async () => {
      const job = { svg: drawStatus(status), width: DEFAULT_SIZE, format: "png" } as const;
      using work = createServiceWork(this.#pool.memory);
      const request = { job, cost: estimateDrawing(job), work, findResult: () => undefined };
      const { bytes, etag } = await this.#pool.run<never>(request);
      const picture = new ReusableResponse(bytes, {
        type: "image/png",
        cache: ONE_DAY,
        etag,
        headers: PICTURE_HEADERS,
      });
      this.#rendered.set(status, picture);
      return picture;
    });
  }
}

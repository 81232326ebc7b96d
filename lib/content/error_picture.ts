import { STATUS_TEXT } from "@std/http";
import { getOrCreate } from "@/lib/async/lazy.ts";
import { drawStatusSign } from "@/lib/content/animals/error_sign.ts";
import { DEFAULT_SIZE } from "@/lib/content/variant.ts";
import { SERVICE } from "@/lib/http/caller.ts";
import { CONTENT_SECURITY, PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import { Bill, DRAWING_PRICE } from "@/lib/http/price.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { ONE_DAY, respondWithText, ReusableResponse } from "@/lib/http/responses.ts";
import type { Renderer } from "@/lib/workers/renderer.ts";

/** The headers of the SVG of an error, besides those of every error. */
export const SIGN_HEADERS = { ...CONTENT_SECURITY.file, ...PICTURE_HEADERS } as const;

/** The statuses of all errors. */
export const ERROR_STATUSES: readonly number[] = [
  ...new Set(Object.values(ERROR_CODES).map(({ status }) => status)),
].sort((a, b) => a - b);

/** Returns the route pattern of the picture of a status. */
export function toSignPattern(type: "svg" | "png"): string {
  return `/:status(${ERROR_STATUSES.join("|")}).${type}`;
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
 * The pictures of the statuses as PNG, each rendered once. The service renders them for itself, because an error must
 * not make its client wait or pay.
 */
export class StatusPictures {
  readonly #render: Renderer;
  readonly #rendering = new Map<number, Promise<ReusableResponse>>();
  readonly #rendered = new Map<number, ReusableResponse>();

  constructor(render: Renderer) {
    this.#render = render;
  }

  /** Returns the picture of a status if it exists. Otherwise it begins to render it. */
  find(status: number): ReusableResponse | undefined {
    // An error of the renderer is that of a later call: this one has another response.
    if (!this.#rendered.has(status)) this.load(status).catch(() => {});
    return this.#rendered.get(status);
  }

  /** Returns the picture of a status. @throws {ApiError} an error of the renderer. */
  load(status: number): Promise<ReusableResponse> {
    return getOrCreate(this.#rendering, status, async () => {
      const bill = new Bill(DRAWING_PRICE, SERVICE.charge);
      const drawing = { svg: drawStatus(status), width: DEFAULT_SIZE, format: "png" } as const;
      const rendered = await this.#render(drawing, { caller: SERVICE, bill, findResult: () => undefined });
      const picture = rendered instanceof ReusableResponse ? rendered : new ReusableResponse(rendered.bytes, {
        type: "image/png",
        cache: ONE_DAY,
        etag: rendered.etag,
        headers: PICTURE_HEADERS,
      });
      this.#rendered.set(status, picture);
      return picture;
    });
  }
}

function drawStatus(status: number): string {
  return drawStatusSign(status, STATUS_TEXT[status as keyof typeof STATUS_TEXT] ?? "");
}

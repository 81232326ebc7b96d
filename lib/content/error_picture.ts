import { STATUS_TEXT } from "@std/http";
import { drawErrorSign } from "@/lib/content/animals/error_sign.ts";
import { CONTENT_SECURITY, PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { ONE_DAY, respondWithText } from "@/lib/http/responses.ts";

/** The headers of the picture of an error, besides those of every error. */
export const SIGN_HEADERS = { ...CONTENT_SECURITY.file, ...PICTURE_HEADERS } as const;

/** The statuses of all errors. */
export const ERROR_STATUSES: readonly number[] = [
  ...new Set(Object.values(ERROR_CODES).map(({ status }) => status)),
].sort((a, b) => a - b);

/** The route pattern of the picture of a status. */
export const SIGN_PATTERN = `/:status(${ERROR_STATUSES.join("|")}).svg`;

/** Responds with the picture of a status, with its name instead of a message. */
export async function respondWithStatusPicture(ctx: HttpContext, status: number): Promise<Response> {
  const svg = drawErrorSign({ status, code: STATUS_TEXT[status] ?? "" });
  return await respondWithText(ctx, svg, { type: "image/svg+xml", cache: ONE_DAY, headers: SIGN_HEADERS });
}

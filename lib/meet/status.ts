import { drawSign } from "@pawkit/animals";
import { STATUS_TEXT } from "@std/http";
import type { Context } from "@/lib/define.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { showsSvgErrors } from "@/lib/http/negotiation.ts";
import { respondFrom, respondWithBytes, respondWithError, respondWithText, toEtag } from "@/lib/http/respond.ts";
import { INFO } from "@/lib/process/info.ts";
import { shorten } from "@/lib/util/text.ts";

/** The reason phrase of every registered status. `@std/http` shortens some of them. */
const REASONS: Readonly<Record<string, string>> = {
  ...STATUS_TEXT,
  203: "Non-Authoritative Information",
  207: "Multi-Status",
  407: "Proxy Authentication Required",
};

/** The statuses that have a picture, also those that this service never responds with. */
export const STATUSES = Object.keys(REASONS) as [string, ...string[]];

/** The side of the picture of a status in pixels. */
const SIZE = 512;

/** The most characters of a message that fit on a sign. */
const MAX_MESSAGE_CHARACTERS = 120;

/** Draws an animal that holds a status and its reason phrase. */
export function drawStatus(status: string | number): string {
  return drawSign({ status: Number(status), title: REASONS[status] ?? "" });
}

/** Responds with the SVG of a status. */
export function respondWithStatusSvg(ctx: Context, status: string): Response {
  return respondWithText(ctx, drawStatus(status), { mediaType: "image/svg+xml", cache: "day" });
}

/** Responds with the PNG of a status. */
export function respondWithStatusPng(ctx: Context, status: string): Promise<Response> {
  const { pictures } = ctx.state.services;
  const etag = toStatusEtag(status);
  return respondFrom(ctx, { mediaType: "image/png", cache: "day", etag }, () => {
    return pictures.draw(ctx, etag, () => ({ svg: drawStatus(status), width: SIZE, format: "png" }));
  });
}

/**
 * Responds to a request for a picture with an animal that holds a sign with the error. Firefox gets the PNG of the
 * status, if it is cached, and otherwise JSON. An error never waits for a drawing.
 */
export function respondWithErrorPicture(ctx: Context, error: ApiError): Response {
  const { status, code, message, headers: own } = error;
  const headers = { ...own, "x-request-id": ctx.state.requestId };
  if (showsSvgErrors(ctx.req)) {
    const svg = drawSign({ status, title: code, message: shorten(message, MAX_MESSAGE_CHARACTERS) });
    return respondWithBytes(ctx, svg, { mediaType: "image/svg+xml", status, headers });
  }
  const png = ctx.state.services.pictures.find(toStatusEtag(`${status}`));
  if (png === undefined) return respondWithError(ctx, error);
  return respondWithBytes(ctx, png, { mediaType: "image/png", status, headers });
}

function toStatusEtag(status: string): string {
  return toEtag(INFO.version, `/${status}.png`);
}

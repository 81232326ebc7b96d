import type { Files } from "@/lib/files/files.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { cutIntoPieces, PIECE_BYTES, toReservedBody } from "@/lib/http/reserved_body.ts";
import { respond, type ResponseOptions, toSuccessBody } from "@/lib/http/responses.ts";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import type { Reservation } from "@/lib/workers/memory.ts";

/** What a file takes while it is sent, whatever its size: a piece here and in Deno, their streams, a descriptor. */
const SENDING_BYTES = 256 * 1024;

/** Reserves what it takes to send a file to a client. @throws {ApiError} `overloaded` */
export function reserveFile(ctx: HttpContext, files: Files): Reservation {
  return reserve(ctx, files, SENDING_BYTES);
}

/**
 * Waits until no other file of the client becomes JSON.
 *
 * @throws {ApiError} `overloaded` if it has waited too long, or too many wait.
 * @throws the reason of the request's signal if it aborts.
 */
export async function acquireJsonSlot({ req, state }: HttpContext, { jsonSlots }: Files): Promise<Disposable> {
  const { client } = state;
  return await jsonSlots.acquire({ client, signal: req.signal, overloadedError: () => overloadedError("file") });
}

/**
 * Responds with fields that contain a part of a file. A large response keeps its memory until it is read.
 *
 * @throws {ApiError} `overloaded`
 */
export function respondWithLargeJson(
  ctx: HttpContext,
  files: Files,
  { fields, ...options }: { readonly fields: object } & Pick<ResponseOptions, "cache" | "etag">,
): Response {
  const body = new TextEncoder().encode(toSuccessBody(fields));
  const type = "application/json";
  if (body.length <= PIECE_BYTES) return respond(ctx, body, { type, ...options });
  const reservation = reserve(ctx, files, body.length);
  const headers = { "content-length": String(body.length) };
  const response = respond(ctx, toReservedBody({ pieces: cutIntoPieces(body), reservation }), {
    type,
    headers,
    ...options,
  });
  ctx.state.bytes = body.length;
  return response;
}

function reserve({ state: { client } }: HttpContext, { memory }: Files, bytes: number): Reservation {
  const reservation = memory.reserve({ client, createError: () => overloadedError("file") });
  reservation.growTo(bytes);
  return reservation;
}

import type { Files } from "@/lib/files/files.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import type { Reservation } from "@/lib/workers/memory.ts";

/** What a file takes while it is sent, whatever its size: a piece here and in Deno, their streams, a descriptor. */
const SENDING_BYTES = 256 * 1024;

/** Reserves what it takes to send a file to a client. @throws {ApiError} `overloaded` */
export function reserveFile({ state: { client } }: HttpContext, { memory }: Files): Reservation {
  const reservation = memory.reserve({ client, createError: () => overloadedError("file") });
  reservation.growTo(SENDING_BYTES);
  return reservation;
}

import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";
import { isNotModified } from "@/lib/http/finish_response.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import type { ReplacedOptions, ReusableResponse } from "@/lib/http/reusable_response.ts";
import type { JobKind } from "@/lib/workers/job.ts";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import type { MemoryBudget, Reservation } from "@/lib/workers/memory.ts";
import { Work, type WorkRequest, type WorkStarter } from "@/lib/workers/work.ts";

/** The services that make and send pictures. */
export interface WorkServices {
  readonly work: WorkStarter;
  /** The memory of all work in progress. */
  readonly memory: MemoryBudget;
}

/** A picture, and what replaces its options for one request. */
export interface MadePicture extends ReplacedOptions {
  readonly response: ReusableResponse;
  /** Whether its response has no entity tag, so that it is always sent. */
  readonly isUntagged?: boolean;
}

/** How a picture is made. */
export interface MakeRequest extends WorkRequest<MadePicture> {
  readonly make: (work: Work) => Promise<MadePicture>;
}

/**
 * Makes a picture when its client has a free slot, unless it is found then, and sends it. Slot and memory are free when
 * it is sent, or when it could not be made.
 *
 * @throws {ApiError} an error of `make`, `rate_limited`, or `overloaded`.
 */
export async function makeAndSend(ctx: HttpContext, services: WorkServices, request: MakeRequest): Promise<Response> {
  const { kind, make } = request;
  const { memory } = services;
  const work = await services.work.start(ctx, request);
  if (!(work instanceof Work)) return await sendPicture(ctx, work, { kind, memory });
  try {
    const picture = await make(work);
    work.finish();
    return await sendPicture(ctx, picture, { kind, memory, work });
  } catch (error) {
    work[Symbol.dispose]();
    throw error;
  }
}

/**
 * A picture of up to this size is given to Deno at once, which then has it. A larger one is sent in pieces of this
 * size, so that slow readers cannot fill the memory: Deno copies a body that it gets as a whole.
 */
const PIECE_BYTES = 64 * 1024;

/** Options of {@linkcode sendPicture}. */
export interface SendOptions {
  readonly kind: JobKind;
  readonly memory: MemoryBudget;
  /** The work that has made the picture. A cached one has none. */
  readonly work?: Work;
}

/**
 * Sends a picture. A large one keeps its memory, and the slot of its work, until it is read.
 *
 * @throws {ApiError} `overloaded` if there is no memory for it.
 */
export async function sendPicture(
  ctx: HttpContext,
  { response, isUntagged, ...replaced }: MadePicture,
  { kind, memory, work }: SendOptions,
): Promise<Response> {
  const { length, options: { etag = "" } } = response;
  const toResponse = async (stream?: ReadableStream<Uint8Array>) => {
    const sent = await response.toResponse(ctx, replaced, stream);
    if (isUntagged) sent.headers.delete("etag");
    return sent;
  };
  // The SVG of a large group is sent at once if it is compressed, which makes it small.
  const isSmall = length <= PIECE_BYTES || response.isCompressedFor(ctx.req);
  if (isSmall || !hasBody(ctx, isUntagged ? "" : etag)) {
    work?.[Symbol.dispose]();
    return await toResponse();
  }
  const { client } = ctx.state;
  const reservation = work?.reservation ?? memory.reserve({ client, createError: () => overloadedError(kind) });
  reservation.growTo(length);
  return await toResponse(toReservedBody(response.read(), reservation));
}

function hasBody(ctx: HttpContext, etag: string): boolean {
  if (ctx.state.method === "HEAD") return false;
  return etag === "" || !isNotModified(ctx, { headers: new Headers({ etag }) });
}

/** How long a caller may take to read a piece before its response breaks off. */
const MAX_IDLE_MS = 30_000;

/** Options of {@linkcode toReservedBody}. */
export interface ReservedBodyOptions {
  readonly setTimer?: typeof setBackgroundTimeout;
}

/**
 * Returns a body that is sent in pieces and stays in its reservation until the last one is read, or until the caller
 * has left or stopped reading. If others need the memory more, the response breaks off.
 */
export function toReservedBody(
  bytes: Uint8Array<ArrayBuffer>,
  reservation: Reservation,
  { setTimer = setBackgroundTimeout }: ReservedBodyOptions = {},
): ReadableStream<Uint8Array> {
  reservation.isSending = true;
  let rest = bytes;
  let isEnded = false;
  let stopTimer = () => {};
  const end = () => {
    isEnded = true;
    stopTimer();
    // Deno keeps an unfinished stream, and what it refers to, until the connection ends.
    rest = new Uint8Array();
    reservation[Symbol.dispose]();
  };
  const breakOff = (controller: ReadableStreamDefaultController) => {
    if (isEnded) return;
    end();
    // Deno closes the connection, because the body is shorter than its length. It would log an error of the stream.
    controller.close();
  };
  const watch = (controller: ReadableStreamDefaultController) => {
    stopTimer();
    stopTimer = setTimer(MAX_IDLE_MS, () => breakOff(controller));
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      watch(controller);
      reservation.signal.addEventListener("abort", () => breakOff(controller));
    },
    pull(controller) {
      watch(controller);
      controller.enqueue(rest.subarray(0, PIECE_BYTES));
      rest = rest.subarray(PIECE_BYTES);
      if (rest.length > 0) return;
      end();
      controller.close();
    },
    cancel: end,
  }, { highWaterMark: 0 });
}

import { isNotModified } from "@/lib/http/finish_response.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { cutIntoPieces, PIECE_BYTES, toReservedBody } from "@/lib/http/reserved_body.ts";
import type { ReplacedOptions, ReusableResponse } from "@/lib/http/reusable_response.ts";
import type { JobKind } from "@/lib/workers/job.ts";
import { overloadedError } from "@/lib/workers/job_errors.ts";
import type { MemoryBudget } from "@/lib/workers/memory.ts";
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
  /** Whether its response has an entity tag; by default yes. Without one it is always sent. */
  readonly hasTag?: boolean;
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
  { response, hasTag = true, ...replaced }: MadePicture,
  { kind, memory, work }: SendOptions,
): Promise<Response> {
  const { length, options: { etag = "" } } = response;
  const toResponse = async (stream?: ReadableStream<Uint8Array>) => {
    const sent = await response.toResponse(ctx, replaced, stream);
    if (!hasTag) sent.headers.delete("etag");
    return sent;
  };
  // The SVG of a large group is sent at once if it is compressed, which makes it small.
  const isSmall = length <= PIECE_BYTES || response.isCompressedFor(ctx.req);
  if (isSmall || !hasBody(ctx, hasTag ? etag : "")) {
    work?.[Symbol.dispose]();
    return await toResponse();
  }
  const { client } = ctx.state;
  const reservation = work?.reservation ?? memory.reserve({ client, createError: () => overloadedError(kind) });
  reservation.growTo(length);
  return await toResponse(toReservedBody({ pieces: cutIntoPieces(response.read()), reservation }));
}

function hasBody(ctx: HttpContext, etag: string): boolean {
  if (ctx.state.method === "HEAD") return false;
  return etag === "" || !isNotModified(ctx, { headers: new Headers({ etag }) });
}

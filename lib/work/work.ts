import { type Bucket, rateLimitedError } from "@/lib/access/bucket.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { type Clock, Gate, type GateStatus, getWaitedMs, SYSTEM_CLOCK } from "@/lib/work/gate.ts";
import type { DrawingJob, FilterJob, FilterResult } from "@/lib/work/job.ts";
import type { Job, JobResult } from "@/lib/work/run_job.ts";
import { startThread } from "@/lib/work/start_thread.ts";
import { type Thread, Threads } from "@/lib/work/threads.ts";

/** The points of a drawing, of a filter and of each megapixel of its source. The request itself costs one more. */
const DRAWING_POINTS = 2, FILTER_POINTS = 9, MEGAPIXEL_POINTS = 2;

/** A body is sent in pieces of this size. A body that is no larger than one piece does not pass the gate. */
const PIECE_BYTES = 64 * 1024;

/** How many bodies may wait to be sent: only a few, because no gate counts the memory of a waiting body. */
const SENDING_QUEUE_PLACES = 4;

/** How long the reader of a body may wait before it reads the next piece. */
const PIECE_MS = 30_000;

const DRAWING = "Cannot draw the picture", FILTER = "Cannot filter the image", SENDING = "Cannot send the response";

/** Options of {@linkcode Work}. */
export interface WorkOptions {
  readonly bucket: Bucket;
  /** The threads for filters. */
  readonly workers: number;
  /** The bytes of memory of all filter jobs together. */
  readonly memoryBudget: number;
  /** Whether there is so little memory that fewer sources and bodies fit into it. */
  readonly isSmallMachine: boolean;
  readonly isDenoDeploy: boolean;
  /** Called when a job does not end. It ends the process. */
  readonly onStuck: () => void;
  /** The threads for drawings. */
  readonly cores?: number;
  readonly start?: () => Promise<Thread<Job, JobResult>>;
  readonly clock?: Clock;
}

/** What loading a source returns: a job, or a cached result that makes the job unnecessary. */
export type Loaded<Found> = { readonly found: Found } | LoadedJob<Found>;

/** A filter whose source has arrived. */
export interface LoadedJob<Found> {
  readonly job: FilterJob;
  /** The pixels of all frames of the source. */
  readonly pixels: number;
  /** The most memory that the job takes. */
  readonly bytes: number;
  /** Looks into the cache once more when the job has its place. */
  readonly find: () => Found | undefined;
}

/** The heavy work of the service, which passes four gates: sources, filters, drawings and sending. */
export class Work {
  readonly #options: WorkOptions & { readonly clock: Clock };
  readonly #gates: Readonly<Record<"sources" | "filters" | "drawings" | "sending", Gate>>;
  readonly #filters: Threads<Job, JobResult>;
  readonly #drawings: Threads<Job, JobResult>;

  constructor(options: WorkOptions) {
    const { workers, isSmallMachine, cores = navigator.hardwareConcurrency, clock = SYSTEM_CLOCK } = options;
    const { start = () => startThread(options.isDenoDeploy), onStuck } = options;
    const sendingMib = isSmallMachine ? 32 : 64;
    const toUnits = (mib: number) => mib * 2 ** 20 / PIECE_BYTES;
    this.#options = { ...options, clock };
    this.#gates = {
      sources: new Gate({ action: FILTER, places: isSmallMachine ? 4 : 8, perClient: 3, clock }),
      filters: new Gate({ action: FILTER, places: workers, perClient: Math.max(1, workers - 1), clock }),
      drawings: new Gate({ action: DRAWING, places: cores, perClient: cores, clock }),
      sending: new Gate({
        action: SENDING,
        places: toUnits(sendingMib),
        perClient: toUnits(16),
        queuePlaces: SENDING_QUEUE_PLACES,
        clock,
      }),
    };
    this.#filters = new Threads({ gate: this.#gates.filters, action: FILTER, start, onStuck, clock });
    this.#drawings = new Threads({ gate: this.#gates.drawings, action: DRAWING, start, onStuck, clock });
  }

  get status(): Readonly<Record<"sources" | "filters" | "drawings" | "sending", GateStatus>> {
    const { sources, filters, drawings, sending } = this.#gates;
    return { sources: sources.status, filters: filters.status, drawings: drawings.status, sending: sending.status };
  }

  /**
   * Draws a picture or a text and returns its bytes. When there is a place, `find` looks into the cache once more,
   * because another request may have drawn the same picture. If it finds nothing, the job is created.
   *
   * @throws {ApiError} `rate_limited`, `overloaded` or `filter_timeout`.
   * @throws the reason of the signal if it aborts.
   */
  async draw(
    client: string,
    signal: AbortSignal,
    createJob: () => DrawingJob,
    find?: () => Uint8Array<ArrayBuffer> | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    this.#takePoints(client, DRAWING_POINTS, DRAWING);
    const drawn = await this.#drawings.run(client, signal, { createJob, find });
    return drawn instanceof Uint8Array ? drawn : drawn.bytes;
  }

  /**
   * Filters a picture. `load` is called when there is a place for the source.
   *
   * @throws {ApiError} `rate_limited`, `overloaded`, `filter_timeout`, `too_expensive`, or the code of an `ImageError`.
   * @throws the reason of the signal if it aborts, or an error of `load`.
   */
  async filter<Found>(
    client: string,
    signal: AbortSignal,
    load: () => Promise<Loaded<Found>>,
  ): Promise<{ readonly found: Found } | { readonly result: FilterResult; readonly queueMs: number }> {
    this.#takePoints(client, FILTER_POINTS, FILTER);
    using _source = await this.#gates.sources.enter(client, signal);
    const loaded = await load();
    if ("found" in loaded) return loaded;
    const { job, pixels, bytes } = loaded;
    this.#options.bucket.charge(client, MEGAPIXEL_POINTS * Math.floor(pixels / 1_000_000));
    const { workers, memoryBudget } = this.#options;
    if (bytes > memoryBudget) throw tooExpensiveError(bytes, memoryBudget);
    const units = Math.max(1, Math.ceil(bytes * workers / memoryBudget));
    const find = () => {
      const found = loaded.find();
      return found === undefined ? undefined : { found };
    };
    const made = await this.#filters.run(client, signal, { createJob: () => job, units, find });
    return "found" in made ? made : { result: made as FilterResult, queueMs: getWaitedMs(signal) };
  }

  /**
   * Returns the body of a response: a small body as it is, and a larger one as a stream. A stream holds its places
   * until it is read or cancelled, or until nobody has read from it for 30 seconds.
   *
   * @throws {ApiError} `overloaded`.
   * @throws the reason of the signal if it aborts.
   */
  async send(
    client: string,
    signal: AbortSignal,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>> {
    if (bytes.length <= PIECE_BYTES) return bytes;
    const places = await this.#gates.sending.enter(client, signal, Math.ceil(bytes.length / PIECE_BYTES));
    return toStream(bytes, places, this.#options.clock);
  }

  /** Closes the threads: idle ones now, and the others after their job. */
  close(): void {
    this.#filters.close();
    this.#drawings.close();
  }

  #takePoints(client: string, points: number, action: string): void {
    const seconds = this.#options.bucket.take(client, points);
    if (seconds > 0) throw rateLimitedError(action, seconds);
  }
}

function tooExpensiveError(got: number, limit: number): ApiError {
  const message = `${FILTER}: must take at most ${limit.toLocaleString("en")} bytes of memory, but would take about ` +
    `${got.toLocaleString("en")}; use a smaller image or width, fewer frames, or the format png`;
  return new ApiError("too_expensive", message, { details: { limit, got } });
}

function toStream(bytes: Uint8Array<ArrayBuffer>, places: Disposable, clock: Clock): ReadableStream {
  let sent = 0;
  let timer: Disposable | undefined;
  const end = () => {
    timer?.[Symbol.dispose]();
    places[Symbol.dispose]();
  };
  const waitForReader = (stream: ReadableStreamDefaultController) => {
    timer?.[Symbol.dispose]();
    timer = clock.setTimer(PIECE_MS, () => {
      end();
      stream.error(new Error(`${SENDING}: nobody has read a piece of it for ${PIECE_MS / 1000} s`));
    });
  };
  const pull = (stream: ReadableStreamDefaultController) => {
    stream.enqueue(bytes.subarray(sent, sent += PIECE_BYTES));
    if (sent < bytes.length) return waitForReader(stream);
    end();
    stream.close();
  };
  // The stream has no queue, so that nothing counts as read before somebody reads it.
  return new ReadableStream({ start: waitForReader, pull, cancel: end }, { highWaterMark: 0 });
}

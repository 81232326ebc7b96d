import { isSettled } from "@/lib/fs/file_version.ts";
import type { ByteRange } from "@/lib/fs/read_at.ts";
import { parseByteRanges } from "@/lib/http/byte_ranges.ts";
import type { CachePolicy } from "@/lib/http/cache_control.ts";
import { rangeNotSatisfiableError } from "@/lib/http/errors.ts";
import { readPieces, readSegments, type Segment, segmentsLength } from "@/lib/http/file_segments.ts";
import { readHeaderStart } from "@/lib/http/headers.ts";
import { type BodyReservation, PIECE_BYTES, toReservedBody } from "@/lib/http/reserved_body.ts";

/** A file to send. It is closed when it has been sent, or when the body of the response is cancelled. */
export interface OpenFile {
  readonly file: Deno.FsFile;
  readonly info: Pick<Deno.FileInfo, "size" | "mtime">;
}

/** Options of {@linkcode FileResponse}. */
export interface FileResponseOptions {
  /** The entity tag with its quotes; by default it is derived from size and time. */
  readonly etag?: string;
  readonly cache: CachePolicy;
  /** Further headers, in lower case. */
  readonly headers: Readonly<Record<string, string>> & { readonly "content-type": string };
  /** Reserves what a large body takes while it is sent, or throws the error of a request that gets too little. */
  readonly reserve: () => BodyReservation;
}

/**
 * The response to a GET of a whole file. `finishResponse()` makes of it what the caller asked for: nothing new, only
 * the headers, or ranges.
 */
export class FileResponse extends Response {
  readonly #file: Deno.FsFile;
  readonly #size: number;
  readonly #reserve: FileResponseOptions["reserve"];

  constructor({ file, info }: OpenFile, { etag = toTag(info), cache, headers, reserve }: FileResponseOptions) {
    // Nobody reads this body: it closes the file if nothing of it is sent.
    super(new ReadableStream({ cancel: () => file[Symbol.dispose]() }), {
      headers: {
        "accept-ranges": "bytes",
        "cache-control": cache.text,
        "content-length": String(info.size),
        etag,
        "last-modified": (info.mtime ?? new Date(0)).toUTCString(),
        ...headers,
      },
    });
    this.#file = file;
    this.#size = info.size;
    this.#reserve = reserve;
  }

  /**
   * Returns the response with the ranges that a request asks for, or with the whole file. A small body is read into
   * memory, so that the file is closed before it is sent. A large one is sent in pieces, with a reservation.
   *
   * @throws {ApiError} `range_not_satisfiable`, or an error of `reserve`.
   */
  async selectRanges(req: Request): Promise<Response> {
    const { status, headers, segments } = this.#choose(req);
    if (segmentsLength(segments) <= PIECE_BYTES) {
      return new Response(await readSegments(this.#file, segments), { status, headers });
    }
    const reservation = this.#reserve();
    reservation.endWith(this.#file);
    const body = toReservedBody({ pieces: readPieces(this.#file, segments), reservation });
    return new Response(body, { status, headers });
  }

  #choose(req: Request): Chosen {
    const range = isRangeAllowed(req, this.headers) ? req.headers.get("range") : null;
    const ranges = range === null ? undefined : parseByteRanges(range, this.#size);
    if (ranges === undefined) {
      return { status: 200, headers: this.headers, segments: [{ start: 0, end: this.#size }] };
    }
    const [first] = ranges;
    if (first === undefined) throw rangeNotSatisfiableError(this.#size);
    return ranges.length > 1 ? toMultipart(this.headers, ranges, this.#size) : toRange(this.headers, first, this.#size);
  }
}

/**
 * Whether ranges may be sent: the caller has other parts of exactly this version, or states no version. A date does not
 * identify a version, because a file and its gzip variant have the same.
 */
function isRangeAllowed(req: Request, validators: Headers): boolean {
  const condition = readHeaderStart(req, "if-range");
  if (condition === null) return true;
  const etag = validators.get("etag") ?? "";
  return condition === etag && !etag.startsWith("W/");
}

/** The status, headers and body to send. */
interface Chosen {
  readonly status: number;
  readonly headers: Headers;
  readonly segments: readonly Segment[];
}

// While the file can still change within its timestamp, the tag is weak, which fails `if-range`.
function toTag(info: OpenFile["info"]): string {
  const tag = `"${info.size.toString(36)}-${(info.mtime?.getTime() ?? 0).toString(36)}"`;
  return isSettled(info) ? tag : `W/${tag}`;
}

function toRange(whole: Headers, range: ByteRange, size: number): Chosen {
  const headers = new Headers(whole);
  headers.set("content-range", toContentRange(range, size));
  headers.set("content-length", String(range.end - range.start));
  return { status: 206, headers, segments: [range] };
}

function toMultipart(whole: Headers, ranges: readonly ByteRange[], size: number): Chosen {
  const headers = new Headers(whole);
  const boundary = crypto.randomUUID();
  const encoder = new TextEncoder();
  const segments: Segment[] = [];
  for (const range of ranges) {
    const head = `content-type: ${whole.get("content-type")}\r\ncontent-range: ${toContentRange(range, size)}`;
    segments.push(encoder.encode(`\r\n--${boundary}\r\n${head}\r\n\r\n`), range);
  }
  segments.push(encoder.encode(`\r\n--${boundary}--\r\n`));
  headers.set("content-type", `multipart/byteranges; boundary=${boundary}`);
  headers.set("content-length", String(segmentsLength(segments)));
  return { status: 206, headers, segments };
}

function toContentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end - 1}/${size}`;
}

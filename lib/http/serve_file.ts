import { ifMatch, ifNoneMatch } from "@std/http";
import { extname } from "@std/path";
import { isSettled } from "@/lib/fs/file_version.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import type { ByteRange } from "@/lib/fs/read_at.ts";
import { parseByteRanges } from "@/lib/http/byte_ranges.ts";
import { readSegments, type Segment, segmentsLength, streamSegments } from "@/lib/http/file_segments.ts";
import { readHeaderStart } from "@/lib/http/read_header_start.ts";

/** Options of {@linkcode serveFile}. */
export interface ServeFileOptions {
  /** The file's size and time, if the caller already knows them. */
  readonly fileInfo?: Deno.FileInfo;
  /** The file, if the caller has already opened it. It is always closed. */
  readonly file?: Deno.FsFile;
  /** The entity tag with its quotes; by default it is derived from size and time. */
  readonly etag?: string;
  /** Headers of the response, in lower case. They replace those that are set here. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response to send. Without segments it has no body. */
interface Plan {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly segments?: readonly Segment[];
}

/** The validators of a file, which conditional requests compare. */
interface Version {
  readonly size: number;
  readonly etag: string;
  /** Rounded down to seconds because HTTP dates have no fractions. */
  readonly modifiedMs: number;
}

/** Text files that the registry of media types has under another type or not at all. */
const TEXT_EXTENSIONS = new Set([".log", ".txt", ".conf", ".hosts", ".rpz", ".zone", ".list"]);

/** A body of up to this size is read into memory, so that the file is closed before the response is sent. */
const SMALL_BYTES = 64 * 1024;

/**
 * Responds with a file, like `serveFile` of `@std/http/file-server`: conditional requests, one or several ranges, HEAD.
 * A large body streams in constant memory. A missing or special file is a 404, a method other than GET and HEAD a 405.
 *
 * @throws {Error} if the file exists and cannot be opened or read.
 */
export async function serveFile(req: Request, path: string, options: ServeFileOptions = {}): Promise<Response> {
  const file = options.file ?? await openFile(path);
  if (file === undefined) return new Response(null, { status: 404 });
  let isStreamed = false;
  try {
    const headers = {
      "content-type": options.headers?.["content-type"] ?? await contentTypeOf(path),
      ...options.headers,
    };
    const plan = toPlan(req, options.fileInfo ?? await file.stat(), { ...options, headers });
    const { segments } = plan;
    if (segments === undefined || req.method === "HEAD") return new Response(null, plan);
    isStreamed = segmentsLength(segments) > SMALL_BYTES;
    return new Response(isStreamed ? streamSegments(file, segments) : await readSegments(file, segments), plan);
  } finally {
    if (!isStreamed) file[Symbol.dispose]();
  }
}

/** Returns the `content-type` of a file by its name. */
export async function contentTypeOf(path: string): Promise<string> {
  const extension = extname(path).toLowerCase();
  if (TEXT_EXTENSIONS.has(extension)) return "text/plain; charset=UTF-8";
  // Imported with the first such file because the list of types is long.
  const { contentType } = await import("@std/media-types");
  return contentType(extension) ?? "application/octet-stream";
}

// Checks before it opens the file because opening a named pipe would wait for its writer.
async function openFile(path: string): Promise<Deno.FsFile | undefined> {
  const info = await ifExists(Deno.stat(path));
  return info?.isFile ? await ifExists(Deno.open(path)) : undefined;
}

function toPlan(req: Request, info: Deno.FileInfo, options: ServeFileOptions): Plan {
  if (req.method !== "GET" && req.method !== "HEAD") return { status: 405, headers: { allow: "GET, HEAD" } };
  const version = toVersion(info, options);
  const headers: Record<string, string> = {
    "accept-ranges": "bytes",
    "etag": version.etag,
    "last-modified": new Date(version.modifiedMs).toUTCString(),
    ...options.headers,
  };
  if (isPreconditionFailed(req, version)) return { status: 412, headers };
  if (isUnchanged(req, version)) return { status: 304, headers };
  const range = req.method === "GET" ? req.headers.get("range") : null;
  const isRanged = range !== null && isSameVersion(readHeaderStart(req, "if-range"), version);
  const ranges = isRanged ? parseByteRanges(range, version.size) : undefined;
  if (ranges !== undefined) return toPartial(headers, ranges, version.size);
  headers["content-length"] = String(version.size);
  return { status: 200, headers, segments: [{ start: 0, end: version.size }] };
}

function toVersion(info: Deno.FileInfo, { etag }: ServeFileOptions): Version {
  const ms = info.mtime?.getTime() ?? 0;
  const tag = `"${info.size.toString(36)}-${ms.toString(36)}"`;
  return {
    size: info.size,
    // While the file can still change within its timestamp, the tag is weak, which fails `if-range`.
    etag: etag ?? (isSettled(info) ? tag : `W/${tag}`),
    modifiedMs: Math.floor(ms / 1000) * 1000,
  };
}

function isPreconditionFailed(req: Request, { etag, modifiedMs }: Version): boolean {
  const tags = readHeaderStart(req, "if-match");
  if (tags !== null) return !ifMatch(tags, etag);
  return modifiedMs > toTime(readHeaderStart(req, "if-unmodified-since"), Infinity);
}

function isUnchanged(req: Request, { etag, modifiedMs }: Version): boolean {
  const tags = readHeaderStart(req, "if-none-match");
  if (tags !== null) return !ifNoneMatch(tags, etag);
  return modifiedMs <= toTime(readHeaderStart(req, "if-modified-since"), -Infinity);
}

function isSameVersion(condition: string | null, { etag, modifiedMs }: Version): boolean {
  if (condition === null) return true;
  if (etag.startsWith("W/")) return false;
  return condition === etag || toTime(condition, -Infinity) === modifiedMs;
}

// An invalid date counts as absent (RFC 9110, section 13.1.3).
function toTime(text: string | null, fallback: number): number {
  const time = text === null ? NaN : Date.parse(text);
  return Number.isNaN(time) ? fallback : time;
}

function toPartial(headers: Record<string, string>, ranges: readonly ByteRange[], size: number): Plan {
  const [first] = ranges;
  if (first === undefined) {
    return { status: 416, headers: { ...headers, "content-range": `bytes */${size}`, "content-length": "0" } };
  }
  if (ranges.length > 1) return toMultipart(headers, ranges, size);
  headers["content-range"] = toContentRange(first, size);
  headers["content-length"] = String(first.end - first.start);
  return { status: 206, headers, segments: [first] };
}

function toMultipart(headers: Record<string, string>, ranges: readonly ByteRange[], size: number): Plan {
  const boundary = crypto.randomUUID();
  const encoder = new TextEncoder();
  const segments: Segment[] = [];
  for (const range of ranges) {
    const head = `content-type: ${headers["content-type"]}\r\ncontent-range: ${toContentRange(range, size)}`;
    segments.push(encoder.encode(`\r\n--${boundary}\r\n${head}\r\n\r\n`), range);
  }
  segments.push(encoder.encode(`\r\n--${boundary}--\r\n`));
  headers["content-type"] = `multipart/byteranges; boundary=${boundary}`;
  headers["content-length"] = String(segmentsLength(segments));
  return { status: 206, headers, segments };
}

function toContentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end - 1}/${size}`;
}

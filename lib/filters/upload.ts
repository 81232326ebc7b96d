import { Buffer } from "node:buffer";
import { ApiError } from "@/lib/http/errors.ts";
import { MAX_SOURCE_BYTES, readAtMost } from "@/lib/sources/download.ts";

/** The time for the whole body. */
const MAX_MS = 30_000;

/** How much larger than its file a form may be: boundaries, headers, and a few short fields. */
const MAX_FORM_BYTES = 16_384;

/** The most parts of a form, and the most bytes of the headers of a part. */
const MAX_PARTS = 16, MAX_HEADER_BYTES = 4096;

/**
 * Reads the image in the body of a request: the body itself, or the file of a form.
 *
 * @throws {ApiError} `payload_too_large`, `request_timeout`, `bad_request`, `missing_parameter` or `invalid_parameter`;
 * the reason of the request's signal.
 */
export async function readUpload(req: Request): Promise<Uint8Array<ArrayBuffer>> {
  const type = req.headers.get("content-type") ?? "";
  const isForm = /^multipart\/form-data\b/i.test(type);
  const body = await readBody(req, isForm ? MAX_SOURCE_BYTES + MAX_FORM_BYTES : MAX_SOURCE_BYTES);
  const image = isForm ? readForm(body, type) : body;
  if (image.length === 0) throw missingError("must be an image in the body of the request, got 0 bytes");
  return image;
}

async function readBody(req: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const timeout = AbortSignal.timeout(MAX_MS);
  const signal = AbortSignal.any([req.signal, timeout]);
  const declaredBytes = Number(req.headers.get("content-length") ?? 0);
  try {
    const chunks = req.body?.pipeThrough(new TransformStream<Uint8Array>(), { signal }) ?? [];
    return await readAtMost(chunks, { maxBytes, declaredBytes, tooLargeError, smallChunksError });
  } catch (cause) {
    req.signal.throwIfAborted();
    if (cause instanceof ApiError) throw cause;
    if (!timeout.aborted) throw uploadError("the connection ended before all of it arrived", cause);
    const message = `Cannot read the image: must be sent within ${MAX_MS / 1000} s`;
    throw new ApiError("request_timeout", message, { details: { limit: MAX_MS } });
  }
}

function readForm(body: Uint8Array<ArrayBuffer>, type: string): Uint8Array<ArrayBuffer> {
  // A browser sends an empty file for each field in which nobody has chosen one.
  const [file, ...others] = findFiles(body, type).filter(({ length }) => length > 0);
  if (file === undefined) throw missingError("must be a file in the form");
  if (others.length > 0) {
    const message = `Cannot read "image": must be one file in the form, got ${others.length + 1}`;
    throw new ApiError("invalid_parameter", message, { details: { parameter: "image" } });
  }
  if (file.length > MAX_SOURCE_BYTES) throw tooLargeError(file.length);
  return file.slice();
}

/**
 * Splits a form (RFC 7578) and returns the contents of its files. V8 searches the text in linear time. A parser that
 * searches in JavaScript takes seconds if the boundary is one repeated character, and callers choose their boundary.
 */
function findFiles(body: Uint8Array<ArrayBuffer>, type: string): Uint8Array<ArrayBuffer>[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(type) ?? [];
  const delimiter = `--${quoted ?? plain}`;
  // One character for each byte.
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
  const files: Uint8Array<ArrayBuffer>[] = [];
  let at = text.startsWith(delimiter) ? delimiter.length : text.length;
  for (let parts = 1; text.startsWith("\r\n", at); parts++) {
    const start = text.indexOf("\r\n\r\n", at) + 4;
    const end = start < 4 ? -1 : text.indexOf(`\r\n${delimiter}`, start);
    if (end === -1 || start - at > MAX_HEADER_BYTES || parts > MAX_PARTS) break;
    const isFile = /\r\ncontent-disposition:[^\r\n]*; *filename\*?=/i.test(text.slice(at, start));
    if (isFile) files.push(body.subarray(start, end));
    at = end + 2 + delimiter.length;
  }
  if (text.startsWith("--", at)) return files;
  throw uploadError(`it must be valid multipart/form-data with at most ${MAX_PARTS} parts`);
}

function tooLargeError(got: number): ApiError {
  const limits = `must have at most ${MAX_SOURCE_BYTES.toLocaleString("en")} bytes, got ${got.toLocaleString("en")}`;
  const details = { limit: MAX_SOURCE_BYTES, got };
  return new ApiError("payload_too_large", `Cannot read the image: ${limits} or more`, { details });
}

function smallChunksError(): ApiError {
  return uploadError("it arrived in too small chunks");
}

function missingError(reason: string): ApiError {
  return new ApiError("missing_parameter", `Cannot read "image": ${reason}`, { details: { parameter: "image" } });
}

function uploadError(reason: string, cause?: unknown): ApiError {
  return new ApiError("bad_request", `Cannot read the image: ${reason}`, { cause });
}

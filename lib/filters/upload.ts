import type { Config } from "@/fresh.config.ts";
import { withDeadline } from "@/lib/async/deadline.ts";
import { readAtMost, SmallChunksError } from "@/lib/async/read_at_most.ts";
import { openBodyReader } from "@/lib/filters/body_reader.ts";
import { FILTER_PARAMETERS } from "@/lib/filters/parameters.ts";
import { ApiError, type ApiErrorOptions, type ErrorCode } from "@/lib/http/errors.ts";
import { MAX_FORM_BYTES, parseMultipart } from "@/lib/filters/multipart.ts";
import { invalidParameterError, missingParameterError } from "@/lib/parameters/parameter_errors.ts";
import { readParameter } from "@/lib/parameters/query.ts";
import { assertSpelling } from "@/lib/parameters/spelling.ts";
import type { Work } from "@/lib/workers/work.ts";

/** A picture that a caller sent, and the parameters that came with it. */
export interface Upload {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The query, and the fields of a form that the query does not have or has without a value. */
  readonly parameters: URLSearchParams;
}

/** The file and the fields of a form. */
export interface UploadForm {
  readonly image: Uint8Array<ArrayBuffer>;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** A request with a picture in its body. */
export interface UploadRequest {
  readonly req: Request;
  readonly query: URLSearchParams;
  /** The work that the picture is for. */
  readonly work: Work;
}

/** Options of {@linkcode readUpload}. */
export type UploadOptions = Pick<Config, "maxSourceBytes" | "uploadTimeoutMs">;

/**
 * Reads the picture in the body of a request.
 *
 * @throws {ApiError} `payload_too_large`, `request_timeout`, `bad_request`, `missing_parameter` or `invalid_parameter`;
 * the reason of the signal of the work.
 */
export async function readUpload(
  { req, query, work }: UploadRequest,
  { maxSourceBytes: maxBytes, uploadTimeoutMs: ms }: UploadOptions,
): Promise<Upload> {
  const { type, isForm, declared, maxBodyBytes } = readDeclaration(req, maxBytes);
  const deadline = { ms, signal: work.signal, onTimeout: () => timeoutError(ms) };
  return await withDeadline(deadline, async (signal) => {
    const body = await readAtMost(readBody(req, signal), {
      maxBytes: maxBodyBytes,
      expectedBytes: declared,
      onReceived: (bytes) => work.receive(bytes),
      tooLargeError: (got) => tooLargeError(maxBytes, got),
    }).catch((cause: unknown) => {
      if (!(cause instanceof SmallChunksError)) throw cause;
      throw uploadError("bad_request", "it arrived in too small chunks; send its length, or chunks of 64 KB", {
        cause,
      });
    });
    work.reservation.source = body;
    if (!isForm) return { bytes: assertNoText(assertNotEmpty(body)), parameters: query };
    const { image, fields } = await parseUploadForm(body, type);
    if (image.length > maxBytes) throw tooLargeError(maxBytes, image.length);
    const parameters = new URLSearchParams(query);
    for (const [name, value] of fields) {
      if (readParameter(query, name) === undefined) parameters.append(name, value);
    }
    return { bytes: assertNotEmpty(image), parameters };
  });
}

/** Rejects an upload that declares too many bytes before it is sent. @throws {ApiError} `payload_too_large`. */
export function assertDeclaredSize(req: Request, maxBytes: number): void {
  const { declared, maxBodyBytes } = readDeclaration(req, maxBytes);
  if (declared > maxBodyBytes) throw tooLargeError(maxBytes, declared);
}

/** What the headers of an upload say about it. */
interface Declaration {
  readonly type: string;
  readonly isForm: boolean;
  /** Its length, or 0 if it is unknown. */
  readonly declared: number;
  readonly maxBodyBytes: number;
}

function readDeclaration({ headers }: Request, maxBytes: number): Declaration {
  const type = headers.get("content-type") ?? "";
  const isForm = /^multipart\/form-data\b/i.test(type);
  const declared = Number(headers.get("content-length") ?? 0);
  return { type, isForm, declared, maxBodyBytes: isForm ? maxBytes + MAX_FORM_BYTES : maxBytes };
}

/**
 * Reads a form with one file, in the field `image` or any other. Empty files are ignored next to it: browsers send one
 * for each file field without a choice.
 *
 * @throws {ApiError} `bad_request`, `missing_parameter` or `invalid_parameter`.
 */
export async function parseUploadForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<UploadForm> {
  const parts = await parseMultipart(body, type);
  const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const files = parts.filter(({ isFile }) => isFile);
  const chosen = files.filter(({ content }) => content.length > 0);
  if (chosen.length > 1) throw invalidParameterError("image", `${chosen.length} files`, "must be given once");
  const image = chosen[0] ?? files[0];
  const fields = parts.filter(({ isFile }) => !isFile).map(({ name, content }) => [name, toText(content)] as const);
  if (image !== undefined) {
    assertSpelling(fields, FILTER_PARAMETERS);
    return {
      image: image.content,
      fields: fields.filter(([name]) => name !== "image" && Object.hasOwn(FILTER_PARAMETERS, name)),
    };
  }
  const text = fields.find(([name]) => name === "image")?.[1];
  if (!text) throw missingParameterError("image", "as a file in the form");
  throw textError(text);
}

async function* readBody(req: Request, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = openBodyReader(req);
  const onAbort = () => void reader?.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", onAbort);
  try {
    for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
      yield next.value;
    }
    signal.throwIfAborted();
  } catch (cause) {
    if (cause instanceof SmallChunksError) throw cause;
    req.signal.throwIfAborted();
    signal.throwIfAborted();
    // Otherwise only the connection can fail here: the caller hung up, mostly before its signal reports it, or sent
    // invalid chunks.
    throw uploadError("bad_request", "the connection ended before all of it arrived", { cause });
  } finally {
    signal.removeEventListener("abort", onAbort);
    // The rest is not read: the image is too large, or there is no memory for it.
    void reader?.cancel().catch(() => {});
  }
}

function assertNotEmpty(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes.length > 0) return bytes;
  const message = 'Cannot read "image": must be an image file in the body of the request, got 0 bytes';
  throw new ApiError("missing_parameter", message, { details: { parameter: "image" } });
}

/** How much of a text is read for an error. */
const MAX_QUOTED_BYTES = 200;

/** Rejects a body that names an image instead of being one: JSON, a form in another encoding, or a URL. */
function assertNoText(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const start = new TextDecoder().decode(bytes.subarray(0, MAX_QUOTED_BYTES));
  if (/^\s*(?:\{|image=|https?:)/.test(start)) throw textError(start);
  return bytes;
}

function textError(text: string): ApiError {
  const remedy = "must be a file; the URL of an image belongs in the query of a GET request, as in ?image=https://…";
  return invalidParameterError("image", text, remedy);
}

/** Creates the 413 for an image of more bytes than allowed. */
function tooLargeError(limit: number, got: number): ApiError {
  const reason = `must have at most ${limit.toLocaleString("en")} bytes, got ${got.toLocaleString("en")}`;
  return uploadError("payload_too_large", reason, { details: { limit, got } });
}

/** Creates the 408 for an image that was not sent in time. */
function timeoutError(limit: number): ApiError {
  return uploadError("request_timeout", `sending it took longer than ${limit} ms`, { details: { limit } });
}

function uploadError(code: ErrorCode, reason: string, options: ApiErrorOptions = {}): ApiError {
  return new ApiError(code, `Cannot accept the image: ${reason}`, options);
}

import { ApiError } from "@/lib/http/errors.ts";

/** How much larger than its file a form may be: boundaries, headers, and a few short fields. */
export const MAX_FORM_BYTES = 16_384;

/** The most parts of a form. */
const MAX_PARTS = 16;

/** The most bytes of the headers of a part. */
const MAX_HEADER_BYTES = 1024;

/** A field or a file of a form. */
export interface FormPart {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * Splits a form (RFC 7578) without copying its parts.
 *
 * @throws {ApiError} `bad_request`.
 */
export function parseMultipart(body: Uint8Array<ArrayBuffer>, contentType: string): FormPart[] {
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (boundary === null) throw invalidFormError("its `content-type` must state the boundary");
  const delimiter = Uint8Array.from(`\r\n--${boundary[1] ?? boundary[2]}`, (letter) => letter.charCodeAt(0));
  return readParts(body, delimiter);
}

/** Reads the parts in their order. A part starts after a delimiter and ends before the next. */
function readParts(body: Uint8Array<ArrayBuffer>, delimiter: Uint8Array): FormPart[] {
  const textAt = (from: number, length: number) => decodeLatin1(body.subarray(from, from + length));
  const parts: FormPart[] = [];
  // The line end of the first delimiter is missing, unless a text precedes it, which is allowed and ignored.
  const first = isAt(body, 0, delimiter.subarray(2)) ? -2 : find(body, 0, delimiter);
  if (first === -1) throw invalidFormError("its first boundary is missing");
  for (let at = first + delimiter.length; textAt(at, 2) !== "--";) {
    if (parts.length === MAX_PARTS) throw invalidFormError(`it must have at most ${MAX_PARTS} parts`);
    const headers = textAt(at, MAX_HEADER_BYTES);
    const headerEnd = headers.indexOf("\r\n\r\n");
    if (!/^[ \t]*\r\n/.test(headers) || headerEnd === -1) throw invalidFormError("a part has no valid headers");
    const start = at + headerEnd + 4;
    const end = find(body, start, delimiter);
    if (end === -1) throw invalidFormError("its last boundary is missing");
    parts.push({ ...readDisposition(headers.slice(0, headerEnd)), content: body.subarray(start, end) });
    at = end + delimiter.length;
  }
  return parts;
}

/**
 * Returns the position of the next delimiter, or -1. A delimiter of n bytes contains one of every n-th bytes, so only
 * these are read until one of them can belong to it: most bytes of a file are skipped. In the worst case the time is
 * linear, too, because a delimiter has only one carriage return.
 */
function find(body: Uint8Array, from: number, delimiter: Uint8Array): number {
  const isPossible = new Uint8Array(256);
  for (const byte of delimiter) isPossible[byte] = 1;
  for (let end = from + delimiter.length; end <= body.length; end += delimiter.length) {
    if (isPossible[body[end - 1]!] === 0) continue;
    for (let start = end - delimiter.length; start < end; start++) {
      if (isAt(body, start, delimiter)) return start;
    }
  }
  return -1;
}

function isAt(body: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    if (body[start + i] !== bytes[i]) return false;
  }
  return true;
}

function readDisposition(headers: string): Omit<FormPart, "content"> {
  const disposition = /\r\ncontent-disposition:\s*form-data\b([^\r\n]*)/i.exec(headers)?.[1];
  const matches = disposition?.matchAll(/;\s*([^\s=;]+)=(?:"([^"]*)"|([^\s;]*))/g) ?? [];
  const parameters = new Map(Array.from(matches, ([, key, quoted, plain]) => [key?.toLowerCase(), quoted ?? plain]));
  const name = parameters.get("name");
  if (name === undefined) throw invalidFormError("a part has no name");
  return { name, isFile: parameters.has("filename") || parameters.has("filename*") };
}

function decodeLatin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

function invalidFormError(reason: string): ApiError {
  return new ApiError("bad_request", `Cannot read the form: must be valid "multipart/form-data", but ${reason}`);
}

import { ApiError } from "@/lib/http/errors.ts";

/** What a form may contain besides its file: boundaries, headers, and a few short fields. */
export const MAX_FORM_BYTES = 16_384;

/** The most parts of a form. */
const MAX_PARTS = 8;

/** The most bytes of the headers of a part. */
const MAX_HEADER_BYTES = 1024;

/** A field or a file of a form. */
export interface FormPart {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * Splits a form (RFC 7578) with at most one large file. Only its first and its last bytes are searched for boundaries,
 * so that the time does not depend on the size: everything in between belongs to the file.
 *
 * @throws {ApiError} `bad_request`.
 */
export function parseMultipart(body: Uint8Array<ArrayBuffer>, contentType: string): FormPart[] {
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (boundary === null) throw invalidFormError("its `content-type` must state the boundary");
  return readParts(body, `--${boundary[1] ?? boundary[2]}`);
}

/** Reads the parts in their order. A part starts after a boundary and ends before the next. */
function readParts(body: Uint8Array<ArrayBuffer>, boundary: string): FormPart[] {
  const head = decodeLatin1(body.subarray(0, MAX_FORM_BYTES));
  const tailStart = Math.max(0, body.length - MAX_FORM_BYTES);
  const tail = decodeLatin1(body.subarray(tailStart));
  // The position of a boundary at or after `from`, in the first or in the last bytes of the body.
  const find = (from: number) => {
    const inHead = head.indexOf(`\r\n${boundary}`, from);
    if (inHead >= 0 && from < head.length) return inHead;
    const inTail = tail.indexOf(`\r\n${boundary}`, Math.max(0, from - tailStart));
    return inTail < 0 ? -1 : inTail + tailStart;
  };
  const textAt = (from: number, length: number) => decodeLatin1(body.subarray(from, from + length));
  const parts: FormPart[] = [];
  // Text before the first boundary is allowed and ignored.
  const first = `\r\n${head}`.indexOf(`\r\n${boundary}`);
  if (first < 0) throw invalidFormError("its first boundary is missing");
  for (let at = first + boundary.length; textAt(at, 2) !== "--";) {
    if (parts.length === MAX_PARTS) throw invalidFormError(`it must have at most ${MAX_PARTS} parts`);
    const headers = textAt(at, MAX_HEADER_BYTES);
    const headerEnd = headers.indexOf("\r\n\r\n");
    if (!/^[ \t]*\r\n/.test(headers) || headerEnd < 0) throw invalidFormError("a part has no valid headers");
    const start = at + headerEnd + 4, end = find(start);
    if (end < 0) throw invalidFormError("its last boundary is missing");
    parts.push({ ...readDisposition(headers.slice(0, headerEnd)), content: body.subarray(start, end) });
    at = end + 2 + boundary.length;
  }
  return parts;
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

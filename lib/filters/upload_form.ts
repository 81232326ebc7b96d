import { ApiError } from "@/lib/http/errors.ts";
import { invalidParameterError, missingParameterError } from "@/lib/http/parameters.ts";

/** What a form may contain besides its file: boundaries, headers, and a few short fields. */
export const MAX_FORM_BYTES = 16_384;

/** The most parts of a form, and the most bytes of the headers of a part. */
const MAX_PARTS = 8, MAX_HEADER_BYTES = 1024;

/** The fields that are read. All others are ignored. */
const FIELDS = ["strength", "format", "width", "height", "fit"];

/** The file and the fields of a form. */
export interface UploadForm {
  readonly image: Uint8Array<ArrayBuffer>;
  readonly fields: ReadonlyMap<string, string>;
}

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * Splits a form (RFC 7578) with one file, in the field `image` or any other. Only its first and its last bytes are
 * searched for boundaries, so that the time does not depend on the size: everything in between belongs to the file.
 *
 * @throws {ApiError} `bad_request`, `missing_parameter` or `invalid_parameter`.
 */
export function parseUploadForm(body: Uint8Array<ArrayBuffer>, contentType: string): UploadForm {
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (boundary === null) throw invalidFormError("its `content-type` must state the boundary");
  const parts = readParts(body, `--${boundary[1] ?? boundary[2]}`);
  const files = parts.filter(({ isFile }) => isFile);
  const named = files.filter(({ name }) => name === "image");
  const image = named[0] ?? files[0];
  const text = parts.find(({ name, isFile }) => name === "image" && !isFile);
  if (image === undefined) {
    if (text === undefined) throw missingParameterError("image", "as a file in the form");
    throw invalidParameterError("image", toText(text.content.subarray(0, 64)), "must be a file");
  }
  if (files.length > 1) throw invalidParameterError("image", `${files.length} files`, "must be given once");
  const fields = parts.filter(({ name, isFile }) => !isFile && FIELDS.includes(name));
  return { image: image.content, fields: new Map(fields.map(({ name, content }) => [name, toText(content)])) };
}

/** Reads the parts in their order. A part starts after a boundary and ends before the next. */
function readParts(body: Uint8Array<ArrayBuffer>, boundary: string): Part[] {
  const head = toLatin1(body.subarray(0, MAX_FORM_BYTES));
  const tailStart = Math.max(0, body.length - MAX_FORM_BYTES);
  const tail = toLatin1(body.subarray(tailStart));
  // The position of a boundary at or after `from`, in the first or in the last bytes of the body.
  const find = (from: number) => {
    const inHead = head.indexOf(`\r\n${boundary}`, from);
    const inTail = tail.indexOf(`\r\n${boundary}`, Math.max(0, from - tailStart));
    return inHead >= 0 && from < head.length ? inHead : inTail < 0 ? -1 : inTail + tailStart;
  };
  const textAt = (from: number, length: number) => toLatin1(body.subarray(from, from + length));
  const parts: Part[] = [];
  // Text before the first boundary is allowed and ignored.
  const first = `\r\n${head}`.indexOf(`\r\n${boundary}`);
  if (first < 0) throw invalidFormError("its first boundary is missing");
  for (let at = first + boundary.length; textAt(at, 2) !== "--";) {
    if (parts.length === MAX_PARTS) throw invalidFormError(`it must have at most ${MAX_PARTS} parts`);
    const headers = textAt(at, MAX_HEADER_BYTES), headerEnd = headers.indexOf("\r\n\r\n");
    if (!/^[ \t]*\r\n/.test(headers) || headerEnd < 0) throw invalidFormError("a part has no valid headers");
    const start = at + headerEnd + 4, end = find(start);
    if (end < 0) throw invalidFormError("its last boundary is missing");
    parts.push({ ...readDisposition(headers.slice(0, headerEnd)), content: body.subarray(start, end) });
    at = end + 2 + boundary.length;
  }
  return parts;
}

function readDisposition(headers: string): Omit<Part, "content"> {
  const disposition = /\r\ncontent-disposition:\s*form-data\b([^\r\n]*)/i.exec(headers)?.[1];
  const matches = disposition?.matchAll(/;\s*([^\s=;]+)=(?:"([^"]*)"|([^\s;]*))/g) ?? [];
  const parameters = new Map(Array.from(matches, ([, key, quoted, plain]) => [key?.toLowerCase(), quoted ?? plain]));
  const name = parameters.get("name");
  if (name === undefined) throw invalidFormError("a part has no name");
  return { name, isFile: parameters.has("filename") || parameters.has("filename*") };
}

function toLatin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function invalidFormError(reason: string): ApiError {
  return new ApiError("bad_request", `Cannot read the form: must be valid "multipart/form-data", but ${reason}`);
}

import { Buffer } from "node:buffer";
import { TimeSlice } from "@/lib/async/time_slice.ts";
import { ApiError } from "@/lib/http/errors.ts";

/** How much larger than its file a form may be: boundaries, headers, and a few short fields. */
export const MAX_FORM_BYTES = 16_384;

/** The most parts of a form. */
const MAX_PARTS = 16;

/** The most bytes of the headers of a part. A long name of a file is in them twice, and escaped. */
const MAX_HEADER_BYTES = 4096;

/** How many bytes are searched between two looks at the clock: at most 2 ms. */
const PIECE_BYTES = 262_144;

/** A field or a file of a form. */
export interface FormPart {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * Splits a form (RFC 7578) without copying its parts. When its `slice` of time is over, it lets other work run.
 *
 * @throws {ApiError} `bad_request`.
 */
export async function parseMultipart(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
  slice: Pick<TimeSlice, "isOver" | "rest"> = new TimeSlice(),
): Promise<FormPart[]> {
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (boundary === null) throw invalidFormError("its `content-type` must state the boundary");
  const delimiter = `\r\n--${boundary[1] ?? boundary[2]}`;
  const find = async (from: number): Promise<number> => {
    for (let start = from; start < body.length; start += PIECE_BYTES) {
      if (slice.isOver) await slice.rest();
      const found = readText(body, start, PIECE_BYTES + delimiter.length - 1).indexOf(delimiter);
      if (found !== -1) return start + found;
    }
    return -1;
  };
  return await readParts(body, delimiter, find);
}

/** Reads the parts in their order. A part starts after a delimiter and ends before the next. */
async function readParts(
  body: Uint8Array<ArrayBuffer>,
  delimiter: string,
  find: (from: number) => Promise<number>,
): Promise<FormPart[]> {
  const parts: FormPart[] = [];
  // The line end of the first delimiter is missing, unless a text precedes it, which is allowed and ignored.
  const beginning = delimiter.slice(2);
  const first = readText(body, 0, beginning.length) === beginning ? -2 : await find(0);
  if (first === -1) throw invalidFormError("its first boundary is missing");
  for (let at = first + delimiter.length; readText(body, at, 2) !== "--";) {
    if (parts.length === MAX_PARTS) throw invalidFormError(`it must have at most ${MAX_PARTS} parts`);
    const headers = readText(body, at, MAX_HEADER_BYTES);
    const headerEnd = headers.indexOf("\r\n\r\n");
    if (headerEnd === -1 && headers.length === MAX_HEADER_BYTES) {
      throw invalidFormError(`the headers of a part must have at most ${MAX_HEADER_BYTES} bytes`);
    }
    if (!/^[ \t]*\r\n/.test(headers) || headerEnd === -1) throw invalidFormError("a part has no valid headers");
    const contentStart = at + headerEnd + 4;
    const end = await find(contentStart);
    if (end === -1) throw invalidFormError("its last boundary is missing");
    const part = { ...readDisposition(headers.slice(0, headerEnd)), content: body.subarray(contentStart, end) };
    // A text is decoded and parsed in one piece.
    if (!part.isFile && part.content.length > MAX_FORM_BYTES) {
      throw invalidFormError(`a field without a file name must have at most ${MAX_FORM_BYTES} bytes`);
    }
    parts.push(part);
    at = end + delimiter.length;
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

/**
 * Returns bytes as a text with one character for each. To search it is fast whatever it contains, because V8 chooses
 * how while it searches: 19 MB take at most 35 ms, and 130 ms with a boundary of one character.
 */
function readText({ buffer, byteOffset, length: end }: Uint8Array<ArrayBuffer>, start: number, length: number): string {
  return Buffer.from(buffer, byteOffset, end).toString("latin1", start, start + length);
}

function invalidFormError(reason: string): ApiError {
  return new ApiError("bad_request", `Cannot read the form: must be valid "multipart/form-data", but ${reason}`);
}

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
  const delimiter = Uint8Array.from(`\r\n--${boundary[1] ?? boundary[2]}`, (letter) => letter.charCodeAt(0));
  const find = async (from: number): Promise<number> => {
    for (let start = from; start < body.length; start += PIECE_BYTES) {
      if (slice.isOver) await slice.rest();
      const found = findBytes(body.subarray(start, start + PIECE_BYTES + delimiter.length - 1), delimiter);
      if (found !== -1) return start + found;
    }
    return -1;
  };
  return await readParts(body, delimiter, find);
}

/** Reads the parts in their order. A part starts after a delimiter and ends before the next. */
async function readParts(
  body: Uint8Array<ArrayBuffer>,
  delimiter: Uint8Array,
  find: (from: number) => Promise<number>,
): Promise<FormPart[]> {
  const textAt = (from: number, length: number) => decodeLatin1(body.subarray(from, from + length));
  const parts: FormPart[] = [];
  // The line end of the first delimiter is missing, unless a text precedes it, which is allowed and ignored.
  const first = isAt(body, 0, delimiter.subarray(2)) ? -2 : await find(0);
  if (first === -1) throw invalidFormError("its first boundary is missing");
  for (let at = first + delimiter.length; textAt(at, 2) !== "--";) {
    if (parts.length === MAX_PARTS) throw invalidFormError(`it must have at most ${MAX_PARTS} parts`);
    const headers = textAt(at, MAX_HEADER_BYTES);
    const headerEnd = headers.indexOf("\r\n\r\n");
    if (headerEnd === -1 && headers.length === MAX_HEADER_BYTES) {
      throw invalidFormError(`the headers of a part must have at most ${MAX_HEADER_BYTES} bytes`);
    }
    if (!/^[ \t]*\r\n/.test(headers) || headerEnd === -1) throw invalidFormError("a part has no valid headers");
    const start = at + headerEnd + 4;
    const end = await find(start);
    if (end === -1) throw invalidFormError("its last boundary is missing");
    const part = { ...readDisposition(headers.slice(0, headerEnd)), content: body.subarray(start, end) };
    // A text is decoded and parsed in one piece.
    if (!part.isFile && part.content.length > MAX_FORM_BYTES) {
      throw invalidFormError(`a field without a file name must have at most ${MAX_FORM_BYTES} bytes`);
    }
    parts.push(part);
    at = end + delimiter.length;
  }
  return parts;
}

/**
 * Returns where bytes contain a pattern first, or -1 (Boyer-Moore): most bytes of a file are skipped. The time is
 * linear in the worst case, too, if the first byte of the pattern occurs in it only once, such as the carriage return
 * of a delimiter.
 */
export function findBytes(bytes: Uint8Array, pattern: Uint8Array): number {
  const last = pattern.length - 1;
  const end = bytes.length - last;
  // How far to move so that the byte at the end can belong to the pattern.
  const moves = new Uint32Array(256).fill(pattern.length);
  for (const [index, byte] of pattern.entries()) moves[byte] = last - index;
  for (let at = 0; at < end;) {
    const move = moves[bytes[at + last]!]!;
    if (move > 1) {
      at += move;
      continue;
    }
    if (move === 0 && isAt(bytes, at, pattern)) return at;
    // Nothing else is faster in a file that consists of the last byte, or of the one before it.
    do at++; while (at < end && bytes[at] !== pattern[0]);
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

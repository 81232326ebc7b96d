/** The status line and headers of a response. */
export interface ResponseHead {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How the end of a body is marked: in `chunked` form, by its length, or (`Infinity`) by the end of the connection. */
export type BodyLength = "chunked" | number;

/** Headers that must not be joined when they are repeated: the first one counts. */
const SINGLE_HEADERS = ["location", "etag", "last-modified", "content-type"];

const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e\x80-\xff]*)$/;

/**
 * Parses a head: its lines without the final blank one, one character per byte. Strict: no folded lines, no bare line
 * feeds, no spaces around names, because programs disagree about their meaning.
 *
 * @throws {TypeError} if it is malformed.
 */
export function parseResponseHead(text: string): ResponseHead {
  const [statusLine = "", ...lines] = text.split("\r\n");
  const status = STATUS_LINE.exec(statusLine)?.[1];
  if (status === undefined) throw new TypeError("The source did not send an HTTP/1.1 status line");
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, name = "", value = ""] = HEADER_LINE.exec(line) ?? [];
    if (name === "") throw new TypeError("The source sent a malformed header");
    const key = name.toLowerCase();
    const previous = headers[key];
    if (previous !== undefined && SINGLE_HEADERS.includes(key)) continue;
    headers[key] = previous === undefined ? value.trim() : `${previous}, ${value.trim()}`;
  }
  return { status: Number(status), headers };
}

/** Returns how the body of a response ends. @throws {TypeError} if that is not clear. */
export function bodyLengthOf({ status, headers }: ResponseHead): BodyLength {
  const { "content-length": length, "transfer-encoding": encoding } = headers;
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new TypeError("The source sent a malformed length");
  if (encoding !== undefined && (length !== undefined || !/(^|,)[ \t]*chunked$/i.test(encoding))) {
    throw new TypeError("The source sent a body without a clear end");
  }
  if (status === 204 || status === 304) return 0;
  if (encoding !== undefined) return "chunked";
  return length === undefined ? Infinity : Number(length);
}

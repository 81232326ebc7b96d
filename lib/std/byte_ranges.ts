/** Some bytes of a file: `start` to `end`, `end` not included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Most ranges one request may ask for: a long list of tiny ones costs more than the whole file. */
const MAX_RANGES = 32;

/**
 * Reads a `Range` header for a file of `size` bytes.
 *
 * Yields `undefined` when the header is to be ignored (another unit, bad syntax, too many ranges, or more bytes asked
 * for than the file has), and an empty list when no range lies inside the file.
 */
export function parseByteRanges(header: string, size: number): ByteRange[] | undefined {
  const list = /^bytes=(.+)$/i.exec(header.trim())?.[1]?.split(",");
  if (list === undefined || list.length > MAX_RANGES) return undefined;
  const ranges: ByteRange[] = [];
  for (const text of list) {
    const range = parseByteRange(text.trim(), size);
    if (range === undefined) return undefined;
    if (range.start < range.end) ranges.push(range);
  }
  const total = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  return total > size ? undefined : ranges;
}

// An empty range stands for one that lies behind the end of the file.
function parseByteRange(text: string, size: number): ByteRange | undefined {
  const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(text) ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return { start: Math.max(0, size - Number(last)), end: size };
  if (last !== "" && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: last === "" ? size : Math.min(size, Number(last) + 1) };
}

import type { ByteRange } from "@/lib/fs/read_at.ts";
import { MAX_HEADER_CHARACTERS } from "@/lib/http/headers.ts";

/** Maximum number of ranges in one request, because a long list of tiny ranges costs more than the whole file. */
const MAX_RANGES = 12;

/**
 * Parses a `Range` header for a file of `size` bytes.
 *
 * Returns `undefined` if the header must be ignored (another unit, invalid syntax, too long, too many ranges, or more
 * bytes than the file has), and an empty list if no range lies inside the file.
 */
export function parseByteRanges(header: string, size: number): ByteRange[] | undefined {
  // Not cut like other headers, because the end of a number would be missing.
  if (header.length > MAX_HEADER_CHARACTERS) return undefined;
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

// Returns an empty range (`start >= end`) if the range starts after the end of the file.
function parseByteRange(text: string, size: number): ByteRange | undefined {
  const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(text) ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return { start: Math.max(0, size - Number(last)), end: size };
  if (last !== "" && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: last === "" ? size : Math.min(size, Number(last) + 1) };
}

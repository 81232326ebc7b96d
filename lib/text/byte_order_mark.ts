/** Removes the byte order mark, which editors on Windows add and `JSON.parse()` rejects. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

/** Decodes percent-escapes. A text with an invalid escape, such as a literal `%`, is returned unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

/** The longest name in large letters: a longer one would push the picture out of the window. */
export const MAX_LARGE_CHARACTERS = 24;

/**
 * Returns a name as it is shown: invisible characters, which could change the text around them, are escaped. Joiners
 * and selectors are invisible as well, but emoji and many scripts consist of them.
 */
export function showName(name: string): string {
  const text = name.replace(/[^\u200c\u200d\ufe0f\u{e0020}-\u{e007f}]+/gu, escapeUnsafe).trim();
  return text === "" ? "This one" : text;
}

/** Joins names to a list in English: `Ada, Grace and Rex`. */
export const NAME_LIST: Intl.ListFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });

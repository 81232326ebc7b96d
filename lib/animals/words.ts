/** Prepends "a" or "an". */
export function withArticle(words: string): string {
  return ("aeiou".includes(words[0]!) ? "an " : "a ") + words;
}

/** A picture that is planned but not drawn: its words cost little, its lines only when somebody looks. */
export interface Drawing {
  /** What can be seen, in words: `a cheerful ginger tabby cat with a blue scarf on a mint background`. */
  readonly alt: string;
  /** Draws it: an SVG document. */
  draw(): string;
}

/** Puts "a" or "an" in front. */
export function withArticle(words: string): string {
  return ("aeiou".includes(words[0]!) ? "an " : "a ") + words;
}

/** Joins words and leaves empty ones out. Every draw says what it drew, so this is a loop and not a chain of arrays. */
export function joinWords(...words: readonly string[]): string {
  let joined = "";
  for (const word of words) if (word !== "") joined += joined === "" ? word : ` ${word}`;
  return joined;
}

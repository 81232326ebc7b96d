/** A planned picture. Planning and describing it is cheap; drawing it is not, so that is done on demand. */
export interface Drawing {
  /** The alternative text: `a cheerful ginger tabby cat with a blue scarf, sitting, on a mint background`. */
  readonly alt: string;
  /** Returns the picture as an SVG document. */
  draw(): string;
}

/** Prepends "a" or "an". */
export function withArticle(words: string): string {
  return ("aeiou".includes(words[0]!) ? "an " : "a ") + words;
}

/** Joins the words that are not empty. Called for every drawn animal, so it is a loop without intermediate arrays. */
export function joinWords(...words: readonly string[]): string {
  let joined = "";
  for (const word of words) if (word !== "") joined += joined === "" ? word : ` ${word}`;
  return joined;
}

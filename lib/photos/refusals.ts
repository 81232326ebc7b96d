import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";

/** The most examples for one reason. */
const MAX_EXAMPLES = 2;

/** Counts the files that are not used, for each reason. */
export class Refusals {
  readonly #counts = new Map<string, { count: number; examples: string[] }>();

  /** Counts a file. */
  add(reason: string, title: string): void {
    const known = this.#counts.get(reason) ?? { count: 0, examples: [] };
    known.count++;
    if (known.examples.length < MAX_EXAMPLES) known.examples.push(title);
    this.#counts.set(reason, known);
  }

  /** Returns a line for each reason, the most frequent first. */
  toLines(): string[] {
    return [...this.#counts].sort(([, a], [, b]) => b.count - a.count).map(([reason, { count, examples }]) =>
      escapeUnsafe(`${String(count).padStart(6)}  ${reason} (${examples.join(", ")}${count > 2 ? ", …" : ""})`)
    );
  }
}

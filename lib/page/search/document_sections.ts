import { toPlainText } from "@/lib/page/docs/plain_text.ts";

/** A part of a document, from one heading to the next. */
export interface DocumentSection {
  /** The heading, without marks of Markdown. */
  readonly title: string;
  /** How many `#` the heading has. */
  readonly level: number;
  /** The sentences, items of lists and rows of tables below the heading, without marks, code blocks and targets. */
  readonly lines: readonly string[];
}

/** Divides a document in Markdown into its sections, for the search. */
export function parseSections(markdown: string): readonly DocumentSection[] {
  const text = markdown.replaceAll(/^( *)(```|~~~)[^]*?^\1\2.*$/gm, "").replaceAll(
    /<!--[^]*?-->|^\[[^\]]+\]: .*$/gm,
    "",
  );
  return text.split(/^(?=#{1,6} )/m).flatMap((part) => {
    const [, marks, title = ""] = /^(#+) (.*)/.exec(part) ?? [];
    if (marks === undefined) return [];
    return { title: toPlainText(title), level: marks.length, lines: toLines(part.slice(part.indexOf("\n") + 1)) };
  });
}

/** Where a line begins that does not continue the one before: an item, a row of a table or a paragraph. */
const BLOCK_START = /\n(?=\s*(?:[-*]|\d+\.) |\s*\||\s*\n)/;

/** The row below the head of a table. */
const TABLE_RULE = /^[\s|:-]+$/;

function toLines(text: string): string[] {
  return text.split(BLOCK_START).flatMap((block) => {
    if (TABLE_RULE.test(block)) return [];
    const plain = toPlainText(
      block.trim().replace(/^(?:[-*>]|\d+\.) /, "").replaceAll(/^\||\|$/g, "").replaceAll(" | ", " · "),
    );
    // A picture in the first cell leaves nothing.
    return plain.replace(/^[\s·]+/, "").split(/(?<=[.!?]) (?=\p{Lu}|\d|\/)/u);
  }).filter((line) => line !== "");
}

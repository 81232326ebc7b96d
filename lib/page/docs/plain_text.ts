/** Returns Markdown without its marks, pictures and line breaks. */
export function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/\*\*|`/g, "")
    .replaceAll(/(?<=^|\s)_([^_]+)_(?=\s|$)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}

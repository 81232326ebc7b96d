import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { UNSAFE } from "@/lib/text/unsafe_characters.ts";

/** The longest HTML that is read, so that a hostile text cannot nest elements without end. */
const MAX_HTML_CHARACTERS = 8000;

/** The longest text of a credit or a title. */
const MAX_CHARACTERS = 300;

/** Elements that separate words. Others do not: "<b>A</b>lice". */
const BLOCKS = /^(br|hr|p|div|ul|ol|li|table|tr|td|th|dl|dd|dt|h[1-6])$/;

/**
 * Returns what a browser displays of HTML from a wiki, in one line. The result is plain text that must be escaped again
 * where HTML is expected.
 */
export function toPlainText(html: string): string {
  const text = readText(parseFragment(html.slice(0, MAX_HTML_CHARACTERS)));
  return text.replace(/\s+/g, " ").replace(UNSAFE, "").trim().slice(0, MAX_CHARACTERS);
}

function readText(node: DefaultTreeAdapterTypes.Node): string {
  if ("value" in node) return node.value;
  if (!("childNodes" in node) || /^(style|script)$/.test(node.nodeName)) return "";
  const style = "attrs" in node ? node.attrs.find(({ name }) => name === "style")?.value : undefined;
  if (style !== undefined && /display\s*:\s*none/i.test(style)) return "";
  const text = node.childNodes.map(readText).join("");
  return BLOCKS.test(node.nodeName) ? ` ${text} ` : text;
}

/** Characters that a text from a web page may use as entities. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  copy: "©",
};

/** Elements whose content is never displayed. */
const HIDDEN_ELEMENTS = ["style", "script", "template"];

/** Elements without an end tag, which therefore contain nothing. */
const VOID_ELEMENTS = ["br", "hr", "img", "input", "link", "meta", "wbr"];

/** Control and format characters, with which a text could change how the text around it is displayed. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The longest tag that is recognised, so that a text of many `<` does not take long. */
const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9]*)([^<>]{0,2000})>/g;

/**
 * Returns the displayed text of HTML from a wiki: without tags and hidden elements, entities decoded, in one line. The
 * result is plain text that must be escaped again where HTML is expected.
 */
export function toPlainText(html: string): string {
  let text = "";
  let end = 0;
  // The number of open elements inside the outermost hidden one.
  let hidden = 0;
  for (const { 0: tag, 1: slash, 2: name = "", 3: attributes = "", index } of html.matchAll(TAG)) {
    if (hidden === 0) text += html.slice(end, index);
    end = index + tag.length;
    const element = name.toLowerCase();
    if (element === "" || VOID_ELEMENTS.includes(element)) text += hidden === 0 && element !== "" ? " " : "";
    else if (slash === "/") hidden = Math.max(0, hidden - 1);
    else if (hidden > 0 || isHidden(element, attributes)) hidden++;
    // Blocks are separate words. Inline elements are not: "<b>A</b>lice".
    if (hidden === 0 && /^(p|div|li|td|tr|dd|dt|h[1-6])$/.test(element)) text += " ";
  }
  if (hidden === 0) text += html.slice(end);
  return decodeEntities(text).replace(/\s/g, " ").replace(UNSAFE, "").replace(/ +/g, " ").trim();
}

function isHidden(element: string, attributes: string): boolean {
  return HIDDEN_ELEMENTS.includes(element) || /display\s*:\s*none/i.test(attributes) || /\shidden\b/i.test(attributes);
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{1,10}));/g, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

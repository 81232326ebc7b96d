/** The pictures of all users. Their addresses differ only in the name. */
export interface UserPictures {
  /** What is before the name: `https://example.org/cat/`. */
  readonly start: string;
  /** What is after the name: `.png?view=face`. */
  readonly end: string;
  readonly width: number;
  readonly height: number;
}

/** A name with a blank, which shows that names are encoded. */
const EXAMPLE = "Ada Lovelace";

/** Returns the code that shows each user's animal, by language. It encodes names, because a plus would make a child. */
export function toUserCode({ start, end, width, height }: UserPictures): Readonly<Record<string, string>> {
  const html = toHtmlPicture({ src: start + encodeURIComponent(EXAMPLE) + end, width, height, alt: EXAMPLE });
  return {
    HTML: `<!-- The name is encoded: %20 is the blank in "${EXAMPLE}". -->\n${html}`,
    JavaScript: `const avatar = (name) => \`${start}\${encodeURIComponent(name)}${end}\`;`,
    Python: `from urllib.parse import quote\n\ndef avatar(name):\n    return f"${start}{quote(name, safe='')}${end}"`,
    PHP: `function avatar(string $name): string {\n    return '${start}' . rawurlencode($name) . '${end}';\n}`,
  };
}

/** What an `<img>` has. */
export interface HtmlPicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Returns the HTML of a picture. */
export function toHtmlPicture({ src, width, height, alt }: HtmlPicture): string {
  return `<img src="${src}" width="${width}" height="${height}" alt="${escapeHtml(alt)}">`;
}

/** Returns the Markdown of a picture. */
export function toMarkdownPicture({ src, alt }: Pick<HtmlPicture, "src" | "alt">): string {
  return `![${alt.replaceAll(/[\\[\]<>`*_&]/g, "\\$&")}](${src})`;
}

/** Escapes the characters of an address that `encodeURIComponent` leaves, but a shell or Markdown would interpret. */
export function toCopiedAddress(address: string): string {
  return address.replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

import type { Size } from "@pawkit/images";
import { Marked, type RendererObject, type Tokens } from "marked";
import { toAnchor } from "@/lib/page/docs/anchor.ts";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { toPlainText } from "@/lib/page/docs/plain_text.ts";
import { escapeXml } from "@/lib/text/xml.ts";

/** A document as a page shows it. */
export interface RenderedDocument {
  readonly title: string;
  /** Its first sentence, in plain text; empty if it begins with a section. */
  readonly summary: string;
  /** What is before the first section, without the title. */
  readonly introduction: string;
  /** The sections. */
  readonly body: string;
  /** The headings of the sections, for a table of contents. */
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** What the links and pictures of a document need. */
export interface MarkdownOptions {
  /** Where the source code is. Without it, a link to a file that is no page is plain text. */
  readonly repositoryUrl?: string | undefined;
  /** The width and height of each picture, by its address in the document, so that nothing moves when it is loaded. */
  readonly sizes: ReadonlyMap<string, Size>;
}

/** Renders a document in the folder `docs`. Only our own documents are rendered, so their HTML is safe. */
export function renderMarkdown(text: string, options: MarkdownOptions): RenderedDocument {
  const marked = new Marked({ renderer: createRenderer(options) });
  const [, title = "", rest = ""] = /^# (.+)\n([^]*)$/.exec(text) ?? [];
  const tokens = marked.lexer(rest);
  const html = marked.parser(tokens);
  const start = html.indexOf("<h2");
  const sections = tokens.filter((token): token is Tokens.Heading => token.type === "heading")
    .filter(({ depth }) => depth === 2).map((token) => ({
      id: toAnchor(toPlainText(token.text)),
      title: toPlainText(token.text),
    }));
  const first = tokens.find(({ type }) => type !== "space");
  return {
    title,
    summary: first?.type === "paragraph" ? toFirstSentence(toPlainText(first.raw)) : "",
    introduction: start < 0 ? html : html.slice(0, start),
    body: start < 0 ? "" : html.slice(start),
    sections,
  };
}

/** The alternative text of a filtered picture: its chain, which the playground can show. */
const CHAIN = /^[a-z0-9-]+(:[\w.x-]+)?(,[a-z0-9-]+(:[\w.x-]+)?)*$/;

/** A wide table scrolls on a small screen, also with the keyboard. */
const SCROLLING = '<div class="scroll" tabindex="0" role="group" aria-label="Table">';

function createRenderer({ repositoryUrl, sizes }: MarkdownOptions): RendererObject {
  return {
    heading({ tokens, depth, text }) {
      const id = toAnchor(toPlainText(text));
      const content = this.parser.parseInline(tokens);
      return `<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const target = toTarget(href, repositoryUrl);
      return target === undefined ? text : `<a href="${escapeXml(target)}">${text}</a>`;
    },
    image({ href, text }) {
      const path = href.replace(/^\.\.\/static/, "");
      const { width, height } = sizes.get(href)!;
      const alt = escapeXml(text);
      const img = `<img src="${path}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
      return CHAIN.test(text) ? `<a href="/#playground?steps=${alt}">${img}</a>` : img;
    },
    code({ text }) {
      return `<div class="copyable"><pre tabindex="0" role="group" aria-label="Code"><code>${escapeXml(text)}</code>` +
        `</pre><button type="button" class="copy" data-copy data-js hidden aria-label="Copy the code">Copy</button></div>\n`;
    },
    table(token) {
      const toRow = (cells: readonly Tokens.TableCell[]) => {
        return `<tr>${cells.map((cell) => this.tablecell(cell)).join("")}</tr>`;
      };
      const rows = token.rows.map(toRow).join("");
      // A table of pictures becomes a grid, which needs no scrolling.
      const start = rows.includes("<img") ? '<div class="pictures">' : SCROLLING;
      return `${start}<table><thead>${toRow(token.header)}</thead><tbody>${rows}</tbody></table></div>\n`;
    },
  };
}

/** Returns where a link of a document leads on our pages, or nowhere. */
function toTarget(href: string, repositoryUrl: string | undefined): string | undefined {
  // Another site, our own pages, or another place on this page.
  if (/^(\w+:|\/|#)/.test(href)) return href;
  const [, page = "", anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (page === "README") return `/docs${anchor}`;
  if (page in DOCUMENTS) return `/docs/${page}${anchor}`;
  if (repositoryUrl === undefined) return undefined;
  const { pathname, hash } = new URL(href, "file:///docs/");
  return `${repositoryUrl}/blob/HEAD${pathname}${hash}`;
}

function toFirstSentence(text: string): string {
  const [sentence] = /^.*?[.!?](?= |$)/.exec(text) ?? [text];
  // What follows a colon is code, which is not part of the text.
  return sentence.replace(/:$/, ".");
}

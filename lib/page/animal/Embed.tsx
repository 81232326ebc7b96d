import type { JSX } from "preact";
import { CodeRows } from "@/lib/page/parts/UserCode.tsx";
import { DEFAULT_SIZE, type PictureVariant, resize, toQuery } from "@/lib/content/drawings/variant.ts";
import { toSnippet } from "@/static/languages.js";

interface EmbedProps {
  /** The address of the animal's page. */
  readonly url: string;
  /** How it is drawn; the query of its page is that of its picture, too. */
  readonly variant: PictureVariant;
  /** The side of a drawing whose address has none. */
  readonly fallback?: number;
  /** How many drawings the picture has. The size of a photograph is not known. */
  readonly grid?: { readonly columns: number; readonly rows: number } | undefined;
  readonly alt: string;
}

/** The code that shows an animal elsewhere, in the languages in which people write pages and posts. */
export function Embed({ url, variant, fallback = DEFAULT_SIZE, grid, alt }: EmbedProps): JSX.Element {
  const { size } = variant;
  const query = toQuery(variant, fallback);
  const picture = `${url}.png${query}`;
  const request = { url: picture, returns: "image", alt } as const;
  // A small picture would be blurred on screens with more than one pixel for each of a page.
  const denseUrl = size < fallback ? `${url}.png${toQuery(resize(variant, 2 * size), fallback)}` : undefined;
  const shown = grid && { width: grid.columns * size, height: grid.rows * size, denseUrl };
  const codes = {
    HTML: toSnippet("HTML", { ...request, ...shown }),
    Markdown: toSnippet("Markdown", request),
    // It has no way to escape a bracket.
    BBCode: `[url=${hideBrackets(url + query)}][img]${hideBrackets(picture)}[/img][/url]`,
  };
  return <CodeRows label="Show it elsewhere" codes={codes} />;
}

function hideBrackets(url: string): string {
  return url.replaceAll("[", "%5B").replaceAll("]", "%5D");
}

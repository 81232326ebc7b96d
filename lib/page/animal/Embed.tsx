import type { JSX } from "preact";
import { CodeRows } from "@/lib/page/parts/UserCode.tsx";
import { toSnippet } from "@/static/languages.js";

interface EmbedProps {
  /** The address of the animal's page. */
  readonly url: string;
  /** Its query, which is that of the picture, too. */
  readonly query: string;
  readonly alt: string;
}

/** The code that shows an animal elsewhere, in the languages in which people write pages and posts. */
export function Embed({ url, query, alt }: EmbedProps): JSX.Element {
  const picture = `${url}.png${query}`;
  const request = { url: picture, returns: "image", alt } as const;
  const codes = {
    HTML: toSnippet("HTML", request),
    Markdown: toSnippet("Markdown", request),
    // It has no way to escape a bracket.
    BBCode: `[url=${hideBrackets(url + query)}][img]${hideBrackets(picture)}[/img][/url]`,
  };
  return <CodeRows label="Show it elsewhere" codes={codes} />;
}

function hideBrackets(url: string): string {
  return url.replaceAll("[", "%5B").replaceAll("]", "%5D");
}

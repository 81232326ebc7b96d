import type { JSX } from "preact";
import { CopyButton } from "@/lib/page/Snippet.tsx";
import { toSnippet } from "@/static/snippets.js";

interface EmbedProps {
  /** The address of the animal's page. */
  readonly url: string;
  readonly alt: string;
}

/** The code that shows an animal elsewhere, in the three languages in which people write pages and posts. */
export function Embed({ url, alt }: EmbedProps): JSX.Element {
  const picture = `${url}.png`;
  const request = { url: picture, returns: "image", alt } as const;
  // It has no way to escape a bracket.
  const bbcode = `[url=${hideBrackets(url)}][img]${hideBrackets(picture)}[/img][/url]`;
  const codes = { HTML: toSnippet("HTML", request), Markdown: toSnippet("Markdown", request), BBCode: bbcode };
  return (
    <dl class="embed" aria-label="Show it elsewhere">
      {Object.entries(codes).map(([language, code]) => (
        <div key={language}>
          <dt>{language}</dt>
          <dd class="copyable light">
            <code>{code}</code>
            <CopyButton label={`Copy the ${language}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function hideBrackets(url: string): string {
  return url.replaceAll("[", "%5B").replaceAll("]", "%5D");
}

import type { JSX } from "preact";
import { CopyButton } from "@/lib/page/Snippet.tsx";
import { toSnippet } from "@/static/languages.js";

interface EmbedProps {
  /** The address of the animal's page. */
  readonly url: string;
  /** Its query, which is that of the picture, too; none unless given. */
  readonly query?: string | undefined;
  readonly alt: string;
  /** The picture of a drawing that is an avatar. */
  readonly avatar?: { readonly query: string; readonly alt: string } | undefined;
}

/** The code that shows an animal elsewhere, in the languages in which people write pages and posts. */
export function Embed({ url, query = "", alt, avatar }: EmbedProps): JSX.Element {
  const picture = `${url}.png${query}`;
  const request = { url: picture, returns: "image", alt } as const;
  // It has no way to escape a bracket.
  const bbcode = `[url=${hideBrackets(url + query)}][img]${hideBrackets(picture)}[/img][/url]`;
  const codes = {
    HTML: toSnippet("HTML", request),
    Markdown: toSnippet("Markdown", request),
    BBCode: bbcode,
    ...(avatar && { Avatar: toSnippet("HTML", { ...request, url: `${url}.png${avatar.query}`, alt: avatar.alt }) }),
  };
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

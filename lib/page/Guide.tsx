import { Marked, type Tokens } from "marked";
import type { VNode } from "preact";
import type { Feature } from "@/fresh.config.ts";
import type { Context } from "@/lib/define.ts";
import { isTerminal, preferredForm } from "@/lib/http/negotiation.ts";
import { respondWithText, toEtag } from "@/lib/http/respond.ts";
import { STATUSES } from "@/lib/meet/status.ts";
import { respondWithPage } from "@/lib/page/render.tsx";
import { Site } from "@/lib/page/Site.tsx";
import { INFO } from "@/lib/process/info.ts";

/** The guide for callers. */
export const GUIDE = new URL("../../docs/callers.md", import.meta.url);

/** The address of the service in the examples of the guide. */
const EXAMPLE_ORIGIN = "http://localhost:8000";

/** The sections about features, which the operator can switch off. */
const FEATURES: Readonly<Record<string, Feature>> = {
  "Random content": "text",
  "Filters": "filters",
  "Block lists": "lists",
  "The v5 API": "launcher",
};

/** Responds with the guide for callers: a page, or its Markdown for a terminal. */
export async function respondWithGuide(ctx: Context): Promise<Response> {
  const { origin, services: { config } } = ctx.state;
  const sections = (await Deno.readTextFile(GUIDE)).split(/^(?=## )/m);
  const isServed = (section: string) => {
    const feature = FEATURES[/^## (.*)/.exec(section)?.[1] ?? ""];
    return feature === undefined || config.features.has(feature);
  };
  const text = sections.filter(isServed).join("").replaceAll(EXAMPLE_ORIGIN, origin);
  const options = { cache: "caller", hasOrigin: true } as const;
  if (isTerminal(ctx.req) || preferredForm(ctx.req) === "text") {
    return respondWithText(ctx, text, { ...options, mediaType: "text/markdown; charset=utf-8" });
  }
  return await respondWithPage(ctx, { ...options, etag: toEtag(INFO.version, "/docs", text) }, () => (
    <Site
      title="Guide: Pawkit"
      description="Avatars, random content, filters and errors, in four languages."
      config={config}
      preview={{ url: `${origin}/docs`, image: `${origin}/og.png` }}
    >
      <Guide text={text} />
    </Site>
  ));
}

function Guide({ text }: { readonly text: string }): VNode {
  const [title, ...tokens] = marked.lexer(text);
  const sections = tokens.filter((each): each is Tokens.Heading => each.type === "heading" && each.depth === 2);
  return (
    <>
      <h1>{(title as Tokens.Heading).text}</h1>
      <div class="guide">
        <nav aria-label="Sections">
          {sections.map(({ text }) => <a key={text} href={`#${toAnchor(text)}`}>{text}</a>)}
          <a href="#every-status">Every status</a>
        </nav>
        <article dangerouslySetInnerHTML={{ __html: marked.parser(tokens) }} />
      </div>
      <h2 id="every-status">Every status</h2>
      <p class="statuses">
        {STATUSES.map((status) => (
          <a key={status} href={`/${status}.svg`}>
            <img src={`/${status}.svg`} alt={status} width="160" height="160" loading="lazy" />
          </a>
        ))}
      </p>
    </>
  );
}

/** Only our own file is rendered, so its HTML is safe. */
const marked = new Marked({
  renderer: {
    heading({ text, depth }) {
      return `<h${depth} id="${toAnchor(text)}">${text}</h${depth}>\n`;
    },
    code({ text }) {
      const code = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      return `<div class="snippet"><pre tabindex="0"><code>${code}</code></pre>` +
        `<button type="button" class="quiet" data-copy aria-label="Copy the code">Copy</button></div>\n`;
    },
  },
});

function toAnchor(text: string): string {
  return text.toLowerCase().replaceAll(/\W+/g, "-");
}

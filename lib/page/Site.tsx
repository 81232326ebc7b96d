import { asset } from "fresh/runtime";
import { type ComponentChildren, Fragment, type VNode } from "preact";
import type { Config } from "@/fresh.config.ts";

/** What a page says about itself. */
export interface SiteProps {
  readonly title: string;
  readonly description: string;
  readonly config: Config;
  /** What chats show of the page: absolute addresses, and the words of the image. An error page has none. */
  readonly preview?: { readonly url: string; readonly image: string; readonly alt?: string };
  readonly children: ComponentChildren;
}

/** The frame of every page. */
export function Site({ title, description, config, preview, children }: SiteProps): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {preview && (
          <>
            <meta property="og:title" content={title} />
            <meta property="og:description" content={description} />
            <meta property="og:url" content={preview.url} />
            <meta property="og:image" content={preview.image} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content={preview.alt ?? title} />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="stylesheet" href={asset("/style.css")} />
        <script type="module" src={asset("/app.js")} />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <a href="/">
            <img src="/favicon.svg" alt="" width="32" height="32" /> Pawkit
          </a>
          <nav aria-label="Pages">
            {config.features.has("filters") && <a href="/#filter">Filter</a>} <a href="/docs">Guide</a>{" "}
            <a href="/#endpoints">Endpoints</a> <a href="/#rules">Rules</a>
          </nav>
        </header>
        <main id="main">{children}</main>
        <footer>
          <p>Free software under the MIT licence. Use the drawings for anything, without attribution.</p>
          <nav aria-label="More">
            <a href="/docs#every-status">Statuses</a> <a href="/openapi.json">OpenAPI</a>{" "}
            <a href="/llms.txt">llms.txt</a> {config.repositoryUrl && <a href={config.repositoryUrl}>Source code</a>}
          </nav>
        </footer>
        <p role="status" class="unseen" id="said" />
      </body>
    </html>
  );
}

/** A text in which backticks mark code. */
export function Prose({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text.split("`").map((part, index) =>
        // A bare text in a list would be escaped twice.
        index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>
      )}
    </>
  );
}

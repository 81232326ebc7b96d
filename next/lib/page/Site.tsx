import { asset } from "fresh/runtime";
import type { ComponentChildren, VNode } from "preact";

/** What a page says about itself. */
export interface SiteProps {
  readonly title: string;
  readonly description: string;
  /** What chats show of the page: absolute addresses. An error page has none. */
  readonly preview?: { readonly url: string; readonly image: string };
  readonly children: ComponentChildren;
}

/** The frame of every page. */
export function Site({ title, description, preview, children }: SiteProps): VNode {
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
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="stylesheet" href={asset("/style.css")} />
        <script type="module" src={asset("/app.js")} />
      </head>
      <body>
        <header>
          <a href="/">Pawkit</a>
          <nav>
            <a href="/#filter">Filter</a> <a href="/docs">Guide</a> <a href="/#endpoints">Endpoints</a>{" "}
            <a href="/#rules">Rules</a>
          </nav>
        </header>
        <main>{children}</main>
        <footer>
          <p>
            Free software under the MIT licence. Use the drawings for anything, without naming anyone.
          </p>
          <nav>
            <a href="/openapi.json">OpenAPI</a> <a href="/llms.txt">llms.txt</a> <a href="/404.svg">404</a>
          </nav>
        </footer>
        <p role="status" class="unseen" id="said" />
      </body>
    </html>
  );
}

/** Code in some languages, each with a button that copies it. The script shows the buttons. */
export function Code({ codes }: { readonly codes: Readonly<Record<string, string>> }): VNode {
  return (
    <dl class="code">
      {Object.entries(codes).map(([language, code]) => (
        <div key={language}>
          <dt>{language}</dt>
          <dd>
            <code>{code}</code> <button type="button" data-copy hidden>Copy</button>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text in which backticks mark code. */
export function Prose({ text }: { readonly text: string }): VNode {
  return <>{text.split("`").map((part, index) => index % 2 === 1 ? <code key={index}>{part}</code> : part)}</>;
}

import { asset, Head } from "fresh/runtime";
import type { JSX, RenderableProps } from "preact";
import type { Config } from "@/fresh.config.ts";
import { GROUPS } from "@/lib/endpoints/endpoint.ts";

const { operator: _, ...PUBLIC_GROUPS } = GROUPS;
const LINKS = { "": "Documentation", ...PUBLIC_GROUPS };

/** An attribute that Preact's type of a script lacks: a page is complete without scripts, but not without its style. */
export const LOW_PRIORITY = { fetchpriority: "low" } as const;

/** What the footer of every page links to, if the operator has set it. */
export type FooterLinks = Pick<Config, "contact" | "repositoryUrl">;

interface SiteProps {
  readonly links: FooterLinks;
  readonly class?: string;
  /** The path of the page, if the header links to it. */
  readonly path?: string;
}

/** The frame of every page: the header, the main content and the footer. */
export function Site(props: RenderableProps<SiteProps>): JSX.Element {
  const { class: mainClass, path, links: { contact, repositoryUrl }, children } = props;
  return (
    <>
      <Head>
        <link key="dom" rel="modulepreload" href="/dom.js" {...LOW_PRIORITY} />
        <script type="module" src={asset("/site.js")} {...LOW_PRIORITY} />
      </Head>
      <header class="site">
        <a class="skip" href="#main">Skip to the content</a>{" "}
        <a class="brand" href="/">
          <img src="/favicon.svg" alt="" width={32} height={32} />
          <span>Pawkit</span>
        </a>
        <nav id="sections" aria-label="Sections" popover>
          {Object.entries(LINKS).map(([page, title]) => (
            <>
              {" "}
              <a key={page} href={toPath(page)} aria-current={toPath(page) === path ? "page" : undefined}>{title}</a>
            </>
          ))}
        </nav>{" "}
        <a class="search" role="button" href="/#search" data-search aria-keyshortcuts="Control+K /">
          <span>Search</span> <kbd aria-hidden="true">/</kbd>
        </a>{" "}
        <button type="button" class="search menu" popovertarget="sections">Menu</button>
      </header>
      <main id="main" class={mainClass} tabindex={-1}>{children}</main>
      <footer class="site">
        <p>Pawkit is free software under the MIT licence. The service drew the animals itself.</p>
        <nav aria-label="More">
          <a href="/#questions">Questions</a> <a href="/docs/service#privacy">Privacy</a>{" "}
          <a href="/openapi.json">OpenAPI</a> <a href="/llms.txt">llms.txt</a>{" "}
          {repositoryUrl && <a href={repositoryUrl}>Source and changelog</a>} {contact && <a href={contact}>Contact</a>}
        </nav>
      </footer>
      <p class="unseen" role="status" data-announcement></p>
    </>
  );
}

function toPath(page: string): string {
  return page === "" ? "/docs" : `/docs/${page}`;
}

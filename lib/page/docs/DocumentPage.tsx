import { asset, Head } from "fresh/runtime";
import type { JSX } from "preact";
import type { Config } from "@/fresh.config.ts";
import { Appendix, APPENDIX_SECTIONS } from "@/lib/page/docs/Appendix.tsx";
import { BlockLists, type ListFacts } from "@/lib/page/docs/BlockLists.tsx";
import { type Audience, DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { ABOUT } from "@/lib/endpoints/pitch.ts";
import { EndpointCard } from "@/lib/page/docs/EndpointCard.tsx";
import { LinkPreview } from "@/lib/page/layout/LinkPreview.tsx";
import type { RenderedDocument } from "@/lib/page/docs/markdown.ts";
import { toLimits } from "@/lib/page/docs/limits.ts";
import { type Card, describePublicEndpoints, toSections } from "@/lib/page/parts/sections.ts";
import { LOW_PRIORITY, Site } from "@/lib/page/layout/Site.tsx";
import { Statuses } from "@/lib/page/docs/Statuses.tsx";

/** The titles of the parts of the documentation. */
const PARTS: Readonly<Record<Audience, string>> = {
  callers: "Call it",
  operators: "Run it",
  developers: "Change it",
};

interface DocumentPageProps {
  /** The name of the page, or empty for the index. */
  readonly name: string;
  readonly config: Config;
  readonly document: RenderedDocument;
  /** The block list with all names, if it has been generated. */
  readonly list?: ListFacts | undefined;
}

/** A page of the documentation: the guide, and below it the endpoints that it is about. */
export function DocumentPage({ name, config, document, list }: DocumentPageProps): JSX.Element {
  const { title, summary, introduction, body, sections } = document;
  const cards = toSections(describePublicEndpoints(config)).find(({ id }) => id === DOCUMENTS[name]?.group)?.cards ??
    [];
  return (
    <Site links={config} path={name === "" ? "/docs" : `/docs/${name}`}>
      {/* Only pages for callers know the origin. */}
      {DOCUMENTS[name]?.audience === "callers" && <LinkPreview path={`/docs/${name}`} />}
      <DocumentHead title={title} description={summary || ABOUT} />
      <div class="columns">
        <Contents name={name} sections={sections} cards={cards} />
        <div class="guide">
          {name !== "" && (
            <p class="crumbs">
              <a href="/docs">Documentation</a>
            </p>
          )}
          <h1>{title}</h1>
          <Prose html={introduction} />
          {name === "lists" && <BlockLists list={list} />}
          {name === "statuses" && <Statuses />}
          {name === "launcher" && (config.launcherData ?? config.launcherGithub) === undefined && (
            <p class="note">The releases and downloads that this service shows are a sample.</p>
          )}
          {name === "" ? <Index html={body} /> : <Prose html={body} />}
          {cards.length > 0 && (
            <section class="reference" aria-labelledby="all-endpoints">
              <h2 id="all-endpoints">
                <a href="#all-endpoints">Endpoints</a>
              </h2>
              {cards.map((card) => <EndpointCard key={card.endpoint.id} {...card} />)}
            </section>
          )}
          {name === "service" && <Appendix contact={config.contact} limits={toLimits(config)} />}
          <NextPage name={name} />
        </div>
      </div>
    </Site>
  );
}

function Prose({ html }: { readonly html: string }): JSX.Element {
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The animals of the readers. The service draws one for any id. */
const READER_PICTURES = [
  "cat/avatars1",
  "fox/filters1",
  "dog/botbots1",
  "bird/blockads",
  "fish/launcher",
  "alpaca/selfhost",
  "cat/troubles",
  "fox/codecode",
];

/** The index: a box for each reader. */
function Index({ html }: { readonly html: string }): JSX.Element {
  return (
    <div class="readers">
      {html.split(/(?=<h2)/).map((part, index) => (
        <section key={part}>
          <img src={`/images/animals/${READER_PICTURES[index]}.svg?view=face`} alt="" width={64} height={64} />
          <Prose html={part} />
        </section>
      ))}
    </div>
  );
}

interface ContentsProps extends Pick<RenderedDocument, "sections"> {
  readonly name: string;
  readonly cards: readonly Card[];
}

/** All pages, and the sections of this one. On a small screen the index takes its place. */
function Contents({ name, sections, cards }: ContentsProps): JSX.Element {
  return (
    <nav class="contents" aria-label="Documentation">
      <a href="/docs" class="index" aria-current={name === "" ? "page" : undefined}>Documentation</a>
      {Object.entries(PARTS).map(([audience, title]) => (
        <>
          <p key={audience}>{title}</p>
          <ul>
            {Object.entries(DOCUMENTS).filter(([, page]) => page.audience === audience).map(([page, { title }]) => (
              <li key={page}>
                <a href={`/docs/${page}`} aria-current={page === name ? "page" : undefined}>{title}</a>
                {page === name && <Sections name={name} sections={sections} cards={cards} />}
              </li>
            ))}
          </ul>
        </>
      ))}
    </nav>
  );
}

function Sections({ name, sections, cards }: ContentsProps): JSX.Element {
  const endpoints = cards.length > 0 ? [{ id: "all-endpoints", title: "Endpoints" }] : [];
  const shown = [...sections, ...endpoints, ...(name === "service" ? APPENDIX_SECTIONS : [])];
  return (
    <ul>
      {shown.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

/** Leads on to the next page, and to all of them. */
function NextPage({ name }: { readonly name: string }): JSX.Element | null {
  const names = Object.keys(DOCUMENTS);
  const next = names[names.indexOf(name) + 1];
  if (name === "" || next === undefined) return null;
  return (
    <p class="more">
      Next: <a href={`/docs/${next}`}>{DOCUMENTS[next]!.title}</a> <a href="/docs">All documents</a>
    </p>
  );
}

/** The title and the scripts of a document. */
function DocumentHead({ title, description }: { readonly title: string; readonly description: string }): JSX.Element {
  return (
    <Head>
      <title>{`${title}: Pawkit`}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={`${title}: Pawkit`} />
      <meta property="og:description" content={description} />
      <link key="docs" rel="stylesheet" href={asset("/docs.css")} />
      <script type="module" src={asset("/docs.js")} {...LOW_PRIORITY} />
    </Head>
  );
}

import type { JSX, RenderableProps } from "preact";
import { ANIMALS } from "@pawkit/animals";
import type { Config } from "@/fresh.config.ts";
import type { Content } from "@/lib/content/mod.ts";
import { type Endpoint, EXAMPLE_ORIGIN, type Group, POLICY } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";
import { Appendix } from "@/lib/page/Appendix.tsx";
import { EndpointCard } from "@/lib/page/EndpointCard.tsx";
import { Hero } from "@/lib/page/Hero.tsx";
import { loadManifest } from "@/lib/files/lists/manifest.ts";
import { toLimits } from "@/lib/page/limits.ts";
import { BlockLists } from "@/lib/page/BlockLists.tsx";
import { FEEDS } from "@/lib/launcher/feeds/registry.ts";
import { type PageModel, type PageSection, toSections } from "@/lib/page/model.ts";
import { Playground } from "@/lib/page/Playground.tsx";
import { pickShownAnimals } from "@/lib/page/shown_animals.ts";
import { Site } from "@/lib/page/Site.tsx";
import { renderPath } from "@/lib/page/text.tsx";

/** Creates the page at `/`, which is the same for every caller. */
export async function createLandingPage(config: Config, content: Content, listDate?: Date): Promise<JSX.Element> {
  const { appName, baseUrl, contact, maxPixels, maxSourceBytes, repositoryUrl } = config;
  const model: PageModel = {
    endpoints: describeEndpoints(config)
      .filter(({ group }) => group !== "operator")
      .map((endpoint) => fillAppName(endpoint, appName)),
    origin: baseUrl ?? EXAMPLE_ORIGIN,
    contact,
    maxPixels,
    maxSourceBytes,
    limits: toLimits(config),
    list: listDate && { date: listDate, entries: await countEntries(config.generatedDir) },
    animals: await pickShownAnimals(content),
    drawsAnimals: content.draws(ANIMALS),
    hasSampleReleases: (config.launcherData ?? config.launcherGithub) === undefined,
  };
  const sections = toSections(model.endpoints);
  return (
    <Site contact={contact} repositoryUrl={repositoryUrl}>
      <Hero {...model} />
      <div class="columns">
        <SectionNav sections={sections} />
        <div class="reference">
          {sections.map((section) => <Endpoints key={section.id} section={section} model={model} />)}
          <Section id="errors" title="Errors and limits">
            <Appendix {...model} />
          </Section>
        </div>
      </div>
    </Site>
  );
}

/** Returns how many names and rules the list of all has. */
async function countEntries(folder: string): Promise<number> {
  const { files } = await loadManifest(folder, "ignore");
  return files.find(({ path }) => path === "all/adblock.txt")?.entries ?? 0;
}

/** Writes the name of the application into the path, because a variable with one value offers no choice. */
function fillAppName(endpoint: Endpoint, appName: string): Endpoint {
  const parameters = endpoint.parameters.filter(({ name }) => name !== "app_name");
  return { ...endpoint, path: endpoint.path.replace("{app_name}", appName), parameters };
}

/** The table of contents of wide screens. It stays visible beside the text. */
function SectionNav({ sections }: { readonly sections: readonly PageSection[] }): JSX.Element {
  return (
    <nav class="contents" aria-label="Endpoints">
      <ul>
        {sections.map(({ id, title, cards }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
            <ul>
              {cards.map(({ endpoint }) => (
                <li key={endpoint.id}>
                  <a href={`#${endpoint.id}`}>{renderPath(shortenPath(endpoint.path))}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a href="#errors">Errors and limits</a>
        </li>
      </ul>
    </nav>
  );
}

/** Removes the version and, in v5, the name of the application. */
function shortenPath(path: string): string {
  return path.replace(/^\/api\/(v5\/[^/]+|v\d+)\//, "");
}

/** The sections that few visitors need: on a phone they were a third of the page. */
const FOLDED: readonly Group[] = ["launcher", "service"];

function Endpoints({ section, model }: { readonly section: PageSection; readonly model: PageModel }): JSX.Element {
  const { id, title, cards } = section;
  const shown = cards.map((card) => <EndpointCard key={card.endpoint.id} {...card} origin={model.origin} />);
  return (
    <Section id={id} title={title}>
      {id === "filters" && <Playground {...model} />}
      {id === "lists" && <BlockLists {...model} />}
      {id === "launcher" && (
        <>
          <p>
            <strong>Start here.</strong> Give your updater the URL of its feed: {FEEDS.map(({ updater, endpoint }) => (
              <>
                <a href={`#v5-feed-${endpoint.id.replace("-static", "")}`}>{updater}</a>,{" "}
              </>
            ))}
            and see <a href="#v5-feeds">what your releases lack</a> for it.{" "}
            {model.hasSampleReleases && "The releases and downloads are a sample."}
          </p>
          <p class="notice" role="note">
            <strong>Before you use v5.</strong> {POLICY.v5} {POLICY.ban}
          </p>
        </>
      )}
      {FOLDED.includes(id)
        ? (
          <details class="folded">
            <summary>All {cards.length} endpoints: {title}</summary>
            {shown}
          </details>
        )
        : shown}
    </Section>
  );
}

/** A section of the page with a heading that links to it. */
function Section({ id, title, children }: RenderableProps<{ id: string; title: string }>): JSX.Element {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

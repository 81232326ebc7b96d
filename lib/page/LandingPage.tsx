import type { JSX } from "preact";
import type { Config } from "@/fresh.config.ts";
import type { Content } from "@/lib/content/mod.ts";
import { type Endpoint, type Installation, POLICY } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";
import { Appendix } from "@/lib/page/Appendix.tsx";
import { EndpointCard } from "@/lib/page/EndpointCard.tsx";
import { Hero } from "@/lib/page/Hero.tsx";
import { toLimits } from "@/lib/page/limits.ts";
import { Lists } from "@/lib/page/Lists.tsx";
import { type PageModel, type PageSection, toSections } from "@/lib/page/model.ts";
import { Playground } from "@/lib/page/Playground.tsx";
import { drawSamples } from "@/lib/page/samples.ts";
import { Section } from "@/lib/page/Section.tsx";
import { SectionNav } from "@/lib/page/SectionNav.tsx";
import { Site } from "@/lib/page/Site.tsx";

/** Creates the page at `/`. */
export async function createLandingPage(
  installation: Installation & Pick<Config, "operatorToken">,
  content: Content,
): Promise<JSX.Element> {
  const { appName, contact, operatorToken, origin } = installation;
  const model: PageModel = {
    endpoints: describeEndpoints(installation)
      .filter(({ group }) => group !== "operator" || operatorToken !== undefined)
      .map((endpoint) => fillAppName(endpoint, appName)),
    origin,
    contact,
    limits: toLimits(installation),
    samples: await drawSamples(content, origin),
  };
  const sections = toSections(model.endpoints);
  return (
    <Site>
      <Hero {...model} />
      <div class="columns">
        <SectionNav sections={sections} />
        <div class="reference">
          {sections.map((section) => <Endpoints key={section.id} section={section} model={model} />)}
          <Appendix {...model} />
        </div>
      </div>
      <p class="unseen" role="status" data-announcement></p>
    </Site>
  );
}

/** Writes the name of the application into the path, because a variable with one value is no choice. */
function fillAppName(endpoint: Endpoint, appName: string): Endpoint {
  const parameters = endpoint.parameters.filter(({ name }) => name !== "app_name");
  return { ...endpoint, path: endpoint.path.replace("{app_name}", appName), parameters };
}

function Endpoints({ section, model }: { readonly section: PageSection; readonly model: PageModel }): JSX.Element {
  const { id, title, cards } = section;
  return (
    <Section id={id} title={title}>
      {id === "filters" && <Playground {...model} />}
      {id === "lists" && <Lists {...model} />}
      {id === "launcher" && (
        <p class="notice" role="note">
          <strong>Before you use v5.</strong> {POLICY.v5} {POLICY.ban}
        </p>
      )}
      {cards.map((card) => <EndpointCard key={card.endpoint.id} {...card} origin={model.origin} />)}
    </Section>
  );
}

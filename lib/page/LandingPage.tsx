import type { JSX } from "preact";
import type { Config } from "@/fresh.config.ts";
import type { Content } from "@/lib/content/mod.ts";
import { POLICY } from "@/lib/endpoints/endpoint.ts";
import { localizeEndpoints } from "@/lib/endpoints/mod.ts";
import { Appendix } from "@/lib/page/Appendix.tsx";
import { EndpointCard } from "@/lib/page/EndpointCard.tsx";
import { Hero } from "@/lib/page/Hero.tsx";
import { toLimits } from "@/lib/page/limits.ts";
import { type PageModel, type PageSection, PLAYGROUND, toSections } from "@/lib/page/model.ts";
import { Playground } from "@/lib/page/Playground.tsx";
import { drawSamples } from "@/lib/page/samples.ts";
import { Section } from "@/lib/page/Section.tsx";
import { SectionNav } from "@/lib/page/SectionNav.tsx";
import { Site } from "@/lib/page/Site.tsx";

/** Options of {@linkcode createLandingPage}. */
export interface LandingPageOptions {
  readonly config: Pick<Config, "appName" | "contact" | "rateLimit" | "limits">;
  readonly content: Content;
  /** The public origin of the service, such as `https://example.org`. */
  readonly origin: string;
}

/** Creates the page at `/`. */
export async function createLandingPage({ config, content, origin }: LandingPageOptions): Promise<JSX.Element> {
  const model: PageModel = {
    endpoints: localizeEndpoints({ appName: config.appName, origin }),
    origin,
    contact: config.contact,
    limits: toLimits(config),
    samples: await drawSamples(content, origin),
  };
  const sections = toSections(model.endpoints);
  return (
    <Site>
      <Hero {...model} />
      <div class="columns" id="endpoints">
        <SectionNav sections={sections} />
        <div class="reference">
          {sections.map((section) =>
            section === PLAYGROUND
              ? <Playground key={section.id} {...model} />
              : <Endpoints key={section.id} section={section} origin={model.origin} />
          )}
          <Appendix {...model} />
        </div>
      </div>
      <p class="unseen" role="status" data-announcement></p>
    </Site>
  );
}

function Endpoints({ section, origin }: { readonly section: PageSection; readonly origin: string }): JSX.Element {
  const { id, title, endpoints } = section;
  return (
    <Section id={id} title={title}>
      {endpoints[0]?.version === "v5" && (
        <p class="notice" role="note">
          <strong>Before you use v5.</strong> {POLICY.v5} {POLICY.ban}
        </p>
      )}
      {endpoints.map((endpoint) => <EndpointCard key={endpoint.id} endpoint={endpoint} origin={origin} />)}
    </Section>
  );
}

import type { JSX } from "preact";
import { ANIMALS } from "@pawkit/animals";
import type { Config } from "@/fresh.config.ts";
import type { Content } from "@/lib/content/mod.ts";
import { EndpointGroup } from "@/lib/page/landing/EndpointGroup.tsx";
import { Hero } from "@/lib/page/landing/Hero.tsx";
import { LinkPreview } from "@/lib/page/layout/LinkPreview.tsx";
import type { PageModel } from "@/lib/page/landing/page_model.ts";
import { describePublicEndpoints, toSections } from "@/lib/page/parts/sections.ts";
import { Playground } from "@/lib/page/landing/Playground.tsx";
import { Questions } from "@/lib/page/landing/Questions.tsx";
import { pickShownAnimals } from "@/lib/page/landing/shown_animals.ts";
import { Site } from "@/lib/page/layout/Site.tsx";

/** Creates the page at `/`, which is the same for every caller: a name, a filter, and the way to everything else. */
export async function createLandingPage(config: Config, content: Content): Promise<JSX.Element> {
  const { maxPixels, maxSourceBytes } = config;
  const endpoints = describePublicEndpoints(config);
  const animals = await pickShownAnimals(content);
  const model: PageModel = {
    endpoints,
    maxPixels,
    maxSourceBytes,
    animals,
    drawsAnimals: content.areDrawn(ANIMALS),
  };
  return (
    <Site links={config}>
      <LinkPreview path="/" />
      <Hero {...model} />
      <div class="parts">
        <section aria-labelledby="filter-title">
          <h2 id="filter-title">
            <a href="#playground">Filter a picture</a>
          </h2>
          <Playground {...model} />
        </section>
        <h2 class="every">Every endpoint</h2>
        <div class="groups">
          {toSections(endpoints).map((section) => <EndpointGroup key={section.id} {...section} />)}
        </div>
        <Questions />
      </div>
    </Site>
  );
}

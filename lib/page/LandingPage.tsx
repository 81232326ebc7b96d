import type { JSX } from "preact";
import { POLICY } from "@/lib/endpoints/endpoint.ts";
import { EndpointCard } from "@/lib/page/EndpointCard.tsx";
import { Hero } from "@/lib/page/Hero.tsx";
import { type PageModel, type Part, splitParts, toParts } from "@/lib/page/model.ts";
import { Playground } from "@/lib/page/Playground.tsx";
import { Errors, Limits, Policy, Versioning } from "@/lib/page/Policies.tsx";
import { SectionNav, toPartId, toPartTitle } from "@/lib/page/SectionNav.tsx";
import { SiteFooter, SiteHeader } from "@/lib/page/Site.tsx";

/** The page at `/`. */
export function LandingPage(model: PageModel): JSX.Element {
  const { before, after } = splitParts(toParts(model.endpoints));
  return (
    <>
      <SiteHeader />
      <main id="main" tabindex={-1}>
        <Hero {...model} />
        <div class="columns" id="endpoints">
          <SectionNav before={before} after={after} />
          <div class="reference">
            {before.map((part) => <PartSection key={toPartId(part)} part={part} base={model.base} />)}
            <Playground {...model} />
            {after.map((part) => <PartSection key={toPartId(part)} part={part} base={model.base} />)}
            <Policy contact={model.contact} />
            <Limits limits={model.limits} />
            <Errors />
            <Versioning />
          </div>
        </div>
      </main>
      <p class="unseen" role="status" data-said></p>
      <SiteFooter />
    </>
  );
}

function PartSection({ part, base }: { readonly part: Part; readonly base: string }): JSX.Element {
  const id = toPartId(part);
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{toPartTitle(part)}</a>
      </h2>
      {part.version === "v5" && (
        <p class="notice" role="note">
          <strong>Before you use v5.</strong> {POLICY.v5} {POLICY.ban}
        </p>
      )}
      {part.endpoints.map((endpoint) => <EndpointCard key={endpoint.id} endpoint={endpoint} base={base} />)}
    </section>
  );
}

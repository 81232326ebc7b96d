import type { VNode } from "preact";
import type { Context } from "@/lib/define.ts";
import { endpointsOf } from "@/lib/describe/mod.ts";
import { renderText } from "@/lib/describe/text.ts";
import { Filter } from "@/lib/filters/Filter.tsx";
import { isTerminal, preferredForm } from "@/lib/http/negotiation.ts";
import { respondWithText, toEtag } from "@/lib/http/respond.ts";
import { Lists } from "@/lib/lists/Lists.tsx";
import { Meet } from "@/lib/meet/Meet.tsx";
import type { Address } from "@/lib/meet/names.ts";
import { Endpoints } from "@/lib/page/Endpoints.tsx";
import { respondWithPage } from "@/lib/page/render.tsx";
import { Rules } from "@/lib/page/Rules.tsx";
import { Site } from "@/lib/page/Site.tsx";
import { INFO } from "@/lib/process/info.ts";

const DESCRIPTION =
  "An animal for every name, random texts, filters for pictures. One address works in a web page, a chat, " +
  "a program and a terminal.";

/** The animal that visitors meet first. */
const ADA: Address = { kind: "cat", animals: [{ kind: "cat", names: ["Ada"] }], form: undefined };

/** Responds with the page of the service, or with its text to a program in a terminal. */
export function respondWithLanding(ctx: Context): Response | Promise<Response> {
  const { origin, services } = ctx.state;
  const options = { cache: "caller", hasOrigin: true } as const;
  if (isTerminal(ctx.req) || preferredForm(ctx.req) === "text") {
    return respondWithText(ctx, renderText(origin, endpointsOf(services)), options);
  }
  const { contact, rateLimit, repositoryUrl } = services.config;
  // The settings decide what the page shows.
  const examples = endpointsOf(services).map(({ example }) => example);
  const shown = JSON.stringify([contact, rateLimit, repositoryUrl, examples]);
  return respondWithPage(ctx, { ...options, etag: toEtag(INFO.version, origin, shown) }, () => <Landing ctx={ctx} />);
}

/** The page of the service. Each feature has one line. */
function Landing({ ctx: { state: { origin, services } } }: { readonly ctx: Context }): VNode {
  const { config } = services;
  return (
    <Site
      title="Pawkit: type a name, meet your animal"
      description={DESCRIPTION}
      config={config}
      preview={{ url: `${origin}/`, image: `${origin}/og.png` }}
    >
      <Meet address={ADA} look={{}} origin={origin}>
        <h1>Type a name, meet your animal.</h1>
        <p>
          Every name has its own, at its own address: for avatars, chats, READMEs and terminals. No key, no sign-up.
        </p>
      </Meet>
      {config.features.has("filters") && <Filter origin={origin} />}
      {config.features.has("lists") && <Lists origin={origin} />}
      <Endpoints origin={origin} endpoints={endpointsOf(services)} />
      <Rules config={config} />
    </Site>
  );
}

import type { VNode } from "preact";
import type { Context } from "@/lib/define.ts";
import { endpointsOf } from "@/lib/describe/mod.ts";
import { renderText } from "@/lib/describe/text.ts";
import { isTerminal, preferredForm } from "@/lib/http/negotiation.ts";
import { respondWithText, toEtag } from "@/lib/http/respond.ts";
import { Endpoints } from "@/lib/page/Endpoints.tsx";
import { respondWithPage } from "@/lib/page/render.tsx";
import { Rules } from "@/lib/page/Rules.tsx";
import { Site } from "@/lib/page/Site.tsx";
import { INFO } from "@/lib/process/info.ts";

const DESCRIPTION =
  "An animal for every name, random texts, filters for pictures. One address works in a web page, a chat, " +
  "a program and a terminal.";

/** Responds with the page of the service, or with its text to a program in a terminal. */
export function respondWithLanding(ctx: Context): Response | Promise<Response> {
  const { origin, services: { config } } = ctx.state;
  const options = { cache: "caller", hasOrigin: true } as const;
  if (isTerminal(ctx.req) || preferredForm(ctx.req) === "text") {
    return respondWithText(ctx, renderText(origin, endpointsOf(config)), options);
  }
  return respondWithPage(ctx, { ...options, etag: toEtag(INFO.version, origin) }, () => <Landing ctx={ctx} />);
}

/** The page of the service. Each feature has one line. */
function Landing({ ctx: { state: { origin, services: { config } } } }: { readonly ctx: Context }): VNode {
  return (
    <Site
      title="Pawkit: type a name, meet your animal"
      description={DESCRIPTION}
      preview={{ url: `${origin}/`, image: `${origin}/og.png` }}
    >
      <h1>Type a name, meet your animal.</h1>
      <Endpoints origin={origin} endpoints={endpointsOf(config)} />
      <Rules config={config} />
    </Site>
  );
}

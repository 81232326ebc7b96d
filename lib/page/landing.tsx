import type { JSX } from "preact";
import type { Config } from "@/fresh.config.ts";
import type { Content } from "@/lib/content/mod.ts";
import { localizeEndpoints } from "@/lib/endpoints/mod.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { LandingPage } from "@/lib/page/LandingPage.tsx";
import { toLimits } from "@/lib/page/limits.ts";
import { drawSamples } from "@/lib/page/samples.ts";

/** Options of {@linkcode makeLanding}. */
export interface LandingOptions {
  readonly config: Pick<Config, "appName" | "contact" | "rateLimit" | "limits">;
  readonly content: Content;
  /** The address that the page is asked for by. */
  readonly base: string;
}

/** Makes the landing page: what the endpoints are, what they answer, what they allow. */
export async function makeLanding(
  exchange: HttpContext,
  { config, content, base }: LandingOptions,
): Promise<JSX.Element> {
  const endpoints = localizeEndpoints({ appName: config.appName, origin: base });
  const samples = await drawSamples(exchange, content);
  const model = { endpoints, base, contact: config.contact, limits: toLimits(config), samples };
  return <LandingPage {...model} />;
}

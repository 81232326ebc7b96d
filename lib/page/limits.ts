import type { Config } from "@/fresh.config.ts";
import { STRENGTHS } from "@/lib/filters/strengths.ts";
import { MAX_URL_CHARACTERS } from "@/lib/http/request_checks.ts";
import type { Limit } from "@/lib/page/model.ts";

/** Tells this service's limits in words. */
export function toLimits({ rateLimit, limits }: Pick<Config, "rateLimit" | "limits">): readonly Limit[] {
  return [
    { what: "Requests", value: describeRate(rateLimit) },
    ...Object.entries(STRENGTHS).map(([filter, { min, max, fallback }]) => (
      { what: `Strength of ${filter}`, value: `${min} to ${max}, default ${fallback}` }
    )),
    { what: "Source image", value: `${toMebibytes(limits.maxSourceBytes)} MiB` },
    {
      what: "Pixels",
      value: `${toMillions(limits.maxPixels)} million a frame, ${
        toMillions(limits.maxTotalPixels)
      } million over all frames`,
    },
    { what: "Frames of an animation", value: String(limits.maxFrames) },
    { what: "Redirects to the image", value: String(limits.maxRedirects) },
    {
      what: "Time",
      value: `${limits.sourceTimeoutMs / 1000} s to fetch the image, ${limits.filterTimeoutMs / 1000} s to filter it`,
    },
    {
      what: "Address",
      value: `${MAX_URL_CHARACTERS.toLocaleString("en")} characters: a picture of about 45 KB fits as a \`data:\` URL`,
    },
  ];
}

function describeRate(points: number | undefined): string {
  if (points === undefined) return "not limited here";
  return `${points.toLocaleString("en")} points a minute and client: a request costs 1, a filter that is not in the ` +
    "cache 10, and so does the first call of this page or of `/openapi.json` under a new host; `/healthz` is free. " +
    "The `ratelimit` header tells what is left.";
}

function toMebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 102.4) / 10;
}

function toMillions(count: number): number {
  return Math.round(count / 100_000) / 10;
}

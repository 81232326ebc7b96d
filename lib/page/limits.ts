import type { Config } from "@/fresh.config.ts";
import { MAX_URL_CHARACTERS } from "@/lib/http/request_url.ts";
import { describeStrength } from "@/lib/images/filters/filter.ts";
import { STRENGTHS } from "@/lib/images/filters/mod.ts";
import type { Limit } from "@/lib/page/model.ts";

/** Describes the limits of this service in words. */
export function toLimits({ rateLimit, limits }: Pick<Config, "rateLimit" | "limits">): readonly Limit[] {
  const urlCharacters = MAX_URL_CHARACTERS.toLocaleString("en");
  return [
    { what: "Requests", value: describeRate(rateLimit) },
    ...Object.entries(STRENGTHS).map(([filter, range]) => (
      { what: `Strength of ${filter}`, value: describeStrength(range) }
    )),
    { what: "Image formats", value: "PNG, APNG, JPEG, GIF, WebP, BMP and AVIF" },
    { what: "Source image", value: `${toMebibytes(limits.maxSourceBytes)} MiB` },
    {
      what: "Pixels",
      value: `${toMillions(limits.maxPixels)}, or ${toMillions(limits.maxPixels / 2)} in an AVIF or in each frame of ` +
        `an animation; ${toMillions(limits.maxTotalPixels)} in all frames`,
    },
    { what: "Frames of an animation", value: String(limits.maxFrames) },
    { what: "Redirects", value: String(limits.maxRedirects) },
    {
      what: "Time",
      value:
        `${limits.sourceTimeoutMs / 1000} s to fetch the image or ${limits.uploadTimeoutMs / 1000} s to send it, ` +
        `${limits.filterTimeoutMs / 1000} s to filter it`,
    },
    { what: "URL", value: `${urlCharacters} characters, enough for an image of about 45 KB in a \`data:\` URL` },
  ];
}

function describeRate(points: number | undefined): string {
  if (points === undefined) return "Not limited";
  const amount = points.toLocaleString("en");
  return `${amount} points per minute for each client. A request costs 1 point. An uncached filter costs 10, plus 1 ` +
    "for each started megapixel beyond 2; an uncached drawn PNG or WebP costs 5. The first request costs 10 for this " +
    "page, `/api` or `/openapi.json` under a new host. `/healthz` is free. The `ratelimit` header contains the points left.";
}

function toMebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 102.4) / 10;
}

function toMillions(count: number): string {
  return `${Math.floor(count / 10_000) / 100} million`;
}

import type { Config } from "@/fresh.config.ts";
import { LINES_PER_POINT } from "@/lib/files/logs_response.ts";
import { BYTES_PER_POINT, INCLUDED_MS, MS_PER_POINT, WORK_POINTS } from "@/lib/access/prices.ts";
import { MAX_QUERY_CHARACTERS, MAX_QUERY_PARAMETERS, MAX_URL_CHARACTERS } from "@/lib/http/request_url.ts";
import { FORMATS, listFormats } from "@pawkit/images";

/** A row of the table of limits. */
export type Limit = readonly [what: string, value: string];

/** Returns the anchor of a row: `limit-image-formats`. */
export function toLimitId(what: string): string {
  return `limit-${what.toLowerCase().replaceAll(/\W+/g, "-")}`;
}

/** Describes the limits of this service in words. */
export function toLimits(config: Config): readonly Limit[] {
  const urlCharacters = MAX_URL_CHARACTERS.toLocaleString("en");
  const queryCharacters = MAX_QUERY_CHARACTERS.toLocaleString("en");
  // Base64 has four characters for three bytes.
  const dataUrlKb = Math.floor(MAX_URL_CHARACTERS / 4 * 3 / 1024);
  const memory = `${toMebibytes(config.maxJobBytes)} MiB of memory`;
  const time = `${config.filterTimeoutMs / 1000} s`;
  return [
    ["Requests", describeRate(config.rateLimit)],
    ["Work at once", `${config.clientJobs} uncached filters and drawings for each client; others wait`],
    ["Image formats", listFormats(FORMATS, "and")],
    ["Source image", `${toMebibytes(config.maxSourceBytes)} MiB`],
    ["Pixels", `${toMillions(config.maxPixels)} in a frame, ${toMillions(config.maxTotalPixels)} in all frames`],
    ["Work on an image", `${time} and ${memory}; what needs more by a rough estimate is refused (\`too_expensive\`)`],
    ["Frames of an animation", String(config.maxFrames)],
    ["Redirects", String(config.maxRedirects)],
    [
      "Time",
      `${config.sourceTimeoutMs / 1000} s to fetch the image or ${config.uploadTimeoutMs / 1000} s to send it, ` +
      `${time} to filter it`,
    ],
    [
      "URL",
      `${urlCharacters} characters, enough for an image of about ${dataUrlKb} KB in a \`data:\` URL; ` +
      `${MAX_QUERY_PARAMETERS} query parameters, which have ${queryCharacters} characters except for filters`,
    ],
  ];
}

function describeRate(points: number | undefined): string {
  if (points === undefined) return "Not limited";
  const amount = points.toLocaleString("en");
  const bytes = BYTES_PER_POINT.toLocaleString("en"), lines = LINES_PER_POINT.toLocaleString("en");
  return [
    `${amount} points for each client, which come back within a minute.`,
    "A request costs 1 point.",
    `An uncached filter or drawing (except SVG) costs ${WORK_POINTS} more,`,
    `plus 1 for each full ${MS_PER_POINT} ms of processor time beyond ${INCLUDED_MS} ms.`,
    `Every request costs 1 for each full ${bytes} bytes, received and sent,`,
    `and a log 1 for each ${lines} lines begun.`,
    "SVG, JSON and page of a group cost 1 for each animal.",
    "`/healthz` is free.",
    "The `ratelimit` header contains the points left.",
  ].join(" ");
}

function toMebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 102.4) / 10;
}

function toMillions(count: number): string {
  return `${Math.floor(count / 10_000) / 100} million`;
}

import { z } from "zod";
import { APP_NAME, APP_ROOT, APP_ROOT_EXAMPLE } from "@/lib/endpoints/app_name.ts";
import { defineEndpoint, type Endpoint, type EndpointDefinition, POLICY } from "@/lib/endpoints/endpoint.ts";
import * as examples from "@/lib/endpoints/launcher_examples.ts";
import { jsonResponse, successSchema } from "@/lib/endpoints/schemas.ts";
import * as fields from "@/lib/launcher/response_schemas.ts";
import { APPLICATIONS, TIERS } from "@/lib/launcher/names.ts";
import { DEFAULT_NEWS, MAX_NEWS } from "@/lib/launcher/news.ts";
import { CHANNELS } from "@/lib/launcher/releases.ts";
import { MAX_LISTED_RELEASES } from "@/lib/launcher/updates.ts";
import { MAX_VERSION_CHARACTERS } from "@/lib/launcher/version.ts";

/** The application's own API. */
export const LAUNCHER_ENDPOINTS: readonly Endpoint[] = [
  describe({
    id: "v5-downloads",
    path: "/stats/downloads",
    summary: "Returns the number of downloads by application, version and day",
    description: "Every total is the sum of its parts.",
    responses: [jsonResponse(successSchema(fields.DOWNLOADS_FIELDS), examples.DOWNLOADS_EXAMPLE, ["etag"])],
  }),
  describe({
    id: "v5-updates",
    path: "/launcher/updates",
    summary: "Returns whether a newer launcher is available and whether it is mandatory",
    description: `With \`version\`, only newer releases are listed, newest first and at most ${MAX_LISTED_RELEASES}. ` +
      "`rollback` means that the client is newer than anything published and should return to `latest`.",
    responses: [jsonResponse(successSchema(fields.UPDATES_FIELDS), examples.UPDATES_EXAMPLE, ["etag"])],
    queryParameters: {
      version: {
        summary: "The installed version (SemVer 2.0)",
        type: "string",
        maxLength: MAX_VERSION_CHARACTERS,
        example: "7.5.0",
      },
      channel: { summary: "`beta` includes beta releases", type: "string", allowed: CHANNELS, default: "stable" },
    },
    example: "/launcher/updates?version=7.5.0",
  }),
  describe({
    id: "v5-news",
    path: "/launcher/news",
    summary: "Returns the news, newest first",
    responses: [jsonResponse(successSchema(fields.NEWS_FIELDS), examples.NEWS_EXAMPLE, ["etag"])],
    queryParameters: {
      limit: {
        summary: "The maximum number of entries",
        type: "integer",
        min: 1,
        max: MAX_NEWS,
        default: DEFAULT_NEWS,
      },
      since: { summary: "An ISO 8601 date; older entries are omitted", type: "string", example: "2026-01-31" },
    },
    example: "/launcher/news?limit=3",
  }),
  describe({
    id: "v5-version",
    path: "/version/app/{application}",
    summary: "Returns the current version of an application",
    description: "This is the newest stable release or, if there is none, the newest beta.",
    responses: [jsonResponse(
      z.union(fields.APPLICATION_FIELDS.map((each) => successSchema(each))),
      examples.APPLICATION_EXAMPLE,
      ["etag"],
    )],
    pathParameters: {
      application: { summary: "The application", type: "string", allowed: APPLICATIONS, example: "launcher" },
    },
    example: "/version/app/launcher",
  }),
  describe({
    id: "v5-resources",
    path: "/version/app/launcher/resources",
    summary: "Returns the current resources of the launcher",
    responses: [jsonResponse(successSchema(fields.RESOURCES_FIELDS), examples.RESOURCES_EXAMPLE, ["etag"])],
  }),
  describe({
    id: "v5-tier",
    path: "/version/tier/{tier}",
    summary: "Returns the benefits of a patron tier",
    description: 'Tier 2 is "Favorite", tier 3 is "Trusted".',
    responses: [jsonResponse(successSchema(fields.TIER_FIELDS), examples.TIER_EXAMPLE, ["etag"])],
    pathParameters: { tier: { summary: "The tier", type: "integer", allowed: TIERS, example: 2 } },
    example: "/version/tier/2",
  }),
];

/** Completes a definition whose `path` and `example` are relative to the root of v5 and whose errors are derived. */
function describe(definition: Omit<EndpointDefinition, "group" | "errors">): Endpoint {
  const { path, description, pathParameters, queryParameters, example = path } = definition;
  const needsRelease = path.startsWith("/version/app");
  return defineEndpoint({
    ...definition,
    group: "launcher",
    path: APP_ROOT + path,
    description: [description, POLICY.v5].filter(Boolean).join(" "),
    pathParameters: { ...APP_NAME, ...pathParameters },
    errors: [
      "unknown_app",
      ...(pathParameters ? ["unknown_type" as const] : []),
      ...(needsRelease ? ["not_found" as const] : []),
      ...(queryParameters ? ["invalid_parameter" as const] : []),
      "source_failed",
    ],
    example: APP_ROOT_EXAMPLE + example,
  });
}

import { z } from "zod";
import { APP_NAME, APP_ROOT, APP_ROOT_EXAMPLE } from "@/lib/endpoints/app_name.ts";
import { defineEndpoint, type Endpoint, type ParameterMap, POLICY } from "@/lib/endpoints/endpoint.ts";
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
  describe("v5-downloads", "/stats/downloads", {
    summary: "Returns the number of downloads by application, version and day",
    description: "Every total is the sum of its parts.",
    schema: successSchema(fields.DOWNLOADS_FIELDS),
    example: examples.DOWNLOADS_EXAMPLE,
  }),
  describe("v5-updates", "/launcher/updates", {
    summary: "Returns whether a newer launcher is available and whether it is mandatory",
    description: `With \`version\`, only newer releases are listed, newest first and at most ${MAX_LISTED_RELEASES}. ` +
      "`rollback` means that the client is newer than anything published and should return to `latest`.",
    schema: successSchema(fields.UPDATES_FIELDS),
    example: examples.UPDATES_EXAMPLE,
    query: {
      version: {
        summary: "The installed version (SemVer 2.0)",
        type: "string",
        maxLength: MAX_VERSION_CHARACTERS,
        example: "7.5.0",
      },
      channel: { summary: "`beta` includes beta releases", type: "string", allowed: CHANNELS, default: "stable" },
    },
    call: "/launcher/updates?version=7.5.0",
  }),
  describe("v5-news", "/launcher/news", {
    summary: "Returns the news, newest first",
    schema: successSchema(fields.NEWS_FIELDS),
    example: examples.NEWS_EXAMPLE,
    query: {
      limit: {
        summary: "The maximum number of entries",
        type: "integer",
        min: 1,
        max: MAX_NEWS,
        default: DEFAULT_NEWS,
      },
      since: { summary: "An ISO 8601 date; older entries are omitted", type: "string", example: "2026-01-31" },
    },
    call: "/launcher/news?limit=3",
  }),
  describe("v5-version", "/version/app/{application}", {
    summary: "Returns the current version of an application",
    description: "This is the newest stable release or, if there is none, the newest beta.",
    schema: z.union(fields.APPLICATION_FIELDS.map((each) => successSchema(each))),
    example: examples.APPLICATION_EXAMPLE,
    path: {
      application: { summary: "The application", type: "string", allowed: APPLICATIONS, example: "launcher" },
    },
    call: "/version/app/launcher",
  }),
  describe("v5-resources", "/version/app/launcher/resources", {
    summary: "Returns the current resources of the launcher",
    schema: successSchema(fields.RESOURCES_FIELDS),
    example: examples.RESOURCES_EXAMPLE,
  }),
  describe("v5-tier", "/version/tier/{tier}", {
    summary: "Returns the benefits of a patron tier",
    description: 'Tier 2 is "Favorite", tier 3 is "Trusted".',
    schema: successSchema(fields.TIER_FIELDS),
    example: examples.TIER_EXAMPLE,
    path: { tier: { summary: "The tier", type: "integer", allowed: TIERS, example: 2 } },
    call: "/version/tier/2",
  }),
];

interface LauncherDescription {
  readonly summary: string;
  readonly description?: string;
  readonly schema: z.ZodType;
  /** The fields of the example response. */
  readonly example: object;
  /** The path parameters besides `app_name`. */
  readonly path?: ParameterMap;
  readonly query?: ParameterMap;
  /** The example request below the application's name, if it differs from the path. */
  readonly call?: string;
}

function describe(id: string, path: string, about: LauncherDescription): Endpoint {
  const { summary, description, schema, example, call = path } = about;
  const needsRelease = path.startsWith("/version/app");
  return defineEndpoint({
    id,
    group: "launcher",
    path: APP_ROOT + path,
    summary,
    description: [description, POLICY.v5].filter(Boolean).join(" "),
    pathParameters: { ...APP_NAME, ...about.path },
    queryParameters: about.query ?? {},
    responses: [jsonResponse(schema, example, ["etag"])],
    errors: [
      "unknown_app",
      ...(about.path ? ["unknown_type" as const] : []),
      ...(needsRelease ? ["not_found" as const] : []),
      ...(about.query ? ["invalid_parameter" as const] : []),
      "source_failed",
    ],
    example: APP_ROOT_EXAMPLE + call,
  });
}

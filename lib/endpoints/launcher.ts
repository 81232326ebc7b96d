import { z } from "zod";
import type { Endpoint, Parameter } from "@/lib/endpoints/endpoint.ts";
import * as examples from "@/lib/endpoints/launcher_examples.ts";
import { POLICY } from "@/lib/endpoints/policy.ts";
import { success } from "@/lib/endpoints/schemas.ts";
import * as answers from "@/lib/launcher/answer_schemas.ts";
import { APPLICATIONS, TIERS } from "@/lib/launcher/names.ts";
import { DEFAULT_NEWS, MAX_NEWS } from "@/lib/launcher/news.ts";
import { CHANNELS } from "@/lib/launcher/releases.ts";
import { MAX_LISTED_RELEASES } from "@/lib/launcher/updates.ts";
import { MAX_VERSION_CHARACTERS } from "@/lib/launcher/version.ts";

const ROOT = "/api/v5/{app_name}";

const APP_NAME: Parameter = {
  name: "app_name",
  in: "path",
  summary: "The one application that this service is for",
  type: "string",
  example: "app",
};

/** The application's own API. */
export const LAUNCHER_ENDPOINTS: readonly Endpoint[] = [
  describe("v5-downloads", "/stats/downloads", {
    summary: "Downloads by application, version and day",
    description: "Every total is the sum of what it is made of.",
    schema: success(answers.DOWNLOADS_FIELDS),
    answer: examples.DOWNLOADS_EXAMPLE,
  }),
  describe("v5-updates", "/launcher/updates", {
    summary: "Whether there is a newer launcher, and whether it must be installed",
    description: `With \`version\` only newer releases are listed, at most ${MAX_LISTED_RELEASES}, newest first. ` +
      "`rollback` asks a client that is newer than what is published to go back to `latest`.",
    schema: success(answers.UPDATES_FIELDS),
    answer: examples.UPDATES_EXAMPLE,
    query: [
      {
        name: "version",
        in: "query",
        summary: "The version that the client has, by SemVer 2.0",
        type: "string",
        maxLength: MAX_VERSION_CHARACTERS,
        example: "7.5.0",
      },
      {
        name: "channel",
        in: "query",
        summary: "Releases proper, or betas as well",
        type: "string",
        allowed: CHANNELS,
        default: "stable",
      },
    ],
    call: "/launcher/updates?version=7.5.0",
  }),
  describe("v5-news", "/launcher/news", {
    summary: "News, newest first",
    schema: success(answers.NEWS_FIELDS),
    answer: examples.NEWS_EXAMPLE,
    query: [
      {
        name: "limit",
        in: "query",
        summary: "How many at most",
        type: "integer",
        min: 1,
        max: MAX_NEWS,
        default: DEFAULT_NEWS,
      },
      {
        name: "since",
        in: "query",
        summary: "Leaves out what is older than this ISO 8601 date",
        type: "string",
        example: "2026-01-31",
      },
    ],
    call: "/launcher/news?limit=3",
  }),
  describe("v5-version", "/version/app/{application}", {
    summary: "The current version of an application",
    description: "The newest stable release; the newest beta where there is no other.",
    schema: z.union(answers.APPLICATION_FIELDS.map((fields) => success<z.ZodRawShape>(fields))),
    answer: examples.APPLICATION_EXAMPLE,
    path: [{
      name: "application",
      in: "path",
      summary: "Which application",
      type: "string",
      allowed: APPLICATIONS,
      example: "launcher",
    }],
    call: "/version/app/launcher",
  }),
  describe("v5-resources", "/version/app/launcher/resources", {
    summary: "The current resources of the launcher",
    schema: success(answers.RESOURCES_FIELDS),
    answer: examples.RESOURCES_EXAMPLE,
  }),
  describe("v5-tier", "/version/tier/{tier}", {
    summary: "The benefits of a patron tier",
    description: "Tier 2 is the favorite one, tier 3 the trusted one.",
    schema: success(answers.TIER_FIELDS),
    answer: examples.TIER_EXAMPLE,
    path: [{ name: "tier", in: "path", summary: "Which tier", type: "integer", allowed: TIERS, example: 2 }],
    call: "/version/tier/2",
  }),
];

/** Puts the application's real name into the descriptions of its API: the list above has the default one. */
export function nameApplication(endpoints: readonly Endpoint[], appName: string): readonly Endpoint[] {
  return endpoints.map((endpoint) => {
    if (!endpoint.path.startsWith(ROOT)) return endpoint;
    const parameters = endpoint.parameters.map((each) => {
      return each.name === "app_name" ? { ...each, allowed: [appName], example: appName } : each;
    });
    return { ...endpoint, parameters, example: endpoint.example.replace(/^\/api\/v5\/[^/]+/, `/api/v5/${appName}`) };
  });
}

interface Description {
  readonly summary: string;
  readonly description?: string;
  readonly schema: z.ZodType;
  readonly answer: object;
  readonly path?: readonly Parameter[];
  readonly query?: readonly Parameter[];
  /** The example, below the application's name. */
  readonly call?: string;
}

function describe(id: string, path: string, about: Description): Endpoint {
  const { summary, description, schema, answer, path: variables = [], query = [], call = path } = about;
  const hasReleases = path.startsWith("/version/app");
  return {
    id,
    group: "launcher",
    version: "v5",
    path: ROOT + path,
    summary,
    description: [description, POLICY.v5].filter(Boolean).join(" "),
    parameters: [APP_NAME, ...variables, ...query],
    answers: [{ type: "application/json", headers: ["etag"], schema, example: answer }],
    errors: [
      "unknown_app",
      ...(variables.length > 0 ? ["unknown_type" as const] : []),
      ...(hasReleases ? ["not_found" as const] : []),
      ...(query.length > 0 ? ["invalid_parameter" as const] : []),
      "source_failed",
    ],
    example: `/api/v5/app${call}`,
  };
}

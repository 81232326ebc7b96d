import type { z } from "zod";
import { describeVariables, toExample } from "@/lib/endpoints/define_endpoint.ts";
import {
  type EndpointDefinition,
  type EndpointResponse,
  type Installation,
  type ParameterTexts,
  POLICY,
} from "@/lib/endpoints/endpoint.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";
import { documentSchema } from "@/lib/launcher/document.ts";
import { LauncherData } from "@/lib/launcher/data.ts";
import sample from "@/lib/launcher/sample.json" with { type: "json" };

/** The root of the v5 API. */
export const APP_ROOT = "/api/v5/{app_name}";

/** Returns the path parameter of every v5 endpoint. */
export function describeAppName(appName: string): ParameterTexts {
  const summary = "The name of the application that this service serves";
  return { "app_name": { summary, allowed: [appName], example: appName } };
}

/** A v5 endpoint. Its `path` and `example` are relative to the root of v5, and its errors are derived. */
export interface LauncherDefinition extends Omit<EndpointDefinition, "responses" | "errors"> {
  /** The fields of the JSON response, or a list of alternatives. */
  readonly fields?: z.ZodRawShape | readonly z.ZodRawShape[];
  /** The media type of a response that is not JSON. */
  readonly type?: string;
  /** Returns the fields or the text of the response to the example request. */
  readonly respond?: (data: LauncherData, url: URL) => object | string | undefined;
  /** Further responses. */
  readonly responses?: readonly EndpointResponse[];
  /** Whether it responds with 404 if there is no release. */
  readonly needsRelease?: true;
}

/** Completes the definition of a v5 endpoint. Its example is a response with the sample data, shortened. */
export function completeDefinition(
  definition: LauncherDefinition,
  { appName, origin }: Installation,
): EndpointDefinition {
  const { fields, type = "", respond, responses = [], needsRelease, ...rest } = definition;
  const { path, description, pathParameters, queryParameters } = rest;
  const request = {
    ...rest,
    path: APP_ROOT + path,
    pathParameters: { ...describeAppName(appName), ...pathParameters },
    responses,
  };
  const example = rest.example === undefined
    ? toExample(request.path, describeVariables(request.pathParameters))
    : `/api/v5/${appName}${rest.example}`;
  const plain = {
    type,
    headers: ["etag"] as const,
    get example() {
      return shortenExample(respond?.(getExampleData(), new URL(origin + example))) as object;
    },
  };
  const response = fields === undefined ? plain : jsonResponse(fields, plain);
  return {
    ...request,
    description: [description, POLICY.v5].filter(Boolean).join(" "),
    responses: [response, ...responses],
    errors: [
      "unknown_app",
      ...(pathParameters ? ["unknown_type" as const] : []),
      ...(needsRelease ? ["not_found" as const] : []),
      ...(queryParameters ? ["invalid_parameter" as const] : []),
      "source_failed",
    ],
    example,
  };
}

let exampleData: LauncherData | undefined;

/** Returns the data of the examples. The first one makes it: checking the sample takes 30 ms. */
function getExampleData(): LauncherData {
  return exampleData ??= createExampleData();
}

/** Creates the shipped sample data with the newest stable release for macOS and the installer for Windows alone. */
function createExampleData(): LauncherData {
  const document = documentSchema.parse(sample);
  const { launcher } = document.applications;
  const releases = launcher.releases.filter(({ beta, withdrawn }) => !beta && !withdrawn).slice(0, 1)
    .map((release) => ({ ...release, files: release.files.filter(({ url }) => /\.exe$|universal/.test(url)) }));
  const applications = { ...document.applications, launcher: { ...launcher, releases } };
  return new LauncherData({ ...document, applications }, { asOf: document.asOf, isStale: false });
}

/** Shortens every list to its first entry, and removes most of the signatures of Tauri (in Base64) and Sparkle. */
function shortenExample(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/^(\w{68})\S{128,}$/, "$1").replaceAll(/ type=.*\/>/g, " …/>");
  if (Array.isArray(value)) return value.slice(0, 1).map(shortenExample);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortenExample(each)]));
}

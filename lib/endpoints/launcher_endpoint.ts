import type { z } from "zod";
import { APP_NAME, APP_ROOT, APP_ROOT_EXAMPLE } from "@/lib/endpoints/app_name.ts";
import {
  defineEndpoint,
  type Endpoint,
  type EndpointDefinition,
  type EndpointResponse,
  POLICY,
} from "@/lib/endpoints/endpoint.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";

/** The input of {@linkcode describeLauncher}. */
export interface LauncherDefinition extends Omit<EndpointDefinition, "group" | "responses" | "errors"> {
  /** The fields of the JSON response, or a list of alternatives. */
  readonly fields?: z.ZodRawShape | readonly z.ZodRawShape[];
  /** The response to the example request. */
  readonly response?: object;
  /** Responses besides the JSON response. */
  readonly otherResponses?: readonly EndpointResponse[];
  /** Whether it responds with 404 if there is no release. */
  readonly needsRelease?: true;
}

/** Completes a definition whose `path` and `example` are relative to the root of v5 and whose errors are derived. */
export function describeLauncher(definition: LauncherDefinition): Endpoint {
  const { fields, response = {}, otherResponses = [], needsRelease, ...rest } = definition;
  const { path, description, pathParameters, queryParameters, example = path } = rest;
  const hasOpenValue = Object.values(pathParameters ?? {}).some(({ allowed }) => allowed === undefined);
  return defineEndpoint({
    ...rest,
    group: "launcher",
    path: APP_ROOT + path,
    description: [description, POLICY.v5].filter(Boolean).join(" "),
    pathParameters: { ...APP_NAME, ...pathParameters },
    responses: [...(fields === undefined ? [] : [jsonResponse(fields, response, ["etag"])]), ...otherResponses],
    errors: [
      "unknown_app",
      ...(pathParameters ? ["unknown_type" as const] : []),
      ...(needsRelease ? ["not_found" as const] : []),
      ...(queryParameters || hasOpenValue ? ["invalid_parameter" as const] : []),
      "source_failed",
    ],
    example: APP_ROOT_EXAMPLE + example,
  });
}

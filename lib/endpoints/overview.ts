import { setAppName } from "@/lib/endpoints/app_name.ts";
import { type Endpoint, POLICY } from "@/lib/endpoints/endpoint.ts";
import { ENDPOINTS, type Installation } from "@/lib/endpoints/mod.ts";
import type { Json } from "@/lib/endpoints/schemas.ts";
import type { VersionInfo } from "@/lib/process/version.ts";

/** Describes the service and every endpoint for programs. `SERVICE_ENDPOINTS` has the schema of the result. */
export function toOverview({ name, version, runtime }: VersionInfo, { appName, origin }: Installation): Json {
  return {
    name,
    version,
    runtime: `${runtime.name} ${runtime.version}`,
    documentation: `${origin}/`,
    openapi: `${origin}/openapi.json`,
    policy: Object.values(POLICY),
    endpoints: setAppName(ENDPOINTS, appName).flatMap(toEntries),
  };
}

/**
 * Lists in `allowed` only the parameters that have a fixed set of values. The variable of a path comes before a query
 * parameter of the same name.
 */
function toEntries({ path, summary, parameters, example, upload }: Endpoint): Json[] {
  const values = parameters.flatMap((each) => each.allowed === undefined ? [] : [[each.name, each.allowed] as const]);
  const allowed = Object.fromEntries(values.toReversed());
  const entry = { method: "GET", path, summary, allowed, example };
  if (upload === undefined) return [entry];
  return [entry, { method: "POST", path, summary: upload.summary, allowed, example: example.replace(/\?.*/, "") }];
}

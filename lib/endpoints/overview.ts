import type { Config } from "@/fresh.config.ts";
import { type Endpoint, EXAMPLE_ORIGIN, POLICY } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";
import type { Json } from "@/lib/endpoints/schemas.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";

/** Describes the service and every endpoint for programs. `describeService()` has the schema of the result. */
export function toOverview(config: Config): Json {
  const { name, version, runtime } = SERVICE_INFO;
  return {
    name,
    version,
    runtime: `${runtime.name} ${runtime.version}`,
    documentation: `${EXAMPLE_ORIGIN}/`,
    openapi: `${EXAMPLE_ORIGIN}/openapi.json`,
    policy: Object.values(POLICY),
    endpoints: describeEndpoints(config).flatMap(toEntries),
  };
}

/**
 * Lists in `allowed` only the parameters that have a fixed set of values. The variable of a path comes before a query
 * parameter of the same name.
 */
function toEntries({ method = "GET", path, summary, parameters, example, upload }: Endpoint): Json[] {
  const values = parameters.flatMap((each) => each.allowed === undefined ? [] : [[each.name, each.allowed] as const]);
  const allowed = Object.fromEntries(values.toReversed());
  const entry = { method, path, summary, allowed, example };
  if (upload === undefined) return [entry];
  return [entry, { method: "POST", path, summary: upload.summary, allowed, example: example.replace(/\?.*/, "") }];
}

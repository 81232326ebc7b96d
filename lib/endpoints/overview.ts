import type { Config } from "@/fresh.config.ts";
import { type Endpoint, POLICY } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";
import type { Json } from "@/lib/endpoints/schemas.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";

/** The list of each service, made once, because all other requests wait meanwhile. */
const lists = new WeakMap<Config, readonly Json[]>();

/**
 * Describes the service at `origin` and every endpoint for programs. `describeService()` has the schema of the result.
 */
export function toOverview(config: Config, origin: string): Json {
  const { name, version, runtime } = SERVICE_INFO;
  return {
    name,
    version,
    runtime: `${runtime.name} ${runtime.version}`,
    documentation: `${origin}/`,
    openapi: `${origin}/openapi.json`,
    policy: Object.values(POLICY),
    endpoints: listEndpoints(config),
  };
}

function listEndpoints(config: Config): readonly Json[] {
  const listed = lists.get(config) ?? describeEndpoints(config).flatMap(toEntries);
  lists.set(config, listed);
  return listed;
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

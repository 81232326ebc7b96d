import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { POLICY } from "@/lib/endpoints/policy.ts";
import type { VersionInfo } from "@/lib/process/version.ts";

/** One line of {@linkcode Overview}. */
export interface OverviewEntry {
  readonly method: "GET";
  readonly path: string;
  readonly summary: string;
  /** The allowed values of each variable that has a closed set of them. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  readonly example: string;
}

/** What `/api` answers. */
export interface Overview {
  readonly name: string;
  readonly version: string;
  readonly runtime: string;
  readonly documentation: string;
  readonly openapi: string;
  readonly policy: readonly string[];
  readonly endpoints: readonly OverviewEntry[];
}

/** Options of {@linkcode toOverview}. */
export interface OverviewOptions {
  readonly endpoints: readonly Endpoint[];
  readonly version: VersionInfo;
  /** What stands before every address, such as `https://example.org`. */
  readonly base: string;
}

/** Describes every endpoint for a program. */
export function toOverview({ endpoints, version, base }: OverviewOptions): Overview {
  return {
    name: version.name,
    version: version.version,
    runtime: `${version.runtime.name} ${version.runtime.version}`,
    documentation: `${base}/`,
    openapi: `${base}/openapi.json`,
    policy: Object.values(POLICY),
    endpoints: endpoints.map(toEntry),
  };
}

function toEntry({ path, summary, parameters, example }: Endpoint): OverviewEntry {
  const closed = parameters.filter((parameter) => parameter.allowed !== undefined);
  const allowed = Object.fromEntries(closed.map((parameter) => [parameter.name, parameter.allowed ?? []]));
  return { method: "GET", path, summary, allowed, example };
}

import type { Config } from "@/fresh.config.ts";
import { defineEndpoint } from "@/lib/endpoints/define_endpoint.ts";
import { type Endpoint, EXAMPLE_ORIGIN, type Group } from "@/lib/endpoints/endpoint.ts";
import { describeFiles } from "@/lib/endpoints/files.ts";
import { describeFilters } from "@/lib/endpoints/filters.ts";
import { describeLauncher } from "@/lib/endpoints/launcher.ts";
import { describeOperator } from "@/lib/endpoints/operator.ts";
import { describeRandom } from "@/lib/endpoints/random.ts";
import { describeService } from "@/lib/endpoints/service.ts";

/** The parts of the API. */
const PARTS = [describeService, describeFiles, describeRandom, describeFilters, describeLauncher, describeOperator];

/** Describes every endpoint of a service with these settings. */
export function describeEndpoints(config: Config): readonly Endpoint[] {
  const installation = { ...config, origin: config.baseUrl ?? EXAMPLE_ORIGIN };
  return PARTS.flatMap((describe) => Object.entries(describe(installation)))
    .flatMap(([group, definitions]) => definitions.map((each) => defineEndpoint(group as Group, each)));
}

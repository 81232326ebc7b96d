import { defineEndpoint, type Endpoint, type Group, type Installation } from "@/lib/endpoints/endpoint.ts";
import { describeFiles } from "@/lib/endpoints/files.ts";
import { describeFilters } from "@/lib/endpoints/filters.ts";
import { describeLauncher } from "@/lib/endpoints/launcher.ts";
import { describeOperator } from "@/lib/endpoints/operator.ts";
import { describeRandom } from "@/lib/endpoints/random.ts";
import { describeService } from "@/lib/endpoints/service.ts";

/** The parts of the API. */
const PARTS = [describeService, describeFiles, describeRandom, describeFilters, describeLauncher, describeOperator];

/** The origin in the examples if that of the service is unknown. */
const EXAMPLE_ORIGIN = "http://localhost:8000";

/** Describes every endpoint of an installation. */
export function describeEndpoints(installation: Installation): readonly Endpoint[] {
  const withOrigin = { ...installation, origin: installation.origin || EXAMPLE_ORIGIN };
  return PARTS.flatMap((describe) => Object.entries(describe(withOrigin)))
    .flatMap(([group, definitions]) => definitions.map((each) => defineEndpoint(group as Group, each)));
}

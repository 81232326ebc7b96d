import { type Endpoint, isOff } from "@/lib/http/endpoint.ts";
import { ANIMAL_ENDPOINTS } from "@/lib/meet/endpoints.ts";
import { RANDOM_ANIMAL_ENDPOINTS } from "@/lib/random/animal_endpoints.ts";
import { TEXT_ENDPOINTS } from "@/lib/random/endpoints.ts";
import { SERVICE_ENDPOINTS } from "@/lib/service/endpoints.ts";

/** Every public endpoint, in the order of the page. Each feature has one line. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...ANIMAL_ENDPOINTS,
  ...RANDOM_ANIMAL_ENDPOINTS,
  ...TEXT_ENDPOINTS,
  ...SERVICE_ENDPOINTS,
];

/** Returns the endpoints of the features that the operator has not switched off. */
export function endpointsOf(features: ReadonlySet<string>): readonly Endpoint[] {
  return ENDPOINTS.filter(({ group }) => !isOff(group, features));
}

import type { Config } from "@/fresh.config.ts";
import { isOperatorRoute } from "@/lib/access/admit.ts";
import { FILTER_ENDPOINTS } from "@/lib/filters/endpoints.ts";
import { type Endpoint, isOff } from "@/lib/http/endpoint.ts";
import { LAUNCHER_ENDPOINTS } from "@/lib/launcher/endpoints.ts";
import { LIST_ENDPOINTS } from "@/lib/lists/endpoints.ts";
import { LOG_ENDPOINTS } from "@/lib/logs/endpoints.ts";
import { ANIMAL_ENDPOINTS } from "@/lib/meet/endpoints.ts";
import { RANDOM_ANIMAL_ENDPOINTS } from "@/lib/random/animal_endpoints.ts";
import { TEXT_ENDPOINTS } from "@/lib/random/endpoints.ts";
import { SERVICE_ENDPOINTS } from "@/lib/service/endpoints.ts";

/** Every public endpoint, in the order of the page. Each feature has one line. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...ANIMAL_ENDPOINTS,
  ...RANDOM_ANIMAL_ENDPOINTS,
  ...TEXT_ENDPOINTS,
  ...FILTER_ENDPOINTS,
  ...SERVICE_ENDPOINTS,
  ...LIST_ENDPOINTS,
  ...LOG_ENDPOINTS,
  ...LAUNCHER_ENDPOINTS,
];

/** Returns the endpoints that are served with these settings, with the name of the application in their examples. */
export function endpointsOf({ features, operatorToken, appName }: Config): readonly Endpoint[] {
  const served = ENDPOINTS.filter(({ group, path }) => {
    return !isOff(group, features) && (operatorToken !== undefined || !isOperatorRoute(path));
  });
  return served.map((each) => ({ ...each, example: each.example.replace("/api/v5/app/", `/api/v5/${appName}/`) }));
}

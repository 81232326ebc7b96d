import { setAppName } from "@/lib/endpoints/app_name.ts";
import { DEVELOPER_ENDPOINTS } from "@/lib/endpoints/developer.ts";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { FILTER_ENDPOINTS } from "@/lib/endpoints/filters.ts";
import { LAUNCHER_ENDPOINTS } from "@/lib/endpoints/launcher.ts";
import { OPERATOR_ENDPOINTS } from "@/lib/endpoints/operator.ts";
import { RANDOM_ENDPOINTS } from "@/lib/endpoints/random.ts";
import { SERVICE_ENDPOINTS } from "@/lib/endpoints/service.ts";

/** Every endpoint of the service, in the order in which the page shows them. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...DEVELOPER_ENDPOINTS,
  ...RANDOM_ENDPOINTS,
  ...FILTER_ENDPOINTS,
  ...LAUNCHER_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...SERVICE_ENDPOINTS,
];

/** The origin of this service in the examples. */
const EXAMPLE_ORIGIN = "http://localhost:8000";

/** Where the service runs and for which application. */
export interface Installation {
  readonly appName: string;
  /** The public origin of the service, such as `https://example.org`; empty if it is unknown. */
  readonly origin: string;
}

/** Returns every endpoint with the application's name and the service's origin in its examples, so that they work. */
export function localizeEndpoints({ appName, origin }: Installation): readonly Endpoint[] {
  return setAppName(ENDPOINTS, appName).map((endpoint) => ({
    ...endpoint,
    responses: endpoint.responses.map((response) => {
      if (response.example === undefined) return response;
      const example = JSON.stringify(response.example).replaceAll(EXAMPLE_ORIGIN, origin || EXAMPLE_ORIGIN);
      return { ...response, example: JSON.parse(example) };
    }),
  }));
}

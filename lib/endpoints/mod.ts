import { DEVELOPER_ENDPOINTS } from "@/lib/endpoints/developer.ts";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { FILE_ENDPOINTS } from "@/lib/endpoints/files.ts";
import { FILTER_ENDPOINTS } from "@/lib/endpoints/filters.ts";
import { LAUNCHER_ENDPOINTS } from "@/lib/endpoints/launcher.ts";
import { OPERATOR_ENDPOINTS } from "@/lib/endpoints/operator.ts";
import { RANDOM_ENDPOINTS } from "@/lib/endpoints/random.ts";
import { SERVICE_ENDPOINTS } from "@/lib/endpoints/service.ts";

/** Every endpoint of the service, in the order in which the page shows them. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...DEVELOPER_ENDPOINTS,
  ...FILE_ENDPOINTS,
  ...RANDOM_ENDPOINTS,
  ...FILTER_ENDPOINTS,
  ...LAUNCHER_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...SERVICE_ENDPOINTS,
];

import { DEVELOPER_ENDPOINTS } from "@/lib/endpoints/developer.ts";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { FILE_ENDPOINTS } from "@/lib/endpoints/files.ts";
import { FILTER_ENDPOINTS } from "@/lib/endpoints/filters.ts";
import { LAUNCHER_ENDPOINTS, nameApplication } from "@/lib/endpoints/launcher.ts";
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

/** What the examples have in place of the service's own address. */
const EXAMPLE_BASE = "http://localhost:8000";

/** Options of {@linkcode localizeEndpoints}. */
export interface LocalizeOptions {
  readonly appName: string;
  /** What stands before every path, such as `https://example.org`. */
  readonly base: string;
}

/** Puts this service's own application name and address into the descriptions, so that examples work as they stand. */
export function localizeEndpoints({ appName, base }: LocalizeOptions): readonly Endpoint[] {
  return nameApplication(ENDPOINTS, appName).map((endpoint) => ({
    ...endpoint,
    answers: endpoint.answers.map((answer) => {
      if (answer.example === undefined) return answer;
      const example = JSON.stringify(answer.example).replaceAll(EXAMPLE_BASE, base || EXAMPLE_BASE);
      return { ...answer, example: JSON.parse(example) };
    }),
  }));
}

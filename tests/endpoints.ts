import { loadConfig } from "@/fresh.config.ts";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";

/** The endpoints of a service with the default settings, as `startApp()` calls it. */
export const ENDPOINTS: readonly Endpoint[] = describeEndpoints({
  ...loadConfig({ get: () => undefined }, false),
  baseUrl: "http://paw.example",
});

/** The key of an endpoint's operation in the OpenAPI document. */
export function toMethodKey({ method = "GET" }: Endpoint): string {
  return method.toLowerCase();
}

import type { Endpoint, ParameterMap } from "@/lib/endpoints/endpoint.ts";

/** The root of the v5 API. */
export const APP_ROOT = "/api/v5/{app_name}";

/** The root of the v5 API in examples: `app` is the default of APP_NAME. */
export const APP_ROOT_EXAMPLE = "/api/v5/app";

/** The path parameter of every v5 endpoint. */
export const APP_NAME: ParameterMap = {
  "app_name": { summary: "The name of the application that this service serves", type: "string", example: "app" },
};

/** Returns the endpoints with the application's configured name in the examples and allowed values of v5. */
export function setAppName(endpoints: readonly Endpoint[], appName: string): readonly Endpoint[] {
  return endpoints.map((endpoint) => {
    if (!endpoint.path.startsWith(APP_ROOT)) return endpoint;
    const parameters = endpoint.parameters.map((each) => {
      return each.name === "app_name" ? { ...each, allowed: [appName], example: appName } : each;
    });
    return { ...endpoint, parameters, example: endpoint.example.replace(APP_ROOT_EXAMPLE, `/api/v5/${appName}`) };
  });
}

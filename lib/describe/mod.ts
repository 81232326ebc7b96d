import { isOperatorRoute } from "@/lib/access/admit.ts";
import { FILTER_ENDPOINTS } from "@/lib/filters/endpoints.ts";
import { type Endpoint, isOff } from "@/lib/http/endpoint.ts";
import { LAUNCHER_ENDPOINTS } from "@/lib/launcher/endpoints.ts";
import { LIST_ENDPOINTS } from "@/lib/lists/endpoints.ts";
import { LOG_ENDPOINTS } from "@/lib/logs/endpoints.ts";
import { ANIMAL_ENDPOINTS } from "@/lib/meet/endpoints.ts";
import { OWN_PICTURE, RANDOM_ANIMAL_ENDPOINTS } from "@/lib/random/animal_endpoints.ts";
import { TEXT_ENDPOINTS } from "@/lib/random/endpoints.ts";
import { SECURITY, SERVICE_ENDPOINTS } from "@/lib/service/endpoints.ts";
import type { Services } from "@/lib/services.ts";

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

/** Returns the endpoints that are served with these settings and files. Each has an example that works here. */
export function endpointsOf({ config, ownPictures }: Pick<Services, "config" | "ownPictures">): readonly Endpoint[] {
  const { features, operatorToken, contact, appName } = config;
  const picture = ownPictures.values().next().value?.[0];
  const served = ENDPOINTS.filter(({ group, path }) => {
    if (path === SECURITY.path) return contact !== undefined;
    if (path === OWN_PICTURE.path) return picture !== undefined;
    return !isOff(group, features) && (operatorToken !== undefined || !isOperatorRoute(path));
  });
  return served.map(({ example, ...each }) => ({
    ...each,
    example: example.replace("/api/v5/app/", `/api/v5/${appName}/`)
      .replace("cat/example.png", () => picture!.entry.path.split("/").map(encodeURIComponent).join("/")),
  }));
}

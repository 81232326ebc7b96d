/** The start of the routes of the operator area that belong to the v5 API. */
const PREFIX = "/api/v5/:app_name/operator/";

/** Its other routes. The page `/operator` needs no token, because it asks for one. */
const ROUTES: readonly (string | null)[] = ["/metrics", "/operator"];

/** Whether a route belongs to the operator area. `route` is the pattern of the route, or `null` if the path has none. */
export function isOperatorRoute(route: string | null): boolean {
  return ROUTES.includes(route) || (route !== null && route.startsWith(PREFIX));
}

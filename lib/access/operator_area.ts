/** The start of every route of the operator area. */
const PREFIX = "/api/v5/:app_name/operator/";

/** Whether a route belongs to the operator area. `route` is the pattern of the route, or `null` if the path has none. */
export function isOperatorRoute(route: string | null): boolean {
  return route !== null && route.startsWith(PREFIX);
}

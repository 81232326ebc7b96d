/** The start of the routes of the operator area that belong to the v5 API. */
const PREFIX = "/api/v5/:app_name/operator/";

/** Its other routes. The page `/operator` needs no token, because it asks for one. */
const ROUTES: readonly (string | null)[] = ["/metrics", "/operator"];

/** Whether a route belongs to the operator area. `route` is the pattern of the route, or `null` if the path has none. */
export function isOperatorRoute(route: string | null): boolean {
  return ROUTES.includes(route) || (route !== null && route.startsWith(PREFIX));
}

/**
 * Returns whether an `authorization` header carries the operator's token, or `undefined` if it has no bearer token at
 * all. Only a wrong token is a failed attempt: any page can make a browser send a request without one.
 */
export async function checkToken(authorization: string | null, token: string): Promise<boolean | undefined> {
  const [, sent] = /^Bearer +([^\s]+) *$/i.exec(authorization ?? "") ?? [];
  if (sent === undefined) return undefined;
  // Imported here because loading it takes longer than the whole start, and few requests need it.
  const { createHash, timingSafeEqual } = await import("node:crypto");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  // Hashes have equal length, so the time reveals neither the length of the token nor its first wrong character.
  return timingSafeEqual(digest(sent), digest(token));
}

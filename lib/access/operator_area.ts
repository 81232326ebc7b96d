/** The start of the routes of the operator area that belong to the v5 API. */
const PREFIX = "/api/v5/:app_name/operator/";

/** Its other routes. The page `/operator` needs no token, because it asks for one. */
const ROUTES: readonly (string | null)[] = ["/metrics", "/operator"];

/**
 * Whether a route belongs to the operator area. `route` is the pattern of the route, or `null` if the path has none.
 */
export function isOperatorRoute(route: string | null): boolean {
  return ROUTES.includes(route) || (route !== null && route.startsWith(PREFIX));
}

/**
 * Returns the bearer token of a request, or `undefined` if it has none. Only a wrong token is a failed attempt: every
 * page can make a browser send a request without one.
 */
export function readToken({ headers }: Request): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/** Returns whether a caller sent the operator's token, in a time that reveals nothing about it. */
export async function isSameToken(sent: string, token: string): Promise<boolean> {
  // Imported here because loading it takes longer than the whole start, and few requests need it.
  const { createHash, timingSafeEqual } = await import("node:crypto");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  // Hashes have equal length, so the time reveals neither the length of the token nor its first wrong character.
  return timingSafeEqual(digest(sent), digest(token));
}

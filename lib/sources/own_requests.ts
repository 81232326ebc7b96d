/** The entry that requests of the filters have in their `via` header (RFC 9110, section 7.6.3), which ends loops. */
export const OWN_VIA = "1.1 pawkit";

/**
 * Returns whether a filter of this service, or of another Pawkit, sent a request. The service cannot know all names and
 * addresses that lead to it, such as those of a proxy or of NAT.
 */
export function isOwnRequest(req: Request): boolean {
  return req.headers.get("via")?.toLowerCase().split(",").some((entry) => entry.trim() === OWN_VIA) ?? false;
}

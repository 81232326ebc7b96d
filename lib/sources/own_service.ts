import { toBareHost } from "@/lib/sources/image_url.ts";

/** The entry that requests of the filters have in their `via` header (RFC 9110, section 7.6.3), which ends loops. */
export const OWN_VIA = "1.1 pawkit";

/**
 * Returns whether a URL leads to this service under one of the origins that it is known by. The scheme does not matter,
 * nor does the spelling of the name: a proxy may accept both, and the URL parser normalizes case and Unicode.
 */
export function isServiceUrl(url: URL, origins: readonly (string | undefined)[]): boolean {
  return origins.some((origin) => {
    const own = origin === undefined ? null : URL.parse(origin);
    return own !== null && toBareHost(own.hostname) === toBareHost(url.hostname) && portOf(own) === portOf(url);
  });
}

/**
 * Returns whether a filter of this service, or of another Pawkit, sent a request. The service cannot know all names and
 * addresses that lead to it, such as those of a proxy or of NAT.
 */
export function isOwnRequest(req: Request): boolean {
  return req.headers.get("via")?.toLowerCase().split(",").some((entry) => entry.trim() === OWN_VIA) ?? false;
}

function portOf({ port }: URL): string {
  return port === "80" || port === "443" ? "" : port;
}

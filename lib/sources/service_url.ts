import { toBareHost } from "@/lib/sources/image_url.ts";

/**
 * Returns whether a URL leads to the service with this origin. The scheme does not matter, nor does the spelling of the
 * name: a proxy may accept both, and the URL parser normalizes case and Unicode.
 */
export function isServiceUrl(url: URL, origin: string): boolean {
  const own = URL.parse(origin);
  return own !== null && toBareHost(own.hostname) === toBareHost(url.hostname) && portOf(own) === portOf(url);
}

function portOf({ port }: URL): string {
  return port === "80" || port === "443" ? "" : port;
}

import { toBareHost } from "@/lib/sources/image_url.ts";

/**
 * The header of the requests that filters send. A filter refuses a request that has it, because that may be a loop: the
 * service cannot know all names and addresses that lead to it, such as those of a proxy or of NAT. Not `via`, because a
 * proxy may have any name there, also ours.
 */
export const FILTERED_BY = "pawkit-filtered-by";

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

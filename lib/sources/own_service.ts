import { toBareHost } from "@/lib/sources/image_url.ts";

/**
 * The header of the filters' requests, which ends loops: the ids of the processes whose filters caused the request, one
 * after the other. Not `via`, because a proxy may have any name there, also ours.
 */
export const FILTERED_BY = "pawkit-filtered-by";

/** The id of this process. Others in a fleet have their own, so a loop among them ends where it began. */
const OWN_ID = crypto.randomUUID().slice(0, 8);

/** What other processes send: up to 16 ids. A longer chain is no use of filters, but a loop. */
const CHAIN = /^[0-9a-f]{8}(?:, [0-9a-f]{8}){0,15}$/;

/**
 * Returns whether a URL leads to the service with this origin. The scheme does not matter, nor does the spelling of the
 * name: a proxy may accept both, and the URL parser normalizes case and Unicode.
 */
export function isServiceUrl(url: URL, origin: string): boolean {
  const own = URL.parse(origin);
  return own !== null && toBareHost(own.hostname) === toBareHost(url.hostname) && portOf(own) === portOf(url);
}

/**
 * Returns the value of {@linkcode FILTERED_BY} for what a filter requests on behalf of `req`, or `undefined` if a
 * filter of this process caused that request itself. The service cannot know all names and addresses that lead to it,
 * such as those of a proxy or of NAT.
 */
export function extendFilteredBy(req: Request, ownId = OWN_ID): string | undefined {
  const chain = req.headers.get(FILTERED_BY);
  if (chain === null) return ownId;
  return CHAIN.test(chain) && !chain.includes(ownId) ? `${chain}, ${ownId}` : undefined;
}

function portOf({ port }: URL): string {
  return port === "80" || port === "443" ? "" : port;
}

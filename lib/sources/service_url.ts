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

/** Removes the brackets of an IPv6 literal and the final dot of a name: resolvers and certificates use neither. */
export function toBareHost(hostname: string): string {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

function portOf({ port }: URL): string {
  return port === "80" || port === "443" ? "" : port;
}

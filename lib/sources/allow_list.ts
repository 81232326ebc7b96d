import ipaddr from "ipaddr.js";

/** Tells whether an operator has allowed a host and port although they are private. */
export type AllowList = (host: string, port: number) => boolean;

/**
 * Makes the check from `host[:port]` entries (`localhost`, `127.0.0.1:9000`, `[::1]`). Without a port all ports are
 * allowed. Only the host as the address spells it counts: a name that leads to an allowed address is not allowed by it.
 *
 * @throws {TypeError} when an entry has another form.
 */
export function createAllowList(entries: readonly string[]): AllowList {
  const allowed = new Set(entries.map(parseEntry));
  return (host, port) => allowed.size > 0 && (allowed.has(host) || allowed.has(`${host} ${port}`));
}

function parseEntry(entry: string): string {
  const text = entry.trim();
  const bracketed = ipaddr.IPv6.isValid(text) ? `[${text}]` : text;
  const port = /:(\d{1,5})$/.exec(bracketed)?.[1];
  // The parser folds the spellings of a host as it will fold those of the image's address.
  const url = /[\s/\\?#@*]/.test(bracketed) ? null : URL.parse(`http://${bracketed}`);
  if (url === null || url.hostname === "") {
    throw new TypeError(
      `Cannot read an entry of ALLOW_PRIVATE_HOSTS as it must have the form host[:port]: current value is "${entry}"`,
    );
  }
  const host = toBareHost(url.hostname);
  return port === undefined ? host : `${host} ${Number(port)}`;
}

/** Takes the brackets off an IPv6 literal and the final dot off a name, as resolvers and certificates want it. */
export function toBareHost(hostname: string): string {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

import ipaddr from "ipaddr.js";
import { toBareHost } from "@/lib/sources/service_url.ts";

/** Returns whether the operator has allowed a host and port although they are private. */
export type IsAllowedHost = (host: string, port: number) => boolean;

/**
 * Creates the check from `host[:port]` entries (`localhost`, `127.0.0.1:9000`, `[::1]`). An entry without a port allows
 * all ports. An entry is compared with the host in the URL, not with the addresses that a name resolves to.
 *
 * @throws {TypeError} if an entry has another form.
 */
export function createAllowedHosts(entries: readonly string[]): IsAllowedHost {
  const allowed = new Set(entries.map(parseEntry));
  return (host, port) => allowed.size > 0 && (allowed.has(host) || allowed.has(`${host} ${port}`));
}

function parseEntry(entry: string): string {
  const text = entry.trim();
  const bracketed = ipaddr.IPv6.isValid(text) ? `[${text}]` : text;
  const port = /:(\d{1,5})$/.exec(bracketed)?.[1];
  // The URL parser normalizes the spelling of a host here exactly as it does in an image URL.
  const url = /[\s/\\?#@*]/.test(bracketed) ? null : URL.parse(`http://${bracketed}`);
  if (url === null || url.hostname === "") {
    throw new TypeError(`Cannot read an allowed host: must have the form host[:port], got "${entry}"`);
  }
  const host = toBareHost(url.hostname);
  return port === undefined ? host : `${host} ${Number(port)}`;
}

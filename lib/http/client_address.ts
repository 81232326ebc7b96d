import { readForwarded } from "@/lib/http/request_url.ts";

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;

/** An entry of `x-forwarded-for` with an IPv4 address. Some proxies append the port. */
const IPV4_ENTRY = new RegExp(`^(${IPV4})(?::\\d{1,5})?$`);

/** An entry with an IPv6 address, in brackets or without, and with an optional zone such as `%eth0`. */
const IPV6_ENTRY = /^(?:\[([0-9a-f:.]+)(?:%[\w.-]+)?\](?::\d{1,5})?|([0-9a-f:.]+)(?:%[\w.-]+)?)$/i;

/** An IPv4 address that is written as IPv6: in decimal as Deno does, or in hexadecimal as in URLs. */
const MAPPED_IPV4 = new RegExp(`^::ffff:(?:(${IPV4})|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$`);

/**
 * Returns the address of the caller. If an entry of `x-forwarded-for` is not an address, the address of the proxy is
 * returned. Otherwise a caller who can change such an entry, for example by its port, would be a new client with each
 * request.
 */
export function clientAddress(req: Request, remote: Deno.Addr, trustProxy: number): string {
  const direct = "hostname" in remote ? remote.hostname : "local";
  if (trustProxy === 0) return direct;
  return parseAddress(readForwarded(req, "x-forwarded-for", trustProxy)) ?? direct;
}

/** Returns the client to which limits apply: an IPv4 address, or the /56 of IPv6, which a subscriber often has. */
export function toClient(address: string): string {
  return toPrefix(address, 56);
}

/** Returns the network to which bans apply: an IPv4 address, or the /64 of IPv6, which a subscriber has at least. */
export function toNetwork(address: string): string {
  return toPrefix(address, 64);
}

/**
 * Returns the network that an operator has written, as `2001:db8::/64` or as an address in it. Any other text is
 * returned unchanged.
 */
export function readNetwork(written: string): string {
  const address = parseAddress(written.replace(/(?<=:.*)\/64$/, ""));
  return address === undefined ? written : toNetwork(address);
}

// Returns the address in an entry such as `192.0.2.1:443` or `[2001:db8::1%eth0]:443`.
function parseAddress(entry: string): string | undefined {
  const [, ipv4] = IPV4_ENTRY.exec(entry) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const [, bracketed, bare] = IPV6_ENTRY.exec(entry) ?? [];
  const ipv6 = bracketed ?? bare;
  // The parser of URLs knows every valid form and returns the shortest, in lower case, like Deno.
  return ipv6 === undefined ? undefined : URL.parse(`http://[${ipv6}]`)?.hostname.slice(1, -1);
}

function toPrefix(address: string, bits: 56 | 64): string {
  if (!address.includes(":")) return address;
  const [, ipv4, ...words] = MAPPED_IPV4.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  if (words.length > 0) return words.flatMap((word) => [parseInt(word, 16) >> 8, parseInt(word, 16) & 255]).join(".");
  const [head = [], tail = []] = address.split("::").map((part) => part === "" ? [] : part.split(":"));
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  const [first, second, third, fourth = "0"] = [...head, ...zeros, ...tail];
  const last = bits === 64 ? fourth : (parseInt(fourth, 16) & 0xff00).toString(16);
  return `${first}:${second}:${third}:${last}::/${bits}`;
}

import type { Config } from "@/fresh.config.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/** Which proxies are trusted and which origin public URLs have. */
export type AddressOptions = Pick<Config, "trustProxy" | "baseUrl">;

const PORT = "6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[0-5]?\\d{1,4}";

/** A name, an IPv4 or a bracketed IPv6 address with an optional port: nothing that would change a URL. */
const AUTHORITY = `(?:[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])(?::(?:${PORT}))?`;

const HOST = new RegExp(`^${AUTHORITY}$`);

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;

/** An entry of `x-forwarded-for` with an IPv4 address. Some proxies append the port. */
const IPV4_ENTRY = new RegExp(`^(${IPV4})(?::\\d{1,5})?$`);

/** An entry with an IPv6 address, in brackets or without, and with an optional zone such as `%eth0`. */
const IPV6_ENTRY = /^(?:\[([0-9a-f:.]+)(?:%[\w.-]+)?\](?::\d{1,5})?|([0-9a-f:.]+)(?:%[\w.-]+)?)$/i;

/** An IPv4 address that is written as IPv6, in decimal or in hexadecimal form. */
const MAPPED_IPV4 = new RegExp(`^::ffff:(?:(${IPV4})|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$`);

// After the authority the URL ends, or continues with a path or, for `OPTIONS *`, with "*".
const ORIGIN = new RegExp(`^https?://${AUTHORITY}(?=[/*]|$)`);

/**
 * Checks the origin of a request's URL. Deno builds the URL from the `Host` header, or from an absolute request line,
 * without parsing either.
 */
export function isOriginValid(url: string): boolean {
  if (url.startsWith(lastValidOrigin)) return true;
  const [origin] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return false;
  // Only with a slash behind it. Otherwise `http://a` would make `http://a%` valid, too.
  if (url[origin.length] === "/") lastValidOrigin = `${origin}/`;
  return true;
}

/** Cached because nearly all requests have the same origin: matching the pattern takes 1.4 % of a small response. */
let lastValidOrigin = "none yet";

/** Checks a `Host` header. An absent or empty one is valid: Deno then puts the server's own address into the URL. */
export function isHostValid(host: string | null): boolean {
  return host === null || host === "" || HOST.test(host);
}

/**
 * Returns the address that limits and bans apply to. IPv6 is cut to its /64 network because a subscriber has all of it.
 * Behind a proxy, an entry of `x-forwarded-for` that is not an address counts as the proxy itself: otherwise a caller
 * that can influence it, for example by its port, would be a new client with each request.
 */
export function clientKey(req: Request, remote: Deno.Addr, options: AddressOptions): string {
  const direct = "hostname" in remote ? remote.hostname : "local";
  if (options.trustProxy === 0) return networkOf(direct);
  return networkOf(parseAddress(forwarded(req, "x-forwarded-for", options)) ?? direct);
}

/** Returns the client that an address belongs to, in the form of {@linkcode clientKey}; `undefined` if it is no address. */
export function parseClient(text: string): string | undefined {
  const address = parseAddress(text.trim().replace(/\/64$/, ""));
  return address === undefined ? undefined : networkOf(address);
}

/** Returns the origin of this service's public URLs, such as `https://example.org`. */
export function publicOrigin({ req, state }: Pick<HttpContext, "req" | "state">, options: AddressOptions): string {
  if (options.baseUrl !== undefined) return options.baseUrl;
  const { url } = req;
  if (options.trustProxy === 0) return url.slice(0, url.indexOf("/", 8));
  state.dependsOnProxy = true;
  const protocol = forwarded(req, "x-forwarded-proto", options) === "https" ? "https" : "http";
  const host = forwarded(req, "x-forwarded-host", options);
  return `${protocol}://${HOST.test(host) ? host : authorityOf(url)}`;
}

/** Returns the path of a request's URL as it was sent, without the query. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Whether a URL is for programs: below `/api`, or the OpenAPI document. Errors there are always JSON. */
export function isApiUrl(url: string): boolean {
  return /^\/(api(\/|$)|openapi\.json\/?$)/.test(pathOf(url));
}

// Each proxy appends the address it saw, so the entry of the outermost trusted proxy is counted from the right. Empty
// entries count: if they were skipped, the result could be an entry that the caller made up.
function forwarded(req: Request, header: string, { trustProxy }: AddressOptions): string {
  const value = req.headers.get(header) ?? "";
  let end = value.length;
  let start = value.lastIndexOf(",") + 1;
  for (let proxies = 1; proxies < trustProxy && start > 0; proxies++) {
    end = start - 1;
    start = end === 0 ? 0 : value.lastIndexOf(",", end - 1) + 1;
  }
  return value.slice(start, end).trim();
}

function authorityOf(url: string): string {
  const start = url.indexOf("//") + 2;
  const end = url.indexOf("/", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Returns the IPv4 or IPv6 address in an entry such as `192.0.2.1:443` or `[2001:db8::1%eth0]:443`, if it has one. */
function parseAddress(entry: string): string | undefined {
  const [, ipv4] = IPV4_ENTRY.exec(entry) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const [, bracketed, bare] = IPV6_ENTRY.exec(entry) ?? [];
  const ipv6 = bracketed ?? bare;
  // The parser of URLs knows every valid form and returns the shortest, in lower case.
  return ipv6 === undefined ? undefined : URL.parse(`http://[${ipv6}]`)?.hostname.slice(1, -1);
}

function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [, ipv4, high, low] = MAPPED_IPV4.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  if (high !== undefined && low !== undefined) {
    return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join(".");
  }
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

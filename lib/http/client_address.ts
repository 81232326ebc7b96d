import type { Config } from "@/fresh.config.ts";

/** Which proxies are trusted and which origin public URLs have. */
export type AddressOptions = Pick<Config, "trustProxy" | "baseUrl">;

const PORT = "6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[0-5]?\\d{1,4}";

/** A name, an IPv4 or a bracketed IPv6 address with an optional port: nothing that would change a URL. */
const AUTHORITY = `(?:[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])(?::(?:${PORT}))?`;

const HOST = new RegExp(`^${AUTHORITY}$`);

// After the authority the URL ends, or continues with a path or, for `OPTIONS *`, with "*".
const ORIGIN = new RegExp(`^https?://${AUTHORITY}(?=[/*]|$)`);

/**
 * Checks the origin of a request's URL. Deno builds the URL from the `Host` header, or from an absolute request line,
 * without parsing either.
 */
export function isOriginValid(url: string): boolean {
  return ORIGIN.test(url);
}

/** Checks a `Host` header. An absent or empty one is valid: Deno then puts the server's own address into the URL. */
export function isHostValid(host: string | null): boolean {
  return host === null || host === "" || HOST.test(host);
}

/** Returns the address that limits and bans apply to. IPv6 is cut to its /64 network because a subscriber has all of it. */
export function clientKey(req: Request, remote: Deno.Addr, options: AddressOptions): string {
  const direct = "hostname" in remote ? remote.hostname : "local";
  return networkOf(options.trustProxy === 0 ? direct : forwarded(req, "x-forwarded-for", options) ?? direct);
}

/** Returns the origin of this service's public URLs, such as `https://example.org`. */
export function publicOrigin(req: Request, options: AddressOptions): string {
  if (options.baseUrl !== undefined) return options.baseUrl;
  if (options.trustProxy === 0) return req.url.slice(0, req.url.indexOf("/", 8));
  const protocol = forwarded(req, "x-forwarded-proto", options) === "https" ? "https" : "http";
  const host = forwarded(req, "x-forwarded-host", options);
  return `${protocol}://${host !== undefined && HOST.test(host) ? host : authorityOf(req.url)}`;
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

// Each proxy appends the address it saw, so the entry of the outermost trusted proxy is counted from the right.
function forwarded(req: Request, header: string, { trustProxy }: AddressOptions): string | undefined {
  const entries = req.headers.get(header)?.split(",");
  return entries?.at(-Math.min(trustProxy, entries.length))?.trim() || undefined;
}

function authorityOf(url: string): string {
  const start = url.indexOf("//") + 2;
  const end = url.indexOf("/", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  if (address.startsWith("::ffff:") && address.includes(".")) return address.slice(7);
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

/** How many proxies are believed and which address pictures carry. */
export interface AddressOptions {
  readonly trustProxy: number;
  readonly baseUrl: string | undefined;
}

const NAME = "([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])(:\\d{1,5})?";

/** Names, IPv4 and bracketed IPv6, with a port: everything a `Host` header may be, nothing that changes a URL. */
const HOST = new RegExp(`^${NAME}$`);

/** What a URL may start with: a request line can bring a whole one, and it counts more than the header. */
const ORIGIN = new RegExp(`^https?://${NAME}(?=[/*]|$)`);

// What was found good last: nearly every request names the same host.
let goodHost = "";
let goodOrigin = "";

/**
 * Tells whether the request's URL can be believed. Deno pastes the `Host` header into it, so a hostile one would change
 * the path or make `new URL` throw.
 */
export function isHostValid(req: Request): boolean {
  const { url } = req;
  const host = req.headers.get("host") ?? authorityOf(url);
  if (host === goodHost && url.startsWith(goodOrigin)) return true;
  const origin = ORIGIN.exec(url)?.[0];
  if (origin === undefined || !HOST.test(host)) return false;
  goodHost = host;
  goodOrigin = `${origin}/`;
  return true;
}

/**
 * Yields the client's address, IPv6 cut to its /64 network: one subscriber has all of it.
 */
export function clientKey(req: Request, remote: Deno.Addr, options: AddressOptions): string {
  const direct = "hostname" in remote ? remote.hostname : "local";
  return networkOf(options.trustProxy === 0 ? direct : forwarded(req, "x-forwarded-for", options) ?? direct);
}

/** Yields what stands before a path in a public URL of this service, such as `https://example.org`. */
export function publicOrigin(req: Request, options: AddressOptions): string {
  if (options.baseUrl !== undefined) return options.baseUrl;
  if (options.trustProxy === 0) return req.url.slice(0, req.url.indexOf("/", 8));
  const protocol = forwarded(req, "x-forwarded-proto", options) === "https" ? "https" : "http";
  const host = forwarded(req, "x-forwarded-host", options);
  return `${protocol}://${host !== undefined && HOST.test(host) ? host : authorityOf(req.url)}`;
}

/** Yields the path of a request's URL, as it was sent, without its query. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Tells whether a URL lies where programs ask: below `/api`, or the document that describes it. */
export function isApiUrl(url: string): boolean {
  return /^\/(api(\/|$)|openapi\.json\/?$)/.test(pathOf(url));
}

// Each proxy appends what it saw, so the entry that the outermost believed proxy wrote is counted from the right.
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
  return prefix64(address.toLowerCase());
}

function prefix64(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

import ipaddr from "ipaddr.js";
import { ApiError } from "@/lib/http/errors.ts";
import { redactUrl } from "@/lib/text/redact.ts";
import { toBareHost } from "@/lib/sources/image_url.ts";
import { isPrivateName, isPublicAddress, isWebPort } from "@/lib/sources/public_address.ts";
import type { Resolve } from "@/lib/sources/resolver.ts";
import { forbiddenAddressError, ownServiceError, sourceError } from "@/lib/sources/source_errors.ts";

/**
 * Maximum number of addresses of a name that are checked and may be connected to: a name server can send thousands, and
 * to check one takes the main thread 15 µs.
 */
const MAX_CHECKED_ADDRESSES = 64;

/** Returns whether the operator has allowed a host and port although they are private. */
export type IsAllowedHost = (host: string, port: number) => boolean;

/** Where a request may go: the URL, and the checked addresses that its connection is pinned to. */
export interface Target {
  readonly url: URL;
  /** The host without brackets or final dot. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** Options of {@linkcode guardTarget}. */
export interface GuardOptions {
  readonly signal: AbortSignal;
  /** Waits until one more name may be looked up. Disposing the result ends the lookup. */
  readonly acquireLookup: (signal: AbortSignal) => Promise<Disposable>;
  readonly isAllowed: IsAllowedHost;
  readonly resolve: Resolve;
  /** Returns whether a URL leads to this service, which must not send requests to itself. */
  readonly isService?: ((url: URL) => boolean) | undefined;
}

/**
 * Checks where a URL leads: its port, its name or IP literal, and the first {@linkcode MAX_CHECKED_ADDRESSES} addresses
 * that its name resolves to. One private address among them forbids the whole name, because the connection could use
 * any of them. The others are left out.
 *
 * ```ts
 * import { assertRejects } from "@std/assert";
 *
 * const resolve = () => Promise.resolve(["192.168.0.1"]);
 * const acquireLookup = () => Promise.resolve({ [Symbol.dispose]() {} });
 * const { signal } = new AbortController();
 * const options = { signal, acquireLookup, isAllowed: () => false, resolve };
 * await assertRejects(() => guardTarget(new URL("https://a.example/"), options), Error, "private address");
 * ```
 *
 * @throws {ApiError} `forbidden_address`, or `source_failed` when the name does not resolve.
 * @throws an error of `acquireLookup`.
 */
export async function guardTarget(url: URL, options: GuardOptions): Promise<Target> {
  if (options.isService?.(url)) throw ownServiceError();
  const host = toBareHost(url.hostname);
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const isAllowed = options.isAllowed(host, port);
  const isLiteral = ipaddr.IPv4.isValidFourPartDecimal(host) || host.includes(":");
  if (!isAllowed && !isWebPort(port)) throw forbiddenAddressError(`port ${port} is not a web port`);
  if (!isAllowed && !isLiteral && isPrivateName(host)) {
    throw forbiddenAddressError(`"${redactUrl(host)}" is a private name`);
  }
  const addresses = isLiteral ? [host] : await resolveName(host, options);
  if (!isAllowed && !addresses.every(isPublicAddress)) {
    if (isLiteral) throw forbiddenAddressError(`${host} is not a public address`);
    // The address of a name is not part of the message, because callers could explore our network with it.
    throw forbiddenAddressError(`"${redactUrl(host)}" resolves to a private address`);
  }
  return { url, host, port, addresses };
}

/**
 * Creates the check from valid `host[:port]` entries (`localhost`, `127.0.0.1:9000`, `[::1]`). An entry without a port
 * allows all ports. It is compared with the host in the URL, not with the addresses that a name resolves to.
 */
export function createAllowedHosts(entries: readonly string[]): IsAllowedHost {
  const allowed = new Set(entries.map(parseEntry));
  return (host, port) => allowed.has(host) || allowed.has(`${host} ${port}`);
}

async function resolveName(host: string, { resolve, signal, acquireLookup }: GuardOptions): Promise<readonly string[]> {
  using _lookup = await acquireLookup(signal);
  const addresses = await resolve(host, signal).catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    const reason = cause instanceof Deno.errors.TimedOut ? "gets no answer from its name servers" : "does not resolve";
    throw sourceError("source_failed", `the name "${redactUrl(host)}" ${reason}`, { cause });
  });
  if (addresses.length === 0) throw sourceError("source_failed", `the name "${redactUrl(host)}" has no address`);
  return addresses.slice(0, MAX_CHECKED_ADDRESSES);
}

function parseEntry(entry: string): string {
  const port = /:(\d{1,5})$/.exec(entry)?.[1];
  // The URL parser normalizes the spelling of a host here exactly as it does in an image URL.
  const host = toBareHost(new URL(`http://${entry}`).hostname);
  return port === undefined ? host : `${host} ${Number(port)}`;
}

import { isIP } from "node:net";
import { ApiError } from "@/lib/http/errors.ts";
import { isPrivateName, isPublicAddress, isWebPort } from "@/lib/sources/public_address.ts";
import type { Resolve } from "@/lib/sources/resolve.ts";

/** The longest name in DNS. */
const MAX_NAME_CHARACTERS = 253;

/** Where a request may go: a URL, and the checked addresses of its host. The connection must go to one of them. */
export interface Target {
  readonly url: URL;
  /** The host without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** Options of {@linkcode checkAddress}. */
export interface CheckOptions {
  /** The setting SOURCE_HOSTS: `example.org`, or `*.example.com` for every name below it. Empty means every host. */
  readonly sourceHosts: readonly string[];
  /** The setting PRIVATE_HOSTS, always with a port: `127.0.0.1:9000`. */
  readonly privateHosts: readonly string[];
  readonly resolve: Resolve;
}

/**
 * Checks where a URL leads: its host, its port, and every address of its name. One private address forbids the whole
 * name, because the connection could use any of them.
 *
 * @throws {ApiError} `forbidden_address`, or `source_failed` if the name has no address.
 */
export async function checkAddress(url: URL, options: CheckOptions, signal: AbortSignal): Promise<Target> {
  const { sourceHosts, privateHosts, resolve } = options;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (host.length > MAX_NAME_CHARACTERS) throw forbiddenAddressError("its name is too long");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (sourceHosts.length > 0 && !sourceHosts.some((entry) => isHostOf(url, entry))) {
    throw forbiddenAddressError(`this service does not fetch images from "${host}"`);
  }
  const mayBePrivate = privateHosts.includes(`${url.hostname}:${port}`);
  if (!mayBePrivate && !isWebPort(port)) throw forbiddenAddressError(`port ${port} is not a web port`);
  const isLiteral = isIP(host) !== 0;
  if (!mayBePrivate && !isLiteral && isPrivateName(host)) throw forbiddenAddressError(`"${host}" is a private name`);
  const addresses = isLiteral ? [host] : await resolveName(host, resolve, signal);
  // The address of a name is not in the message, because callers could explore our network with it.
  if (!mayBePrivate && !addresses.every(isPublicAddress)) throw forbiddenAddressError(`"${host}" is not public`);
  return { url, host, port, addresses };
}

/** Returns the error for a URL to which no request may go. */
export function forbiddenAddressError(reason: string): ApiError {
  return new ApiError("forbidden_address", `Cannot fetch the image: ${reason}`, { details: { parameter: "image" } });
}

function isHostOf({ hostname }: URL, entry: string): boolean {
  return entry.startsWith("*.") ? hostname.endsWith(entry.slice(1)) : hostname === entry;
}

async function resolveName(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await resolve(host, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new ApiError("source_failed", `Cannot fetch the image: the name "${host}" has no address`, { cause });
  }
}

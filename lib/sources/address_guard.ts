import ipaddr from "ipaddr.js";
import { ApiError } from "@/lib/http/errors.ts";
import { isPublicAddress } from "@/lib/sources/ip_address.ts";
import { type AllowList, toBareHost } from "@/lib/sources/allow_list.ts";
import { toShown } from "@/lib/sources/image_url.ts";
import { isWebPort } from "@/lib/sources/ports.ts";

/** Names that lead to this machine or its network wherever they are asked. */
const PRIVATE_SUFFIXES = ["localhost", "localdomain", "internal", "local", "lan", "home.arpa"] as const;

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** An address a name resolved to. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Asks for all addresses of a name. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly Address[]>;

/** Where a request may go: the URL, and the checked addresses a connection is pinned to. */
export interface Target {
  readonly url: URL;
  /** The host without brackets or final dot. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly Address[];
}

/** Options of {@linkcode guardTarget}. */
export interface GuardOptions {
  readonly isAllowed: AllowList;
  readonly resolve: Resolve;
  readonly signal: AbortSignal;
}

/**
 * Checks where a URL leads: its port, its name or literal, and every address its name has. One bad address among good
 * ones refuses all, as the next answer could be the bad one.
 *
 * @throws {ApiError} `forbidden_address`, or `source_failed` when the name does not resolve.
 */
export async function guardTarget(url: URL, options: GuardOptions): Promise<Target> {
  const host = toBareHost(url.hostname);
  const port = url.port === "" ? DEFAULT_PORTS[url.protocol] ?? 0 : Number(url.port);
  const literal = toLiteral(host);
  const isAllowed = options.isAllowed(host, port);
  if (!isAllowed) assertPublicPlace(host, port, literal);
  const addresses = literal === undefined ? await resolveName(host, options) : [literal];
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw forbid(`"${toShown(host)}" leads to a private address`);
  }
  return { url, host, port, addresses };
}

function assertPublicPlace(host: string, port: number, literal: Address | undefined): void {
  if (!isWebPort(port)) throw forbid(`port ${port} is not one of the web`);
  if (literal === undefined && isPrivateName(host)) throw forbid(`"${toShown(host)}" is a private name`);
  if (literal !== undefined && !isPublicAddress(host)) throw forbid(`${host} is not a public address`);
}

function toLiteral(host: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return { address: host, family: 4 };
  return host.includes(":") ? { address: host, family: 6 } : undefined;
}

// A name without a dot is looked up in the search domains of this machine; one with an empty label in none.
function isPrivateName(host: string): boolean {
  if (!host.includes(".") || host.split(".").includes("")) return true;
  return PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

async function resolveName(host: string, { resolve, signal }: GuardOptions): Promise<readonly Address[]> {
  const addresses = await resolve(host, signal).catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("source_failed", `Cannot fetch the image as the name "${toShown(host)}" does not resolve`, {
      cause,
    });
  });
  if (addresses.length > 0) return addresses;
  throw new ApiError("source_failed", `Cannot fetch the image as the name "${toShown(host)}" has no address`);
}

function forbid(reason: string): ApiError {
  return new ApiError(
    "forbidden_address",
    `Cannot fetch the image as ${reason}: the operator can allow a host with ALLOW_PRIVATE_HOSTS`,
    { details: { parameter: "image" } },
  );
}

import dns from "node:dns";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { SourceError } from "@/lib/sources/source_errors.ts";

/** An address that a name resolved to. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds all addresses of a name, and stops when the signal aborts. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly Address[]>;

/** Maximum number of names that are resolved at the same time. Each needs two sockets and about 250 KB of memory. */
const MAX_NAMES = 64;

/** When a caller should try again if there are more. */
const RETRY_AFTER_SECONDS = 5;

/** How long to wait for IPv6 addresses after the IPv4 addresses have arrived (RFC 8305, section 3). */
const LATE_IPV6_MS = 50;

/** How long to wait for IPv4 addresses after the IPv6 addresses have arrived: many machines have no IPv6. */
const LATE_IPV4_MS = 500;

/**
 * Maximum number of names that the operating system resolves at the same time. Each occupies one of 32 threads, which
 * also read files, until the system gives up: 40 names without an answer once blocked all files for 10 s.
 */
const MAX_THREADS = 4;

/** Options of {@linkcode createResolver}. */
export interface ResolverOptions {
  /** The name server; by default those of the system. */
  readonly nameServer?: Deno.ResolveDnsOptions["nameServer"];
  /** Looks up a name in a thread. */
  readonly lookUpInThread?: (name: string) => Promise<readonly { address: string; family: number }[]>;
}

/**
 * Creates a resolver that asks the hosts file and the name servers of the system without occupying a thread. Both
 * families are asked at once, and a family that is late is left out. Search domains are not used. It throws an
 * {@linkcode SourceError} `overloaded` if too many names are being resolved.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const { nameServer, lookUpInThread = (name) => dns.promises.lookup(name, { all: true, verbatim: true }) } = options;

  async function resolveFamily(name: string, family: 4 | 6, signal: AbortSignal): Promise<readonly Address[]> {
    const type = family === 4 ? "A" : "AAAA";
    // The final dot keeps search domains out.
    const addresses = await Deno.resolveDns(`${name}.`, type, { signal, ...(nameServer && { nameServer }) });
    return addresses.map((address) => ({ address, family }));
  }

  const resolveInThread = limitNames(MAX_THREADS, "unusual names", async (name) => {
    return (await lookUpInThread(name)).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  });

  return limitNames(MAX_NAMES, "names", async (name, signal) => {
    const controller = new AbortController();
    const either = AbortSignal.any([signal, controller.signal]);
    try {
      return await joinFamilies(resolveFamily(name, 4, either), resolveFamily(name, 6, either));
    } catch (error) {
      // `Deno.resolveDns` rejects some names that exist, such as "my_bucket.s3.amazonaws.com", before it sends a query.
      if (!(error instanceof Error) || error.name !== "Error") throw error;
      return await resolveInThread(name, signal);
    } finally {
      controller.abort();
    }
  });
}

function limitNames(max: number, what: string, resolve: Resolve): Resolve {
  let names = 0;
  return async (name, signal) => {
    if (names >= max) {
      const reason = `too many ${what} are being resolved, try again in ${RETRY_AFTER_SECONDS} s`;
      throw new SourceError("overloaded", reason, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    names++;
    try {
      return await resolve(name, signal);
    } finally {
      names--;
    }
  };
}

/** Waits for one family, and a short time for the other. @throws the error of IPv4 if both fail. */
async function joinFamilies(
  ipv4: Promise<readonly Address[]>,
  ipv6: Promise<readonly Address[]>,
): Promise<readonly Address[]> {
  const first = await Promise.any([ipv4.then(() => 4), ipv6.then(() => 6)]).catch(() => undefined);
  if (first === undefined) return await ipv4;
  const none = () => [];
  const v4 = await waitAtMost(first === 4 ? 0 : LATE_IPV4_MS, ipv4.catch(none)) ?? [];
  const v6 = await waitAtMost(first === 6 ? 0 : LATE_IPV6_MS, ipv6.catch(none)) ?? [];
  // In turn, IPv6 first, as browsers connect (RFC 8305, section 4).
  const longest = Math.max(v4.length, v6.length);
  return Array.from({ length: longest }, (_, index) => [...v6.slice(index, index + 1), ...v4.slice(index, index + 1)])
    .flat();
}

import dns from "node:dns";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { sourceError } from "@/lib/sources/source_errors.ts";

/** Finds all IP addresses of a name, and stops when the signal aborts. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

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
 * also read files, until the system gives up: with 32 names without an answer, no file could be read for seconds.
 */
const MAX_THREADS = 4;

/** Options of {@linkcode createResolver}. */
export interface ResolverOptions {
  /** The name server; by default those of the system. */
  readonly nameServer?: Deno.ResolveDnsOptions["nameServer"];
  /** Looks up a name in a thread. */
  readonly lookUpInThread?: (name: string) => Promise<readonly { address: string }[]>;
  /** Waits for the family that is late. */
  readonly wait?: typeof waitAtMost;
}

/**
 * Creates a resolver that asks the hosts file and the name servers of the system without occupying a thread. Both
 * families are asked at once, and a family that is late is left out. Search domains are not used, except for names that
 * only the system resolves. It throws an error `overloaded` if too many names are being resolved.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const { nameServer, wait = waitAtMost } = options;
  const { lookUpInThread = (name) => dns.promises.lookup(name, { all: true, verbatim: true }) } = options;

  const resolveInThread = limitNames(MAX_THREADS, "unusual names", async (name) => {
    return (await lookUpInThread(name)).map(({ address }) => address);
  });

  return limitNames(MAX_NAMES, "names", async (name, signal) => {
    const controller = new AbortController();
    const dnsOptions = { signal: AbortSignal.any([signal, controller.signal]), ...(nameServer && { nameServer }) };
    // The final dot keeps search domains out.
    const ask = (type: "A" | "AAAA") => Deno.resolveDns(`${name}.`, type, dnsOptions);
    try {
      return await joinFamilies(ask("A"), ask("AAAA"), wait);
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
      throw sourceError("overloaded", reason, { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
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
  ipv4: Promise<string[]>,
  ipv6: Promise<string[]>,
  wait: typeof waitAtMost,
): Promise<readonly string[]> {
  const waitMs = await Promise.any([ipv4.then(() => LATE_IPV6_MS), ipv6.then(() => LATE_IPV4_MS)]).catch(() =>
    undefined
  );
  if (waitMs === undefined) return await ipv4;
  const families = [ipv6, ipv4].map((family) => wait(waitMs, family.catch(() => [])));
  const [v6 = [], v4 = []] = await Promise.all(families);
  // In turn, IPv6 first, as browsers connect (RFC 8305, section 4).
  const pairs = Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [v6[index], v4[index]]);
  return pairs.flat().filter((address) => address !== undefined);
}

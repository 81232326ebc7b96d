/** Finds the IP addresses of a name. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** How many addresses of a name are used. A name server can send thousands. */
const MAX_ADDRESSES = 16;

/** How long the second family may take after the first has answered: some name servers ignore one of the questions. */
const LATE_MS = 300;

/**
 * Creates a resolver that asks the hosts file and a name server, by default that of the system, for both families at
 * once. Unlike the system's own look-up, it occupies no thread while a name server is silent. The final dot keeps
 * search domains out.
 */
export function createResolver(nameServer?: Deno.ResolveDnsOptions["nameServer"]): Resolve {
  return async (name, signal) => {
    const done = new AbortController();
    const options = { signal: AbortSignal.any([signal, done.signal]), ...(nameServer && { nameServer }) };
    const found: string[] = [];
    const families = (["AAAA", "A"] as const).map(async (type) => {
      found.push(...await Deno.resolveDns(`${name}.`, type, options));
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await Promise.any(families);
      const late = new Promise((resolve) => timer = setTimeout(resolve, LATE_MS));
      await Promise.race([Promise.allSettled(families), late]);
      return found.slice(0, MAX_ADDRESSES);
    } finally {
      clearTimeout(timer);
      done.abort();
    }
  };
}

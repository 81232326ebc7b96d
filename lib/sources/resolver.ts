import dns from "node:dns";
import { fetchOverloadedError } from "@/lib/sources/source_errors.ts";

/**
 * Maximum number of names resolved at the same time. Each occupies a thread of the runtime until the system gives up,
 * long after our caller has. If names that never resolve occupied all threads, no file could be read.
 */
const MAX_PENDING = 64;

/** An address that a name resolved to. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Returns all addresses of a name. A running look-up cannot be stopped. */
export type Resolve = (name: string) => Promise<readonly Address[]>;

/** The part of `node:dns` that is used. */
export type Lookup = (
  name: string,
  options: { readonly all: true; readonly verbatim: true },
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/**
 * Creates a resolver that asks the operating system: hosts file and name servers, both families in the order that the
 * system prefers. It throws an {@linkcode ApiError} `overloaded` while too many names are being resolved.
 */
export function createResolver(lookup: Lookup = dns.promises.lookup): Resolve {
  let pending = 0;
  return async (name) => {
    if (pending >= MAX_PENDING) throw fetchOverloadedError("too many names are being resolved", 5);
    pending++;
    try {
      const addresses = await lookup(name, { all: true, verbatim: true });
      return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
    } finally {
      pending--;
    }
  };
}

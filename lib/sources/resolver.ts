import { type Address, createLookup, type Lookup } from "@/lib/sources/lookup.ts";
import { fetchOverloadedError } from "@/lib/sources/source_errors.ts";

export type { Address } from "@/lib/sources/lookup.ts";

/** Maximum number of names resolved at the same time. Each needs two sockets and about 250 KB of memory. */
const MAX_PENDING = 64;

/** Returns all addresses of a name. */
export type Resolve = (name: string, signal?: AbortSignal) => Promise<readonly Address[]>;

/**
 * Creates a resolver that limits how many names are looked up at once. It throws an {@linkcode ApiError} `overloaded`
 * beyond that.
 */
export function createResolver(lookup: Lookup = createLookup()): Resolve {
  let pending = 0;
  return async (name, signal = new AbortController().signal) => {
    if (pending >= MAX_PENDING) throw fetchOverloadedError("too many names are being resolved", 5);
    pending++;
    try {
      return await lookup(name, signal);
    } finally {
      pending--;
    }
  };
}

import dns from "node:dns";
import { ApiError } from "@/lib/http/errors.ts";
import type { Address, Resolve } from "@/lib/sources/address_guard.ts";

/**
 * Names asked for at the same time. Each holds a thread of the runtime until the system gives up, long after our caller
 * has; with all threads held by names that never answer, no file could be read.
 */
const MAX_PENDING = 64;

/** The part of `node:dns` that is used. */
export type Lookup = (
  name: string,
  options: { readonly all: true; readonly verbatim: true },
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Makes the resolver of the machine: its hosts file, its name servers, both families in the order it prefers. */
export function createResolver(lookup: Lookup = dns.promises.lookup): Resolve {
  let pending = 0;
  return async (name) => {
    if (pending >= MAX_PENDING) throw overloaded();
    pending++;
    try {
      return (await lookup(name, { all: true, verbatim: true })).map(toAddress);
    } finally {
      pending--;
    }
  };
}

function toAddress({ address, family }: { readonly address: string; readonly family: number }): Address {
  return { address, family: family === 6 ? 6 : 4 };
}

function overloaded(): ApiError {
  return new ApiError("overloaded", "Cannot fetch the image as too many names are being resolved: try again shortly", {
    headers: { "retry-after": "5" },
  });
}

import http, { type ClientRequest, type RequestOptions } from "node:http";
import { ApiError } from "@/lib/http/errors.ts";
import type { Address } from "@/lib/sources/resolver.ts";

/** The function that `node:http` calls instead of DNS to find the addresses of a host. */
export type LookupHook = NonNullable<RequestOptions["lookup"]>;

/**
 * Creates the hook that returns the checked addresses, whatever name it is called with. Without it the runtime would
 * resolve the name a second time, and a hostile name server could return a private address then (DNS rebinding).
 */
export function createLookupHook(addresses: readonly Address[]): LookupHook {
  return (_name, options, callback) => {
    const [first] = addresses;
    // Called back asynchronously: if the connection fails within this call, for lack of permission, the process ends.
    queueMicrotask(() => {
      if (options.all) return callback(null, [...addresses]);
      callback(null, first?.address ?? "", first?.family);
    });
  };
}

/**
 * Checks that the runtime calls the lookup hook, without sending a packet. A runtime that ignores the hook, or sends
 * everything through a proxy, would connect to addresses that were not checked.
 *
 * @throws {ApiError} `overloaded` if the hook is ignored.
 */
export async function assertLookupHook(
  request: (options: RequestOptions) => ClientRequest = http.request,
): Promise<void> {
  const { promise: isCalled, resolve } = Promise.withResolvers<boolean>();
  const lookup: LookupHook = (_name, _options, callback) => {
    resolve(true);
    queueMicrotask(() => callback(new Error("The lookup hook was called"), "", 4));
  };
  const probe = request({ host: "hook.invalid", agent: false, lookup });
  probe.on("response", () => probe.destroy());
  probe.on("error", () => resolve(false));
  probe.on("close", () => resolve(false));
  probe.end();
  if (await isCalled) return;
  throw new ApiError("overloaded", "Cannot fetch images by URL on this server", { headers: { "retry-after": "3600" } });
}

import http from "node:http";
import type { ClientRequest, RequestOptions } from "node:http";
import { ApiError } from "@/lib/http/errors.ts";

type Send = (options: RequestOptions) => ClientRequest;
type Lookup = NonNullable<RequestOptions["lookup"]>;

/**
 * Checks that the runtime asks the lookup hook at all, without any packet sent: a runtime that ignores it, or sends all
 * through a proxy, would reach addresses nobody checked.
 *
 * @throws {ApiError} `overloaded` when the hook is ignored.
 */
export async function assertLookupHook(send: Send = http.request): Promise<void> {
  const { promise: isAsked, resolve } = Promise.withResolvers<boolean>();
  const lookup: Lookup = (_name, _options, callback) => {
    resolve(true);
    queueMicrotask(() => callback(new Error("Asked"), "", 4));
  };
  const request = send({ host: "hook.invalid", agent: false, lookup });
  request.on("response", () => request.destroy());
  request.on("error", () => resolve(false));
  request.on("close", () => resolve(false));
  request.end();
  if (await isAsked) return;
  throw new ApiError("overloaded", "Cannot fetch images by address here", { headers: { "retry-after": "3600" } });
}

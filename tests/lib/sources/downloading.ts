import { assertEquals, assertRejects } from "@std/assert";
import { createAllowedHosts } from "@/lib/sources/address_guard.ts";
import { connect } from "@/lib/sources/connection.ts";
import { ApiError, type ErrorDetails } from "@/lib/http/errors.ts";
import { type Download, download, type DownloadOptions } from "@/lib/sources/download.ts";
import type { Behaviour, Origin } from "./origin.ts";

/** Lets every name be looked up. */
export const acquireLookup = (): Promise<Disposable> => Promise.resolve({ [Symbol.dispose]() {} });

/** Downloads a URL with small limits, but without a deadline: that is the test's. Loopback is allowed. */
export function downloadUrl(url: string, options: Partial<DownloadOptions> = {}): Promise<Download> {
  return download(new URL(url), {
    acquireLookup,
    isAllowed: createAllowedHosts(["127.0.0.1"]),
    resolve: (name) => Promise.reject(new Error(`Unexpected lookup of ${name}`)),
    connect,
    maxBytes: 1000,
    maxRedirects: 5,
    signal: new AbortController().signal,
    ...options,
  });
}

/** Downloads `/start` of an origin. */
export function downloadFrom({ port }: Origin, options?: Partial<DownloadOptions>): Promise<Download> {
  return downloadUrl(`http://127.0.0.1:${port}/start`, options);
}

/** Asserts that work fails with a code and, if given, with these details. */
export async function assertFails(
  work: () => Promise<unknown>,
  code: string,
  details?: ErrorDetails,
): Promise<ApiError> {
  const error = await assertRejects(work, ApiError);
  assertEquals(error.code, code, error.message);
  if (details !== undefined) assertEquals(error.details, details);
  return error;
}

/** Responds with a head (its first line without the version) and a body. */
export function respond(head: string, body = ""): Behaviour {
  return (_path, { send }) => send(`HTTP/1.1 ${head}\r\n\r\n${body}`);
}

/** Returns the bytes of a download as a string of one character per byte. */
export function toText({ bytes }: Download): string {
  return new TextDecoder("latin1").decode(bytes);
}

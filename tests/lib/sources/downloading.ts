import { assertEquals, assertRejects } from "@std/assert";
import { ApiError, type ErrorDetails } from "@/lib/http/errors.ts";
import { createAllowList } from "@/lib/sources/allow_list.ts";
import { Budget } from "@/lib/sources/budget.ts";
import { connect } from "@/lib/sources/connection.ts";
import { type Download, download, type DownloadOptions } from "@/lib/sources/download.ts";
import type { Behaviour, Origin } from "./origin.ts";

/** Options that let a download reach loopback, with small limits. */
export function toOptions(options: Partial<DownloadOptions> = {}): DownloadOptions {
  return {
    isAllowed: createAllowList(["127.0.0.1"]),
    resolve: (name) => Promise.reject(new Error(`Asked for ${name}`)),
    connect,
    budget: new Budget(100_000_000),
    maxBytes: 1000,
    maxRedirects: 5,
    signal: new AbortController().signal,
    ...options,
  };
}

/** Downloads `/start` of an origin. */
export function downloadFrom({ port }: Origin, options?: Partial<DownloadOptions>): Promise<Download> {
  return download(new URL(`http://127.0.0.1:${port}/start`), toOptions(options));
}

/** Asserts that work fails with a code and, where given, with these details. */
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

/** Answers with a head (its first line without the version) and a body. */
export function answer(head: string, body = ""): Behaviour {
  return (_path, { send }) => send(`HTTP/1.1 ${head}\r\n\r\n${body}`);
}

/** The bytes of a download as a text of one character a byte. */
export function toText({ bytes }: Download): string {
  return new TextDecoder("latin1").decode(bytes);
}

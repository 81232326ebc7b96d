import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { createSourceLoader, type Source, type SourceLoader, type SourceOptions } from "@/lib/filters/source.ts";
import type { Behaviour, Origin } from "../sources/origin.ts";

/** The signal of a caller who stays. */
export const NEVER: AbortSignal = new AbortController().signal;

/** The first bytes of a PNG, one character each; loading looks no further than that there are some. */
export const PNG = "\x89PNG\r\n\x1a\n";

/** Makes a loader that may fetch from loopback, with small limits. */
export function createLoader(options: Partial<SourceOptions> = {}): SourceLoader {
  return createSourceLoader({
    allowPrivateHosts: ["127.0.0.1"],
    maxSourceBytes: 1000,
    maxRedirects: 5,
    sourceTimeoutMs: 60_000,
    ownPicture: () => Promise.resolve(undefined),
    ...options,
  });
}

/** The address of a path of an origin. */
export function toUrl({ port }: Origin, path = "/"): string {
  return `http://127.0.0.1:${port}${path}`;
}

/** Answers every request with the same body. */
export function serveBody(body: string, headers = ""): Behaviour {
  return (_path, { send }) => send(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`);
}

/** The bytes of a text of one byte a character. */
export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Asserts that loading fails with a code. */
export async function assertCode(work: () => Promise<Source>, code: string): Promise<ApiError> {
  const error = await assertRejects(work, ApiError);
  assertEquals(error.code, code, error.message);
  return error;
}

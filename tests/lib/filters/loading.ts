import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { loadSource, type Source, type SourceOptions } from "@/lib/filters/source.ts";
import type { DownloadInfo } from "@/lib/sources/download.ts";
import type { WorkOptions } from "@/lib/workers/work.ts";
import type { Behaviour, Origin } from "../sources/origin.ts";
import { createMemory, createWork } from "../workers/working.ts";

/** The signal of a caller that never leaves. */
export const NEVER: AbortSignal = new AbortController().signal;

/** The first bytes of a PNG, one character each. Loading does not look at the bytes. */
export const PNG = "\x89PNG\r\n\x1a\n";

/** Loads an image for one caller. */
export type Load = (
  imageRef: string,
  signal: AbortSignal,
  acquireLookup?: WorkOptions["acquireLookup"],
  previous?: DownloadInfo,
) => Promise<Source>;

/** Creates a loader that may fetch from loopback, with small limits. */
export function createLoader(options: Partial<SourceOptions> = {}): Load {
  const all: SourceOptions = {
    allowPrivateHosts: ["127.0.0.1"],
    maxSourceBytes: 1000,
    maxRedirects: 5,
    sourceTimeoutMs: 60_000,
    findServicePicture: () => Promise.resolve(undefined),
    ...options,
  };
  return async (imageRef, signal, acquireLookup, previous) => {
    using work = createWork(createMemory(), { signal, ...(acquireLookup && { acquireLookup }) });
    return await loadSource({ imageRef, work, previous }, all);
  };
}

/** Returns the URL of a path of an origin. */
export function toUrl({ port }: Origin, path = "/"): string {
  return `http://127.0.0.1:${port}${path}`;
}

/** Responds to every request with the same body. */
export function serveBody(body: string, headers = ""): Behaviour {
  return (_path, { send }) => send(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`);
}

/** Returns the bytes of a text of one byte per character. */
export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Asserts that loading fails with a code. */
export async function assertCode(work: () => Promise<Source>, code: string): Promise<ApiError> {
  const error = await assertRejects(work, ApiError);
  assertEquals(error.code, code, error.message);
  return error;
}
